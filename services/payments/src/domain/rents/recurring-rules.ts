import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { addDays } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { plannedRents } from '../../limits.ts'
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
 * The rent as a rule. Without billing terms: twelve rents, all posted at once, regardless of the end date. With billing terms: until the last day of
 * the tenancy. Null if there is nothing to charge.
 */
export function rentRuleOf(snapshot: TenancySnapshot): Terms | null {
  const { landlordId, tenancyId, accountId, propertyId, unitId, startDate, monthlyRent, billing, movedOutOn } = snapshot
  if (snapshot.isVoid || startDate === null || monthlyRent === null || monthlyRent <= 0) return null
  const endsOn = billing === null ? movedOutOn : lastDayOf(snapshot)
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
    startsOn: startDate,
    endsOn: endsOn === null ? null : laterOf(endsOn, dayBefore(startDate)),
    dueDay: billing?.dueDay ?? null,
    proration: billing?.proration ?? 'none',
    postingDays: billing?.postingDays ?? null,
    periods: billing === null ? plannedRents : null,
    isRent: true,
    leftOn: movedOutOn,
  }
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
  for (const days of periodsOf(terms)) {
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
      const at = (full: number) => prorate(full, method, period, terms.isRent ? 'rent' : 'recurring')
      const price = prices.get(period.key)
      const atOldPrice = price?.from === period.from ? at(price.cents) : null
      // An earlier price that prorates to 0 is not kept.
      const { cents, basis } =
        atOldPrice && atOldPrice.cents > 0 ? atOldPrice : at(toCents(amountOn(terms.steps, period.from)))
      if (cents > 0) yield { period, cents, basis }
    }
  }
}

/** The day on which a period is posted; null: immediately. */
export const postedOn = (
  { postingDays }: Pick<Terms, 'postingDays'>,
  { dueOn }: Pick<Period, 'dueOn'>,
): string | null => (postingDays === null ? null : addDays(dueOn, -postingDays))

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
