import { dayMs } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { inWords, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import {
  earliest,
  type Finding,
  placeName,
  type Portfolio,
  type Repair,
  type Rule,
  share,
  zoneOf,
} from '../portfolio.ts'

/** Half a year: a repair that recurs within it did not fix the cause. */
export const windowDays = 183
/** Two repairs can be chance. */
export const minRepairs = 3
export const highRepairs = 5
/** A dismissed finding returns after this many more repairs. */
export const growthStep = 2
/** Number of repairs at which half the confidence is reached. */
const halfSure = 2

/** Categories that recur by nature or say nothing about the cause. */
const routine = new Set<Repair['category']>(['cleaning', 'landscaping', 'painting', 'general'])

// Two screens use different names for one category.
const categoryOf = ({ category }: Repair) => (category === 'appliance' ? 'appliances' : category)

/** Repeated repairs of one kind at one property. */
export const repeatedRepairs: Rule = (portfolio) => {
  const since = portfolio.now.getTime() - windowDays * dayMs
  const recent = portfolio.repairs.filter(
    (repair) =>
      repair.propertyId !== null &&
      portfolio.places.get(repair.propertyId)?.isGone !== true &&
      repair.status !== 'cancelled' &&
      !routine.has(repair.category) &&
      Date.parse(repair.openedAt) > since,
  )
  const groups = [...Map.groupBy(recent, (repair) => `${repair.propertyId}:${categoryOf(repair)}`).values()].filter(
    ({ length }) => length >= minRepairs,
  )
  return {
    findings: groups.map((repairs) => findingOf(portfolio, repairs)),
    // When the oldest repair leaves the window.
    next: earliest(groups.flat().map(({ openedAt }) => new Date(Date.parse(openedAt) + windowDays * dayMs))),
  }
}

function findingOf(portfolio: Portfolio, unsorted: Repair[]): Finding {
  const repairs = unsorted.toSorted(
    (a, b) => b.openedAt.localeCompare(a.openedAt) || b.requestId.localeCompare(a.requestId),
  )
  const { propertyId } = repairs[0]!
  const category = categoryOf(repairs[0]!)
  const name = category === 'hvac' ? 'HVAC' : category
  const place = placeName(portfolio, propertyId) ?? 'this property'
  const emergencies = repairs.filter(({ priority }) => priority === 'emergency').length
  const openedOn = ({ openedAt }: Repair) => dateAt(new Date(openedAt), zoneOf(portfolio, propertyId))
  const first = openedOn(repairs.at(-1)!)
  return {
    key: `repeated-repairs:${propertyId}:${category}`,
    propertyId,
    tenantId: null,
    insightType: 'maintenance_prediction',
    title: `${name === category ? name.charAt(0).toUpperCase() + name.slice(1) : name} keeps needing repair at ${place}`,
    description: `${place} had ${repairs.length} requests about ${name} since ${inWords(first)}${emergencies > 0 ? `, ${plural(emergencies, 'emergency', 'emergencies')} among them` : ''}. Repairs that recur this often usually share one cause. An inspection or a replacement may cost less than the next visit.`,
    priority: repairs.length >= highRepairs || emergencies > 0 ? 'high' : 'medium',
    actionRequired: repairs.length >= highRepairs || emergencies > 0,
    evidence: [
      evidence.text('Property', place, evidence.property(propertyId)),
      evidence.count(`Requests about ${name} in ${windowDays} days`, repairs.length),
      ...repairs
        .slice(0, 8)
        .map((repair) => evidence.date(repair.title, openedOn(repair), evidence.maintenance(repair.requestId))),
    ],
    metadata: {
      rule: 'repeated-repairs',
      thresholds: { windowDays, minRepairs, highRepairs, growthStep },
      formula: `requests of one category at one property within ${windowDays} days, cancelled ones left out`,
      inputs: { category, count: repairs.length, emergencies, requestIds: repairs.map(({ requestId }) => requestId) },
    },
    confidence: share(repairs.length / (repairs.length + halfSure)),
    measure: repairs.length,
    returnsAt: repairs.length + growthStep,
  }
}
