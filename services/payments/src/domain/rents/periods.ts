import { addDays, dateIn, daysBetween } from '@keyhold/kit/lib/dates'

/** When a charge comes again. */
export interface Recurrence {
  startsOn: string
  /** The last day that is charged for; null: no end. */
  endsOn: string | null
  /** Day of the month that periods begin on and are due; null: the day of `startsOn`. */
  dueDay: number | null
  /** How many there are at most; null: no bound. */
  periods: number | null
}

/** What one charge is for: the days `from` to `to`, both inclusive, of the month from `fullFrom` to `fullTo`. */
export interface Period {
  /** `YYYY-MM` of `fullFrom`, or `YYYY-MM-DD` of `from` where only a part is left of it: a rule has one period of each. */
  key: string
  from: string
  to: string
  fullFrom: string
  fullTo: string
  dueOn: string
}

/** The last year that a calendar date of the contract can have. */
const lastYear = 2199

/**
 * The periods of a rule in their order, endless where it has no end. A period begins on the due day of each month, on the month's last day
 * where that day does not exist, always counted from the anchor: after 28 February comes 31 March. Who starts between two due days pays
 * from the start to the next due day first, due on the start date.
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

/** Days, both inclusive. */
export interface Span {
  from: string
  to: string
}

/** What is left of `days` without those that `taken` has, which are in order. */
export function* uncovered({ from, to }: Span, taken: readonly Span[]): Generator<Span> {
  let start = from
  for (const one of taken) {
    if (one.from > to || start > to) break
    if (one.from > start) yield { from: start, to: addDays(one.from, -1) }
    if (one.to >= start) start = addDays(one.to, 1)
  }
  if (start <= to) yield { from: start, to }
}

/** How many days `from` to `to` are, both counted. */
export const daysOf = (from: string, to: string): number => daysBetween(from, to) + 1
