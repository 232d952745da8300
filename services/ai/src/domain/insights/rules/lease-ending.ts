import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { startOfDay } from '@keyhold/kit/lib/time-zones'
import { inWords, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import {
  earliest,
  type Finding,
  placeName,
  type Portfolio,
  type Renter,
  type Rule,
  share,
  todayAt,
  zoneOf,
} from '../portfolio.ts'

/** Two months: what finding a tenant and most notice periods take. */
export const soonDays = 60
/** A month: the shortest common notice. */
export const urgentDays = 30
/** A lease that ended longer ago than this is one both sides live with from month to month. */
export const settledDays = 90

/** A lease that ends soon, or has ended while the tenant stayed (holdover). */
export const leaseEnding: Rule = (portfolio) => {
  const verdicts = portfolio.renters.flatMap((renter) =>
    renter.isActive && renter.leaseEndDate ? [judge(portfolio, renter, renter.leaseEndDate)] : [],
  )
  return {
    findings: verdicts.flatMap(({ finding }) => finding ?? []),
    next: earliest(verdicts.map(({ next }) => next)),
  }
}

function judge(portfolio: Portfolio, renter: Renter, endDate: string): { finding: Finding | null; next: Date } {
  const { propertyId } = renter
  const today = todayAt(portfolio, propertyId)
  const left = daysBetween(today, endDate)
  // As long as days are counted, each day counts; before, the day it begins.
  const next = startOfDay(
    left > soonDays ? addDays(endDate, -soonDays) : addDays(today, 1),
    zoneOf(portfolio, propertyId),
  )
  return { finding: left > soonDays ? null : findingOf(portfolio, renter, endDate, left), next }
}

function findingOf(portfolio: Portfolio, renter: Renter, endDate: string, left: number): Finding {
  const { tenantId, name, propertyId, leaseStartDate, monthlyRent } = renter
  const isHoldover = left < 0
  const place = placeName(portfolio, propertyId)
  const home = place ? ` at ${place}` : ''
  const known = [leaseStartDate, monthlyRent, propertyId].filter((value) => value !== null).length
  // In steps, so that a dismissal ends when a step is reached: more than a month left, the last month, over.
  const step = isHoldover ? 2 : left <= urgentDays ? 1 : 0
  return {
    key: `lease-ending:${tenantId}:${endDate}`,
    propertyId,
    tenantId,
    insightType: 'tenant_retention',
    title: isHoldover
      ? `Lease ended, still occupied by ${name}`
      : `The lease of ${name} ends ${left === 0 ? 'today' : `in ${plural(left, 'day')}`}`,
    description: isHoldover
      ? `The lease${home} ended on ${inWords(endDate)}, ${plural(-left, 'day')} ago, and the home is still occupied by ${name}. Without a new lease it usually continues month to month; renew it, agree on a month-to-month term, or record that the tenant has left.`
      : `The lease${home} ends on ${inWords(endDate)}. A renewal offered now leaves time to agree, and time to find someone else if it is declined.`,
    priority: isHoldover ? (left < -settledDays ? 'low' : 'high') : left <= urgentDays ? 'high' : 'medium',
    actionRequired: isHoldover ? left >= -settledDays : left <= urgentDays,
    evidence: [
      evidence.text('Tenant', name, evidence.tenant(tenantId)),
      ...(place ? [evidence.text('Property', place, evidence.property(propertyId))] : []),
      evidence.date('Lease ends', endDate, evidence.tenant(tenantId)),
      isHoldover ? evidence.count('Days since the end', -left) : evidence.count('Days left', left),
      ...(monthlyRent === null ? [] : [evidence.money('Monthly rent', monthlyRent, evidence.tenant(tenantId))]),
    ],
    metadata: {
      rule: 'lease-ending',
      thresholds: { soonDays, urgentDays, settledDays },
      formula: 'days left = lease end − today at the property',
      inputs: { leaseStartDate, leaseEndDate: endDate, daysLeft: left, isActive: true },
    },
    // The date itself is on record; what else is known of the lease says how well the record is kept.
    confidence: share(0.7 + known * 0.1 - (isHoldover ? 0.1 : 0)),
    measure: step,
    returnsAt: step + 1,
  }
}
