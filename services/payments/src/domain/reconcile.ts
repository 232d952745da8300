import { toCents } from './cents.ts'
import { type Judged, judgedPeriods, postedOn, type Terms } from './rules.ts'

/** What a rule has posted: what stands, and what the landlord cancelled. What Keyhold cancelled itself is forgotten: it may come again. */
export interface Posted {
  id: string
  /** `YYYY-MM` */
  period: string
  amount: number
  dueDate: string
  isCancelled: boolean
  /** Money stands on it, reported money too. */
  hasMoney: boolean
}

export interface Reconciliation {
  cancel: Posted[]
  change: { charge: Posted; to: Judged }[]
  post: Judged[]
  /** The day on which there is something to post again; null: never. */
  nextPostOn: string | null
}

/**
 * What has to be done so that the charges of a rule follow its terms. Those that are due already, or that money stands on, stay as they are:
 * only a move-out reaches back, to what is unpaid of the days after it. A charge is changed where the terms say something else than
 * before, so that what the landlord edited by hand is left alone until then. What the landlord cancelled is not posted again.
 */
export function reconcile({ before, after, posted, today }: { before: Terms | null; after: Terms; posted: Posted[]; today: string }): Reconciliation {
  const taken = new Set(posted.map(({ period }) => period))
  const lastTaken = [...taken].toSorted().at(-1) ?? ''
  const { wanted, next } = periodsUntil(after, { today, lastTaken, taken })
  const had = before === null ? new Map<string, Judged>() : periodsUntil(before, { today: '', lastTaken, taken }).wanted

  const cancel: Posted[] = []
  const change: Reconciliation['change'] = []
  for (const charge of posted) {
    if (charge.isCancelled || charge.hasMoney) continue
    const was = had.get(charge.period)
    const to = wanted.get(charge.period)
    if (charge.dueDate <= today && !isReached(before, after, (was ?? to)?.period.fullTo ?? charge.dueDate)) continue
    if (!to) cancel.push(charge)
    else if (was ? differs([before, was], [after, to]) : toCents(charge.amount) !== to.cents || charge.dueDate !== to.period.dueOn)
      change.push({ charge, to })
  }
  const post = [...wanted.values()].filter(({ period }) => !taken.has(period.key) && isToBePosted(after, period.dueOn, today))
  return { cancel, change, post, nextPostOn: next && postedOn(after, next.period) }
}

const isToBePosted = ({ postingDays }: Terms, dueOn: string, today: string) => (postedOn({ postingDays }, { dueOn }) ?? today) <= today

/** The periods up to the last one that is posted by now, or was; and the next one to post. */
function periodsUntil(terms: Terms, { today, lastTaken, taken }: { today: string; lastTaken: string; taken: Set<string> }) {
  const wanted = new Map<string, Judged>()
  let next: Judged | null = null
  for (const judged of judgedPeriods(terms)) {
    const { key, dueOn } = judged.period
    if (!isToBePosted(terms, dueOn, today) && !taken.has(key)) next ??= judged
    if (next !== null && key > lastTaken) break
    wanted.set(key, judged)
  }
  return { wanted, next }
}

/** The tenants turned out to leave, or to stay, before a period ends. */
function isReached(before: Terms | null, after: Terms, until: string): boolean {
  const days = [before?.leftOn ?? null, after.leftOn]
  return days[0] !== days[1] && days.some((day) => day !== null && day < until)
}

function differs([before, was]: [Terms | null, Judged], [after, to]: [Terms, Judged]): boolean {
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
