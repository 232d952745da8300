import { toCents } from '@keyhold/kit/lib/money'
import {
  type CoveredPeriod,
  type PlannedCharge,
  plannedCharges,
  postedOn,
  type Price,
  type Terms,
} from './recurring-rules.ts'

/** A charge that a rule posted: active, or cancelled by the landlord. Charges that Keyhold cancelled are left out, so they may be posted again. */
export interface Posted {
  id: string
  period: string
  coversFrom: string
  coversTo: string
  amount: number
  /** The price of the whole month when it was charged; null if the amount was entered by hand. */
  full?: number | null
  dueDate: string
  isCancelled: boolean
  /** The amount that counts as paid. */
  paid: number
  /** Its money must not be deallocated: it has an unanswered report, or it is a paid deposit. */
  isHeld: boolean
}

export interface Reconciliation {
  cancel: Posted[]
  change: { charge: Posted; to: PlannedCharge }[]
  post: PlannedCharge[]
  /** The day of the next posting; null: never. */
  nextPostOn: string | null
}

/**
 * The changes that bring a rule's charges in line with its terms.
 * - Charges that are due or have money on them stay, and so do the days they cover; new terms charge only the remaining days.
 * - Only a move-out changes them: days after it are no longer charged, and money paid for those days is deallocated. Undoing the move-out restores
 *   them.
 * - A charge is changed only if the new terms differ from the old ones, so an edit by the landlord is kept until then.
 * - A charge that the landlord cancelled is not posted again.
 */
export function reconcile({
  before,
  after,
  posted,
  today,
}: {
  before: Terms | null
  after: Terms
  posted: Posted[]
  today: string
}): Reconciliation {
  const adjustable = posted.filter((one) => !isFixed(one, { before, after, today }))
  const fixed = posted.filter((one) => !adjustable.includes(one)).map(coveredPeriodOf)
  const keys = new Set(adjustable.map(({ period }) => period))
  const until = posted.reduce((last, { coversTo }) => (coversTo > last ? coversTo : last), '')
  // Charges that are due or paid keep the price of their own time when a move-out shortens them.
  const prices = new Map(
    adjustable.flatMap(({ period, coversFrom: from, full, ...one }): [string, Price][] =>
      typeof full === 'number' && isDueOrPaid(one, today) ? [[period, { from, cents: toCents(full) }]] : [],
    ),
  )
  const { planned, next } = periodsUntil(after, { fixed, keys, prices, until, today })
  const previous =
    before === null
      ? new Map<string, PlannedCharge>()
      : periodsUntil(before, { fixed, keys, prices, until, today: '' }).planned

  const cancel: Posted[] = []
  const change: Reconciliation['change'] = []
  for (const charge of adjustable) {
    const was = previous.get(charge.period)
    const to = planned.get(charge.period)
    if (!to) cancel.push(charge)
    else if (was && coversSameDays(charge, was) ? differs([before, was], [after, to]) : !matches(charge, to))
      change.push({ charge, to })
  }
  const wrong = findWronglyReduced({ cancel, change }, after)
  if (wrong.length > 0)
    return reconcile({
      before,
      after,
      posted: posted.map((one) => (wrong.includes(one) ? { ...one, isHeld: true } : one)),
      today,
    })
  const post = [...planned.values()].filter((one) => !keys.has(one.period.key) && isPostingDue(after, one, today))
  return { cancel, change, post, nextPostOn: next && postedOn(after, next.period) }
}

const coveredPeriodOf = ({ period, coversFrom: from, coversTo: to }: Posted): CoveredPeriod => ({ period, from, to })

const coversSameDays = ({ coversFrom, coversTo }: Posted, { period }: PlannedCharge) =>
  coversFrom === period.from && coversTo === period.to

const matches = (charge: Posted, to: PlannedCharge) =>
  coversSameDays(charge, to) && toCents(charge.amount) === to.cents && charge.dueDate === to.period.dueOn

function isFixed(
  charge: Posted,
  { before, after, today }: { before: Terms | null; after: Terms; today: string },
): boolean {
  if (charge.isCancelled || charge.isHeld) return true
  return isDueOrPaid(charge, today) && !isReachedByMoveOut(before, after, charge.coversTo)
}

/** New terms do not apply to a charge that is due or has money on it. */
const isDueOrPaid = ({ dueDate, paid }: Pick<Posted, 'dueDate' | 'paid'>, today: string) => dueDate <= today || paid > 0

/** Paid charges that would lose money for a reason other than the move-out. They stay unchanged. */
function findWronglyReduced(
  { cancel, change }: Pick<Reconciliation, 'cancel' | 'change'>,
  { leftOn }: Terms,
): Posted[] {
  const isAfter = (day: string) => leftOn !== null && leftOn < day
  return [
    ...cancel.filter(({ paid, coversFrom }) => paid > 0 && !isAfter(coversFrom)),
    ...change
      .filter(({ charge: { paid, coversTo }, to }) => toCents(paid) > to.cents && !isAfter(coversTo))
      .map(({ charge }) => charge),
  ]
}

const isPostingDue = (terms: Terms, { period, isAtOnce }: PlannedCharge, today: string) =>
  isAtOnce || postedOn(terms, period) <= today

interface PostedState {
  /** The periods that must not change. */
  fixed: CoveredPeriod[]
  /** The keys of the other posted periods. */
  keys: Set<string>
  /** The full-month price of the periods that are due or paid, by key. */
  prices: ReadonlyMap<string, Price>
  /** The last day covered by a posted charge. */
  until: string
  today: string
}

/** The periods up to the last one that is or should be posted by today, and the next one to post. */
function periodsUntil(terms: Terms, { fixed, keys, prices, until, today }: PostedState) {
  const planned = new Map<string, PlannedCharge>()
  let next: PlannedCharge | null = null
  for (const plannedCharge of plannedCharges(terms, fixed, prices)) {
    const { key, from } = plannedCharge.period
    if (!isPostingDue(terms, plannedCharge, today) && !keys.has(key)) next ??= plannedCharge
    if (next !== null && from > until) break
    planned.set(key, plannedCharge)
  }
  return { planned, next }
}

/** The move-out date changed, and the charge's last day is after the new date, or on or after the old one. */
function isReachedByMoveOut(before: Terms | null, after: Terms, until: string): boolean {
  const [was, is] = [before?.leftOn ?? null, after.leftOn]
  return was !== is && ((was !== null && was <= until) || (is !== null && is < until))
}

function differs([before, was]: [Terms | null, PlannedCharge], [after, to]: [Terms, PlannedCharge]): boolean {
  return (
    was.cents !== to.cents ||
    was.period.dueOn !== to.period.dueOn ||
    was.basis.formula !== to.basis.formula ||
    was.period.to !== to.period.to ||
    before?.description !== after.description ||
    before.propertyId !== after.propertyId ||
    before.unitId !== after.unitId
  )
}
