import type { Document } from '@keyhold/contracts/properties/documents'
import type { TenantLedger } from '@keyhold/contracts/payments/ledgers'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'

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

interface Records {
  today: string
  tenant: Tenant
  tenancies: readonly Tenancy[] | null
  ledgers: readonly z.output<typeof TenantLedger>[] | null
  documents: readonly Document[] | null
}

/** Takes from the records only what a screening may use. */
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

function overdueOf(charges: readonly Charge[], ledgers: readonly { credit: number }[], today: string): number {
  const open = charges.reduce((sum, { dueDate, open: rest }) => sum + (dueDate < today ? toCents(rest) : 0), 0)
  const credit = ledgers.reduce((sum, one) => sum + toCents(one.credit), 0)
  return toDollars(Math.max(0, open - credit))
}
