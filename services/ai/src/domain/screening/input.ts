import type { Document } from '@keyhold/contracts/properties/documents'
import type { TenantLedger } from '@keyhold/contracts/payments/ledgers'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'

export interface Stay {
  from: string
  /** Null: still there. */
  until: string | null
  /** Of a fixed term; null where there is none. */
  endDate: string | null
}

export interface Rent {
  dueDate: string
  settledOn: string | null
  open: number
}

/**
 * Everything a screening looks at. There is no name in it, no date of birth, no address or place, no e-mail, nothing of a family: what may
 * not count can't. Of contacts and employer it holds whether they were given, not what they are. Null: whoever knows could not be asked.
 */
export interface ScreeningInput {
  /** At the property. */
  today: string
  monthlyIncome: number | null
  monthlyRent: number | null
  /** How many have signed for the rent. */
  sharers: number
  given: { phone: boolean; emergencyContact: boolean; employer: boolean; income: boolean; leaseTerms: boolean }
  stays: Stay[] | null
  rents: Rent[] | null
  /** Open and past its day, in dollars. */
  overdue: number | null
  documents: number | null
}

interface Records {
  today: string
  tenant: Tenant
  tenancies: readonly Tenancy[] | null
  ledgers: readonly z.output<typeof TenantLedger>[] | null
  documents: readonly Document[] | null
}

/** Takes from the records what a screening may look at, and nothing else. */
export function inputOf({ today, tenant, tenancies, ledgers, documents }: Records): ScreeningInput {
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
    overdue: theirs && overdueOf(theirs, ledgers ?? [], today),
    documents: documents?.length ?? null,
  }
}

function stayOf(tenantId: string, { tenants, startDate, endDate, termKind, movedOutOn }: Tenancy): Stay | null {
  const member = tenants.find((one) => one.tenantId === tenantId)
  const from = member?.joinedOn ?? startDate
  if (!from) return null
  return { from, until: member?.leftOn ?? movedOutOn, endDate: termKind === 'fixed' ? endDate : null }
}

type Charge = z.output<typeof TenantLedger>['charges'][number]

/** Charges of the time that the tenant was part of: who joins later owes nothing of before. */
function chargesOf(tenantId: string, tenancies: Records['tenancies'], ledgers: Records['ledgers']): Charge[] | null {
  if (!ledgers) return null
  return ledgers.flatMap(({ tenantId: accountId, charges }) => {
    const shared = tenancies?.filter((one) => one.accountId === accountId) ?? []
    const stays = shared.flatMap((one) => stayOf(tenantId, one) ?? [])
    // Nothing is known of when: then a ledger of their own is all theirs.
    if (stays.length === 0) return accountId === tenantId ? charges : []
    return charges.filter(({ dueDate }) =>
      stays.some(({ from, until }) => dueDate >= from && (until === null || dueDate <= until)),
    )
  })
}

function overdueOf(charges: readonly Charge[], ledgers: readonly { credit: number }[], today: string): number {
  const open = charges.reduce((sum, { dueDate, open: rest }) => sum + (dueDate < today ? toCents(rest) : 0), 0)
  const credit = ledgers.reduce((sum, one) => sum + toCents(one.credit), 0)
  return toDollars(Math.max(0, open - credit))
}
