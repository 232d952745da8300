import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancies'
import { addDays } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import type { rule, Step } from '../../schema/recurring-rules.ts'
import { type Period, periodsOf, type Span, uncovered } from './periods.ts'
import { prorate } from './prorate.ts'

export type Rule = typeof rule.$inferSelect

/** How many rents a tenancy has that says nothing of billing. */
export const plannedRents = 12

/** What the charges of a rule are made from: the rule, and the day on which the tenants moved out. */
export interface Terms extends Omit<Rule, 'createdAt' | 'updatedAt' | 'nextPostOn'> {
  leftOn: string | null
}

/** What a rule says about one of its periods. */
export interface PlannedCharge {
  period: Period
  cents: number
  basis: Basis
}

type TenancyTerms = Pick<TenancySnapshot, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn' | 'isVoid'>

/** The last day that a tenancy is charged for: the move-out, or before it the end of a fixed term. Null: no end is known. */
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
 * The rent as a rule: without billing the twelve rents, all posted at once, whatever the end date says; with it until the last day of the
 * tenancy. Null where there is nothing to charge.
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

/** The same rule with no period left. */
export const endedBefore = (terms: Terms): Terms => ({ ...terms, endsOn: dayBefore(terms.startsOn) })

/** The rule as the tenancy lets it be: no charge goes on after it. */
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

/** The amount in force on a day; before the first step, the first. */
export const amountOn = (steps: Step[], day: string): number =>
  (steps.findLast(({ startsOn }) => startsOn <= day) ?? steps[0])?.amount ?? 0

/** Days that are charged already, by the period they were charged as. */
export type CoveredPeriod = Span & { period: string }

/** What a whole month of a period cost that began on `from`. */
export interface Price {
  from: string
  cents: number
}

/**
 * What a rule charges, period by period, endless where it has no end. Days that were charged under other terms are not charged again: what
 * they leave of a period is charged by its days, even where a part of a month otherwise stands for all of it. Of a day that costs less than
 * half a cent nothing is charged. `owed`: the price of periods that keep the one they had, unless they begin on another day by now.
 */
export function* plannedCharges(
  terms: Terms,
  charged: readonly CoveredPeriod[] = [],
  owed: ReadonlyMap<string, Price> = new Map(),
): Generator<PlannedCharge> {
  const taken = charged.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const keys = new Set(charged.map(({ period }) => period))
  for (const days of periodsOf(terms)) {
    // Charged in full, a part of a month stands for all of it.
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
      const price = owed.get(period.key)
      const kept = price?.from === period.from ? at(price.cents) : null
      // A price of which so few days come to nothing is none to keep.
      const { cents, basis } = kept && kept.cents > 0 ? kept : at(toCents(amountOn(terms.steps, period.from)))
      if (cents > 0) yield { period, cents, basis }
    }
  }
}

/** The day on which a period is posted; null: at once. */
export const postedOn = (
  { postingDays }: Pick<Terms, 'postingDays'>,
  { dueOn }: Pick<Period, 'dueOn'>,
): string | null => (postingDays === null ? null : addDays(dueOn, -postingDays))

const days = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `March 1 to March 31, 2026`, after what it is for where it is not the rent. */
export function describePeriod({ description }: Pick<Terms, 'description'>, { from, to }: Period): string {
  const first = (from.slice(0, 4) === to.slice(0, 4) ? monthAndDay : days).format(new Date(from))
  const span = `${first} to ${days.format(new Date(to))}`
  return description === null ? span : `${description}: ${span}`
}

const laterOf = (one: string, other: string) => (one > other ? one : other)
const dayBefore = (date: string) => addDays(date, -1)
