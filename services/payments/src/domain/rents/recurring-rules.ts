import type { Basis } from '@keyhold/contracts/payments/explanations'
import { defaultPostingDays, plannedRents } from '@keyhold/contracts/tenancy/tenancies'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { addDays, dateIn } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import type { rule, Step } from '../../schema/recurring-rules.ts'
import { type Period, periodsOf, type Span, uncovered } from './periods.ts'
import { prorate } from './prorate.ts'

export type Rule = typeof rule.$inferSelect

/** A rule and the day on which the tenants moved out: everything that its charges depend on. */
export interface Terms extends Omit<Rule, 'createdAt' | 'updatedAt' | 'nextPostOn'> {
  leftOn: string | null
}

/** The charge that a rule makes for one period. */
export interface PlannedCharge {
  period: Period
  cents: number
  basis: Basis
  /** It is one of the periods that are posted at once. */
  isAtOnce: boolean
}

type TenancyTerms = Pick<TenancySnapshot, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn' | 'isVoid'>

/** The last day that a tenancy is charged for: the move-out or the end of a fixed term, whichever is earlier. Null: no end known. */
export function lastDayOf({
  termKind,
  endDate,
  movedOutOn,
}: Omit<TenancyTerms, 'isVoid' | 'startDate'>): string | null {
  return earlier(movedOutOn, termKind === 'fixed' ? endDate : null)
}

export const earlier = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null ? one : one < other ? one : other

/**
 * The rent as a rule. Twelve rents are posted at once, or none if the billing terms name the days of posting; then each month's until the tenancy
 * ends. Null if there is nothing to charge.
 */
export function rentRuleOf(snapshot: TenancySnapshot): Terms | null {
  const { landlordId, tenancyId, accountId, propertyId, unitId, startDate, monthlyRent, billing, movedOutOn } = snapshot
  if (snapshot.isVoid || startDate === null || monthlyRent === null || monthlyRent <= 0) return null
  const isAtOnce = billing?.postingDays == null
  const begin = billingBegin(startDate, billing)
  const endsOn = isAtOnce ? earlier(movedOutOn, lastDayOfTerm(snapshot, startDate)) : lastDayOf(snapshot)
  return {
    id: tenancyId,
    landlordId,
    tenantId: accountId,
    tenancyId,
    propertyId,
    unitId,
    type: 'rent',
    description: null,
    steps: stepsOf(snapshot, startDate, monthlyRent),
    startsOn: begin.on,
    endsOn: endsOn === null ? null : laterOf(endsOn, dayBefore(begin.on)),
    dueDay: begin.dueDay,
    proration: billing?.proration ?? 'none',
    postingDays: billing?.postingDays ?? defaultPostingDays,
    atOnce: isAtOnce ? plannedRents : 0,
    resumesOn: null,
    splitAfter: begin.on === startDate ? (billing?.splitAfter ?? null) : null,
    isRent: true,
    leftOn: movedOutOn,
  }
}

/** The first day that is charged: the start of the tenancy, or the first due date on or after the day from which the landlord bills. */
function billingBegin(startDate: string, billing: TenancySnapshot['billing']) {
  const dueDay = billing?.dueDay ?? null
  const from = billing?.billFrom ?? null
  if (from === null || from <= startDate) return { on: startDate, dueDay }
  const day = dueDay ?? Number(startDate.slice(8))
  const [year = 0, month = 0] = from.split('-').map(Number)
  const inThatMonth = dateIn(year, month, day)
  return { on: inThatMonth >= from ? inThatMonth : dateIn(year, month + 1, day), dueDay: day }
}

/**
 * The last day that a fixed term with twelve rents is charged for: its end, but not before the twelfth rent's unless the landlord said so. A term
 * that ends on the day on which the next rent would be due ends before that rent.
 */
function lastDayOfTerm({ termKind, endDate, billing }: TenancySnapshot, startDate: string): string | null {
  if (termKind !== 'fixed' || endDate === null) return null
  const [year = 0, month = 0, startDay = 0] = startDate.split('-').map(Number)
  const dueDay = billing?.dueDay ?? startDay
  const [endYear = 0, endMonth = 0] = endDate.split('-').map(Number)
  const last = dateIn(endYear, endMonth, dueDay) === endDate ? dayBefore(endDate) : endDate
  if (billing?.endsWithTerm) return last
  const isDueBefore = dateIn(year, month, dueDay) <= startDate
  const twelfth = dayBefore(dateIn(year, month + plannedRents - (isDueBefore ? 0 : 1), dueDay))
  return laterOf(last, twelfth)
}

/** The rule without any period. */
export const endedBefore = (terms: Terms): Terms => ({ ...terms, endsOn: dayBefore(terms.startsOn) })

/** The rule limited by its tenancy: nothing is charged after the tenancy ends. */
export function withinTenancy(own: Rule, tenancy: TenancyTerms | null): Terms {
  if (tenancy === null) return { ...own, leftOn: null }
  if (tenancy.isVoid) return endedBefore({ ...own, leftOn: null })
  const endsOn = earlier(own.endsOn, own.isRent ? null : lastDayOf(tenancy))
  return {
    ...own,
    endsOn: endsOn === null ? null : laterOf(endsOn, dayBefore(own.startsOn)),
    leftOn: tenancy.movedOutOn,
  }
}

/** The start of the first rent of a tenancy that has no start date yet. */
export const noStart = '1900-01-01'

export const stepsOf = (
  { rentSteps }: Pick<TenancySnapshot, 'rentSteps'>,
  startsOn: string,
  monthlyRent: number,
): Step[] => [
  { startsOn, amount: monthlyRent },
  ...rentSteps.map((step) => ({ startsOn: step.startsOn, amount: step.monthlyRent })),
]

/** The amount in force on a day; before the first step, the first step's. */
export const amountOn = (steps: Step[], day: string): number =>
  (steps.findLast(({ startsOn }) => startsOn <= day) ?? steps[0])?.amount ?? 0

/** Days that are already charged, and the period they were charged as. */
export type CoveredPeriod = Span & { period: string }

/** The full-month price of a period that began on `from`. */
export interface Price {
  from: string
  cents: number
}

/**
 * The charges of a rule, period by period; infinite if the rule has no end. Days that are already charged are skipped; the rest of such a period is
 * charged by the day, even if the rule does not prorate. A charge that rounds to 0 is left out.
 * `prices`: periods that keep their earlier price if they still begin on the same day.
 */
export function* plannedCharges(
  terms: Terms,
  charged: readonly CoveredPeriod[] = [],
  prices: ReadonlyMap<string, Price> = new Map(),
): Generator<PlannedCharge> {
  const taken = charged.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const keys = new Set(charged.map(({ period }) => period))
  let count = 0
  for (const days of periodsOf({ ...terms, periods: null })) {
    const number = count++
    if (isSkipped(terms, days.dueOn, number)) continue
    // Without proration, part of a month is charged as a whole month.
    const whole = terms.proration === 'none' ? { ...days, to: days.fullTo } : days
    for (const left of uncovered(whole, taken)) {
      const isWhole = left.from === whole.from && left.to === whole.to
      const period = {
        ...whole,
        ...left,
        key: isWhole && !keys.has(whole.key) ? whole.key : left.from,
        dueOn: left.from,
      }
      const method = isWhole || terms.proration !== 'none' ? terms.proration : 'actual'
      const split = number === 0 && isWhole ? terms.splitAfter : null
      const at = (full: number) => prorate(full, method, { ...period, split }, terms.isRent ? 'rent' : 'recurring')
      const price = prices.get(period.key)
      const atOldPrice = price?.from === period.from ? at(price.cents) : null
      // An earlier price that prorates to 0 is not kept.
      const { cents, basis } =
        atOldPrice && atOldPrice.cents > 0 ? atOldPrice : at(toCents(amountOn(terms.steps, period.from)))
      if (cents > 0) yield { period, cents, basis, isAtOnce: number < terms.atOnce }
    }
  }
}

/** Of a rule from before rents went on, the months between its first twelve and the day from which it goes on are not charged. */
const isSkipped = ({ resumesOn }: Terms, dueOn: string, number: number) =>
  resumesOn !== null && number >= plannedRents && dueOn < resumesOn

/** The day on which a period is posted unless it is posted at once. */
export const postedOn = ({ postingDays }: Pick<Terms, 'postingDays'>, { dueOn }: Pick<Period, 'dueOn'>): string =>
  addDays(dueOn, -(postingDays ?? defaultPostingDays))

const days = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `March 1 to March 31, 2026`, after the rule's description if it has one. */
export function describePeriod({ description }: Pick<Terms, 'description'>, { from, to }: Period): string {
  const first = (from.slice(0, 4) === to.slice(0, 4) ? monthAndDay : days).format(new Date(from))
  const span = `${first} to ${days.format(new Date(to))}`
  return description === null ? span : `${description}: ${span}`
}

const laterOf = (one: string, other: string) => (one > other ? one : other)
const dayBefore = (date: string) => addDays(date, -1)
