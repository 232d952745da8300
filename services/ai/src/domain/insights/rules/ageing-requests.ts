import { addDays, dayMs } from '@keyhold/kit/lib/dates'
import { dateAt, startOfDay } from '@keyhold/kit/lib/time-zones'
import { inWords, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import {
  earliest,
  type Finding,
  placeName,
  type Portfolio,
  type Priority,
  type Repair,
  type Rule,
  share,
  stepUp,
  todayAt,
  zoneOf,
} from '../portfolio.ts'

/** Days after which an open request is late, by priority. */
export const limitDays: Record<Repair['priority'], number> = { emergency: 1, high: 3, medium: 14, low: 30 }
/** Requests in progress may take this much longer. */
export const startedFactor = 2
/** At this multiple of the limit the priority rises by one step. */
export const farOver = 3

const pressing: Record<Repair['priority'], Priority> = { emergency: 'high', high: 'high', medium: 'medium', low: 'low' }

/** Requests that have been open for longer than their priority allows. */
export const ageingRequests: Rule = (portfolio) => {
  const verdicts = portfolio.repairs
    .filter(({ status }) => status === 'open' || status === 'in_progress')
    .map((repair) => judge(portfolio, repair))
  return {
    findings: verdicts.flatMap(({ finding }) => finding ?? []),
    next: earliest(verdicts.map(({ next }) => next)),
  }
}

function judge(portfolio: Portfolio, repair: Repair): { finding: Finding | null; next: Date } {
  const { priority, status, scheduledDate, openedAt } = repair
  const limit = limitDays[priority] * (status === 'in_progress' ? startedFactor : 1)
  const late = Date.parse(openedAt) + limit * dayMs
  const today = todayAt(portfolio, repair.propertyId)
  const dayAfter = (date: string) => startOfDay(addDays(date, 1), zoneOf(portfolio, repair.propertyId))
  // A scheduled request is late only after its day.
  if (scheduledDate !== null && scheduledDate >= today) return { finding: null, next: dayAfter(scheduledDate) }
  if (portfolio.now.getTime() < late) return { finding: null, next: new Date(late) }
  const age = Math.floor((portfolio.now.getTime() - Date.parse(openedAt)) / dayMs)
  // The next day of age.
  return {
    finding: findingOf(portfolio, repair, { age, limit }),
    next: new Date(Date.parse(openedAt) + (age + 1) * dayMs),
  }
}

function findingOf(portfolio: Portfolio, repair: Repair, { age, limit }: { age: number; limit: number }): Finding {
  const { requestId, propertyId, title, priority, status, openedAt, scheduledDate } = repair
  const place = placeName(portfolio, propertyId)
  const isFarOver = age >= limit * farOver
  const begun = status === 'in_progress'
  const openedOn = dateAt(new Date(openedAt), zoneOf(portfolio, propertyId))
  return {
    key: `ageing-request:${requestId}`,
    propertyId,
    tenantId: null,
    insightType: 'maintenance_prediction',
    title: `"${title}" has been ${begun ? 'in progress' : 'open'} for ${plural(age, 'day')}`,
    description:
      `The ${priority} priority request${place ? ` at ${place}` : ''} was opened on ${inWords(openedOn)} and is ${begun ? 'in progress' : 'not started'}. ` +
      (scheduledDate ? `It was planned for ${inWords(scheduledDate)}, which has passed. ` : '') +
      `Requests of this priority should be ${begun ? 'completed' : 'started'} within ${plural(limit, 'day')}; longer waits tend to cost more, in money and goodwill.`,
    priority: isFarOver ? stepUp(pressing[priority]) : pressing[priority],
    actionRequired: true,
    evidence: [
      evidence.text('Request', title, evidence.maintenance(requestId)),
      ...(place ? [evidence.text('Property', place, evidence.property(propertyId))] : []),
      evidence.text('Priority', priority),
      evidence.date('Opened', openedOn),
      evidence.count('Days open', age),
      evidence.count('Days allowed', limit),
    ],
    metadata: {
      rule: 'ageing-requests',
      thresholds: { ...limitDays, startedFactor, farOver },
      formula: 'days since it was opened ≥ the limit of its priority, twice that once begun',
      inputs: { requestId, priority, status, openedAt, scheduledDate, ageDays: age, limitDays: limit },
    },
    // The age is exact; that nobody works on it is inferred from the status, so a request in progress is more certain.
    confidence: share(begun || scheduledDate ? 0.85 : 0.95),
    measure: age,
    returnsAt: age + limit * farOver,
  }
}
