import { addDays, dateIn, daysBetween } from '@keyhold/kit/lib/dates'

/** When a charge recurs. */
export interface Recurrence {
  startsOn: string
  /** The last day charged for; null: no end. */
  endsOn: string | null
  /** The day of the month on which periods begin and are due; null: the day of `startsOn`. */
  dueDay: number | null
  /** Maximum number of periods; null: no limit. */
  periods: number | null
}

/** The days of one charge, `from` to `to`, within the month from `fullFrom` to `fullTo`. All days are inclusive. */
export interface Period {
  /** Unique within a rule: `YYYY-MM` of `fullFrom`, or `YYYY-MM-DD` of `from` if only part of the month was left to charge. */
  key: string
  from: string
  to: string
  fullFrom: string
  fullTo: string
  dueOn: string
}

/** The last year of a calendar date in the contract. */
const lastYear = 2199

/**
 * The periods of a rule in order; infinite if the rule has no end. A period begins on the due day of each month, or on the last day of a shorter
 * month; with due day 31, 31 March follows 28 February. A rule that starts between two due days begins with a partial period that is due on the
 * start date.
 */
export function* periodsOf({ startsOn, endsOn, dueDay, periods }: Recurrence): Generator<Period> {
  const [year = 0, month = 0, startDay = 0] = startsOn.split('-').map(Number)
  const boundary = (months: number) => dateIn(year, month + months, dueDay ?? startDay)
  const first = boundary(0) > startsOn ? -1 : 0
  for (let n = 0; periods === null || n < periods; n++) {
    const fullFrom = boundary(first + n)
    const from = n === 0 ? startsOn : fullFrom
    if (Number(from.slice(0, 4)) > lastYear || (endsOn !== null && from > endsOn)) return
    const fullTo = addDays(boundary(first + n + 1), -1)
    const to = endsOn !== null && endsOn < fullTo ? endsOn : fullTo
    yield { key: fullFrom.slice(0, 7), from, to, fullFrom, fullTo, dueOn: from }
  }
}

/** A range of days, both inclusive. */
export interface Span {
  from: string
  to: string
}

/** The days of a span that no span in `taken` covers. `taken` must be sorted. */
export function* uncovered({ from, to }: Span, taken: readonly Span[]): Generator<Span> {
  let start = from
  for (const one of taken) {
    if (one.from > to || start > to) break
    if (one.from > start) yield { from: start, to: addDays(one.from, -1) }
    if (one.to >= start) start = addDays(one.to, 1)
  }
  if (start <= to) yield { from: start, to }
}

/** The number of days from `from` to `to`, counting both. */
export const daysOf = (from: string, to: string): number => daysBetween(from, to) + 1
