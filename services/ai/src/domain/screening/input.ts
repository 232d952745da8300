import type { Document } from '@keyhold/contracts/properties/documents'
import type { TenantLedger } from '@keyhold/contracts/payments/ledgers'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'

type Ledger = z.output<typeof TenantLedger>

export interface Stay {
  from: string
  /** Null while it lasts. */
  until: string | null
  /** End of a fixed term, or null. */
  endDate: string | null
}

export interface Rent {
  dueDate: string
  settledOn: string | null
  open: number
}

/**
 * Everything that a screening sees: no name, date of birth, address, e-mail or family, so that these cannot count. Of contacts and employer
 * it contains only whether they were given. Null where the owning service could not be asked.
 */
export interface ScreeningInput {
  /** Today at the property. */
  today: string
  monthlyIncome: number | null
  monthlyRent: number | null
  /** Number of tenants who share the rent. */
  sharers: number
  given: { phone: boolean; emergencyContact: boolean; employer: boolean; income: boolean; leaseTerms: boolean }
  stays: Stay[] | null
  rents: Rent[] | null
  /** Overdue dollars. */
  overdue: number | null
  documents: number | null
}

/** A shared account that the tenant left while others stayed, and what was owed on it when they left. */
interface Left {
  accountId: string
  leftOn: string
  owedThen: number
}

interface Records {
  today: string
  tenant: Tenant
  tenancies: readonly Tenancy[] | null
  ledgers: readonly Ledger[] | null
  left?: readonly Left[]
  documents: readonly Document[] | null
}

/** Takes from the records only what a screening may use. */
export function inputOf({ today, tenant, tenancies, ledgers, left = [], documents }: Records): ScreeningInput {
  const {
    monthlyIncome,
    monthlyRent,
    phone,
    emergencyContactName,
    emergencyContactPhone,
    employerName,
    leaseStartDate,
  } = tenant
  const theirs = chargesOf(tenant.id, tenancies, ledgers)
  const current = tenancies?.find(({ id }) => id === tenant.tenancyId)
  return {
    today,
    monthlyIncome,
    monthlyRent: current?.currentRent ?? monthlyRent,
    sharers: 1 + tenant.coTenants.length,
    given: {
      phone: phone !== null,
      emergencyContact: emergencyContactName !== null && emergencyContactPhone !== null,
      employer: employerName !== null,
      income: monthlyIncome !== null,
      leaseTerms: leaseStartDate !== null && monthlyRent !== null,
    },
    stays: tenancies?.flatMap((tenancy) => stayOf(tenant.id, tenancy) ?? []) ?? null,
    rents:
      theirs?.flatMap(({ paymentType, dueDate, settledOn, open }) =>
        paymentType === 'rent' ? [{ dueDate, settledOn, open }] : [],
      ) ?? null,
    overdue: ledgers && overdueOf(tenant.id, { tenancies, ledgers, left, today }),
    documents: documents?.length ?? null,
  }
}

function stayOf(tenantId: string, { tenants, startDate, endDate, termKind, movedOutOn }: Tenancy): Stay | null {
  const member = tenants.find((one) => one.tenantId === tenantId)
  const from = member?.joinedOn ?? startDate
  if (!from) return null
  return { from, until: member?.leftOn ?? movedOutOn, endDate: termKind === 'fixed' ? endDate : null }
}

type Charge = Ledger['charges'][number]

/** Charges since the tenant joined: earlier ones are not theirs. */
function chargesOf(tenantId: string, tenancies: Records['tenancies'], ledgers: Records['ledgers']): Charge[] | null {
  if (!ledgers) return null
  return ledgers.flatMap(({ tenantId: accountId, charges }) => {
    const shared = tenancies?.filter((one) => one.accountId === accountId) ?? []
    const stays = shared.flatMap((one) => stayOf(tenantId, one) ?? [])
    // Without a known date, a tenant's own ledger is all theirs.
    if (stays.length === 0) return accountId === tenantId ? charges : []
    return charges.filter(({ dueDate }) =>
      stays.some(({ from, until }) => dueDate >= from && (until === null || dueDate <= until)),
    )
  })
}

/** The shared accounts that a tenant left by today while others stayed. */
export function leftAccounts(
  tenantId: string,
  tenancies: readonly Tenancy[],
  today: string,
): Pick<Left, 'accountId' | 'leftOn'>[] {
  const days = new Map<string, string | null>()
  for (const { accountId, tenants, movedOutOn } of tenancies) {
    const member = tenants.find((one) => one.tenantId === tenantId)
    if (!member) continue
    const { leftOn } = member
    const isLeft = leftOn !== null && leftOn <= today && (movedOutOn === null || leftOn < movedOutOn)
    const before = days.get(accountId)
    days.set(accountId, !isLeft || before === null ? null : before && before > leftOn ? before : leftOn)
  }
  return [...days].flatMap(([accountId, leftOn]) => (leftOn === null ? [] : [{ accountId, leftOn }]))
}

/** Of an account that they left, what the shared ledger says: what was owed then, less what was paid of it since. */
function overdueOf(
  tenantId: string,
  {
    tenancies,
    ledgers,
    left,
    today,
  }: Pick<Records, 'tenancies' | 'today'> & { ledgers: readonly Ledger[]; left: readonly Left[] },
): number {
  const openOf = (charges: readonly Charge[], isTheirs: (dueDate: string) => boolean = () => true) =>
    charges.reduce((sum, { dueDate, open }) => (dueDate < today && isTheirs(dueDate) ? sum + toCents(open) : sum), 0)
  const own = ledgers.filter((one) => !left.some(({ accountId }) => accountId === one.tenantId))
  const credit = own.reduce((sum, one) => sum + toCents(one.credit), 0)
  const owed = Math.max(0, openOf(chargesOf(tenantId, tenancies, own) ?? []) - credit)
  const shared = left.map(({ accountId, leftOn, owedThen }) => {
    const { charges = [] } = ledgers.find((one) => one.tenantId === accountId) ?? {}
    return Math.max(
      0,
      Math.min(
        toCents(owedThen),
        openOf(charges, (dueDate) => dueDate <= leftOn),
      ),
    )
  })
  return toDollars(shared.reduce((sum, cents) => sum + cents, owed))
}
