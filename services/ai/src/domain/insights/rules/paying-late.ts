import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { onTimeDays } from '../../on-time.ts'
import { inWords, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import { type Finding, type Ledger, placeName, type Portfolio, type Renter, type Rule, share } from '../portfolio.ts'
import { median } from './rent-below-comparables.ts'

/** Half a year of rents: long enough for a habit, short enough for today's circumstances. */
export const lookBack = 6
/** Fewer settled rents show nothing. */
export const minSettled = 4
/** Half of the look-back. */
export const minLate = 3
export const mediumLate = 5

type Settled = Ledger['charges'][number] & { settledOn: string; days: number }

/** Rents that were paid, but late, more often than not. What is open now is a matter of `arrears`. */
export const payingLate: Rule = (portfolio) => {
  const ledgers = new Map(portfolio.ledgers.map((ledger) => [ledger.tenantId, ledger]))
  const findings = portfolio.renters.flatMap((renter) => {
    const ledger = renter.isActive ? ledgers.get(renter.tenantId) : undefined
    return (ledger && judge(portfolio, renter, ledger)) ?? []
  })
  // It changes when a rent is settled, not with the calendar.
  return { findings, next: null }
}

function judge(portfolio: Portfolio, renter: Renter, { charges }: Ledger): Finding | null {
  const settled = charges
    .flatMap((charge): Settled[] =>
      charge.paymentType === 'rent' && charge.settledOn !== null
        ? [{ ...charge, settledOn: charge.settledOn, days: daysBetween(charge.dueDate, charge.settledOn) }]
        : [],
    )
    .toSorted((a, b) => b.dueDate.localeCompare(a.dueDate) || b.chargeId.localeCompare(a.chargeId))
    .slice(0, lookBack)
  const late = settled.filter(({ days }) => days > onTimeDays)
  if (settled.length < minSettled || late.length < minLate) return null
  return findingOf(portfolio, renter, settled, late)
}

function findingOf(
  portfolio: Portfolio,
  { tenantId, name, propertyId }: Renter,
  settled: Settled[],
  late: Settled[],
): Finding {
  const place = placeName(portfolio, propertyId)
  const usual = median(late.map(({ days }) => days).toSorted((a, b) => a - b))
  return {
    key: `paying-late:${tenantId}`,
    propertyId,
    tenantId,
    insightType: 'payment_risk',
    title: `Frequent late payments from ${name}`,
    description: `${late.length} of the last ${settled.length} rents were paid more than ${onTimeDays} days late, typically ${plural(Math.round(usual), 'day')} late. A due date that matches the tenant's payday, or automatic payments, often helps.`,
    priority: late.length >= mediumLate ? 'medium' : 'low',
    actionRequired: false,
    evidence: [
      evidence.text('Tenant', name, evidence.tenant(tenantId)),
      ...(place ? [evidence.text('Property', place, evidence.property(propertyId))] : []),
      evidence.count('Rents settled late', late.length),
      evidence.count('Rents looked at', settled.length),
      evidence.count('Typical days late', Math.round(usual)),
      ...late.map(({ chargeId, dueDate, settledOn }) =>
        evidence.date(`Due ${inWords(dueDate)}, settled`, settledOn, evidence.payment(chargeId)),
      ),
    ],
    metadata: {
      rule: 'paying-late',
      thresholds: { lookBack, minSettled, graceDays: onTimeDays, minLate, mediumLate },
      formula: `rents settled after their due date + ${onTimeDays} days, of the last ${lookBack} settled`,
      inputs: {
        late: late.length,
        settled: settled.length,
        rents: settled.map(({ chargeId, dueDate, settledOn, days }) => ({
          chargeId,
          dueDate,
          settledOn,
          onTimeUntil: addDays(dueDate, onTimeDays),
          days,
        })),
      },
    },
    confidence: share((settled.length / lookBack) * (late.length / settled.length) * 0.9),
    measure: late.length,
    returnsAt: late.length + 1,
  }
}
