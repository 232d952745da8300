import { toCents } from '@keyhold/kit/lib/money'
import {
  type CoveredPeriod,
  type PlannedCharge,
  plannedCharges,
  postedOn,
  type Price,
  type Terms,
} from './recurring-rules.ts'

/** What a rule has posted: what stands, and what the landlord cancelled. What Keyhold cancelled itself is forgotten: it may come again. */
export interface Posted {
  id: string
  period: string
  coversFrom: string
  coversTo: string
  amount: number
  /** What the whole month costs by the terms that it was charged by; null where somebody typed the amount. */
  full?: number | null
  dueDate: string
  isCancelled: boolean
  /** What counts as received on it. */
  paid: number
  /** It is not taken off the charge: a tenant's report waits on it for an answer, or what stands on it is a deposit, which is owed back. */
  isHeld: boolean
}

export interface Reconciliation {
  cancel: Posted[]
  change: { charge: Posted; to: PlannedCharge }[]
  post: PlannedCharge[]
  /** The day on which there is something to post again; null: never. */
  nextPostOn: string | null
}

/**
 * What has to be done so that the charges of a rule follow its terms. Those that are due already, or that money stands on, stay as they are,
 * and so do the days that they are for: the new terms charge the days around them. Only a move-out reaches back, to the days after it, and frees
 * what was paid for them; taken back, it gives paid charges their days again. A charge is changed where the terms say something else than before, so that what the landlord edited by hand is left alone until
 * then. What the landlord cancelled is not posted again.
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
  const loose = posted.filter((one) => !isFixed(one, { before, after, today }))
  const fixed = posted.filter((one) => !loose.includes(one)).map(coveredPeriodOf)
  const keys = new Set(loose.map(({ period }) => period))
  const until = posted.reduce((last, { coversTo }) => (coversTo > last ? coversTo : last), '')
  // A move-out takes days off what was owed by the terms of its day, at their price.
  const owed = new Map(
    loose.flatMap(({ period, coversFrom: from, full, ...one }): [string, Price][] =>
      typeof full === 'number' && isDueOrPaid(one, today) ? [[period, { from, cents: toCents(full) }]] : [],
    ),
  )
  const { wanted, next } = periodsUntil(after, { fixed, keys, owed, until, today })
  const had =
    before === null
      ? new Map<string, PlannedCharge>()
      : periodsUntil(before, { fixed, keys, owed, until, today: '' }).wanted

  const cancel: Posted[] = []
  const change: Reconciliation['change'] = []
  for (const charge of loose) {
    const was = had.get(charge.period)
    const to = wanted.get(charge.period)
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
  const post = [...wanted.values()].filter(
    ({ period }) => !keys.has(period.key) && isPostingDue(after, period.dueOn, today),
  )
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

/** It is due, or money stands on it: new terms are not for it. */
const isDueOrPaid = ({ dueDate, paid }: Pick<Posted, 'dueDate' | 'paid'>, today: string) => dueDate <= today || paid > 0

/** Paid charges that would lose money for another reason than that the tenants left: they stay. */
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

const isPostingDue = ({ postingDays }: Terms, dueOn: string, today: string) =>
  (postedOn({ postingDays }, { dueOn }) ?? today) <= today

interface PostedState {
  /** What stays as it is. */
  fixed: CoveredPeriod[]
  /** The periods that are posted besides. */
  keys: Set<string>
  /** What a whole month costs of those that are due or paid. */
  owed: ReadonlyMap<string, Price>
  /** The last day that is charged for. */
  until: string
  today: string
}

/** The periods up to the last one that is posted by now, or was; and the next one to post. */
function periodsUntil(terms: Terms, { fixed, keys, owed, until, today }: PostedState) {
  const wanted = new Map<string, PlannedCharge>()
  let next: PlannedCharge | null = null
  for (const judged of plannedCharges(terms, fixed, owed)) {
    const { key, from, dueOn } = judged.period
    if (!isPostingDue(terms, dueOn, today) && !keys.has(key)) next ??= judged
    if (next !== null && from > until) break
    wanted.set(key, judged)
  }
  return { wanted, next }
}

/** The tenants turned out to leave, or to stay, before the last day that is charged for; or it was the last because they were to leave. */
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
