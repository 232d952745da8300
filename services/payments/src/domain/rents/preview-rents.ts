import type { RentPreview } from '@keyhold/contracts/payments/rent-changes'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { plannedRents } from '@keyhold/contracts/tenancy/tenancies'
import { toDollars } from '@keyhold/kit/lib/money'
import { type PlannedCharge, plannedCharges, postedOn, rentRuleOf } from './recurring-rules.ts'

export type Lease = Pick<TenancySnapshot, 'startDate' | 'endDate' | 'monthlyRent' | 'termKind' | 'billing'>

const nobody = '00000000-0000-0000-0000-000000000000'

/** The rents that a lease sets up at once, by the code that sets them up. */
export function previewOf(
  lease: Lease,
  today: string,
): Omit<RentPreview, 'previous'> & { firstMonthFrom: string | null } {
  const rents = rentsBy(lease, today)
  const [first, last] = [rents[0] ?? null, rents.at(-1) ?? null]
  return {
    count: rents.length,
    past: pastOf(lease, today),
    first: first && partOf(first),
    last: last && partOf(last),
    isShort: isShort(lease),
    firstMonthFrom: first?.period.fullFrom ?? null,
  }
}

/** The rents since the start that were due before today, whether or not they are billed. */
function pastOf(lease: Lease, today: string): RentPreview['past'] {
  let [count, cents] = [0, 0]
  for (const rent of plannedRentsOf(billedFrom(lease, null))) {
    if (rent.period.dueOn >= today)
      return count === 0 ? null : { count, total: toDollars(cents), billFrom: rent.period.dueOn }
    count += 1
    cents += rent.cents
  }
  return count === 0 ? null : { count, total: toDollars(cents), billFrom: null }
}

/** A fixed term that ends before its twelfth rent. */
function isShort(lease: Lease): boolean {
  if (lease.termKind !== 'fixed' || lease.endDate === null) return false
  const { billing, ...toItsEnd } = billedFrom(lease, null)
  const rents = plannedRentsOf({ ...toItsEnd, billing: { ...billing, endsWithTerm: true } })
  return [...rents.take(plannedRents)].length < plannedRents
}

const plain = { dueDay: null, proration: 'none', postingDays: null } as const
const billedFrom = (lease: Lease, billFrom: string | null) => ({
  ...lease,
  billing: { ...plain, ...lease.billing, billFrom },
})

function rentsBy(lease: Lease, today: string): PlannedCharge[] {
  const rents: PlannedCharge[] = []
  for (const rent of plannedRentsOf(lease)) {
    if (!rent.isAtOnce && postedOn({ postingDays: null }, rent.period) > today) break
    rents.push(rent)
  }
  return rents
}

function plannedRentsOf(lease: Lease): Generator<PlannedCharge> {
  const ids = {
    tenancyId: nobody,
    landlordId: nobody,
    propertyId: null,
    unitId: null,
    accountId: nobody,
    tenantIds: [],
  }
  const rest = { rentSteps: [], securityDeposit: null, movedOutOn: null, isVoid: false }
  const rule = rentRuleOf({ ...ids, ...rest, ...lease })
  return rule === null ? noRents() : plannedCharges(rule)
}

function* noRents(): Generator<PlannedCharge> {}

const partOf = ({ period: { from, to, fullFrom, fullTo, dueOn }, cents, basis }: PlannedCharge) => ({
  from,
  to,
  dueDate: dueOn,
  amount: toDollars(cents),
  formula: basis.formula,
  isPart: from !== fullFrom || to !== fullTo,
})
