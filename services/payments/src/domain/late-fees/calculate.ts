import { addDays } from '@keyhold/kit/lib/dates'

/** When a rent is late and what that costs. Money is whole cents; days are calendar days at the property. */
export interface Terms {
  /** Days after the due day, which is none of them. */
  graceDays: number
  kind: 'flat' | 'percent'
  /** Cents, or hundredths of a percent. */
  rate: number
  frequency: 'once' | 'daily'
  /** Of all fees of one rent; null: no bound. */
  cap: number | null
  /** None where less than that is open. */
  minimum: number
}

/** A rent and what counts on it, by the day it was received; what was taken back is not among it. */
export interface Rent {
  cents: number
  dueDate: string
  received: { on: string; cents: number }[]
}

export interface Fee {
  /** From 1: the first day of being late. */
  occurrence: number
  on: string
  cents: number
}

/** The last day on which money is in time. Due on the 1st, three days of grace: the 4th. */
export const lastDayOfGrace = (dueDate: string, graceDays: number): string => addDays(dueDate, graceDays)

/** The first day on which the rent is late: the day after. */
export const lateFrom = (dueDate: string, graceDays: number): string => addDays(dueDate, graceDays + 1)

/** The day that an occurrence is charged for. */
export const dayOfFee = (
  { dueDate }: Pick<Rent, 'dueDate'>,
  { graceDays }: Pick<Terms, 'graceDays'>,
  occurrence: number,
): string => addDays(dueDate, graceDays + occurrence)

/** What was open when `day` was over. */
export const openAfter = ({ cents, received }: Rent, day: string): number =>
  received.reduce((open, part) => (part.on <= day ? open - part.cents : open), cents)

/** Hundredths of a percent of an amount, to the nearest cent, half a cent up. */
export const percentOf = (cents: number, hundredths: number): number =>
  Math.floor((cents * hundredths + 5_000) / 10_000)

/** What a fee is reckoned from: what was open at the end of grace, whatever is paid later. */
export const baseOf = (rent: Rent, { graceDays }: Pick<Terms, 'graceDays'>): number =>
  openAfter(rent, lastDayOfGrace(rent.dueDate, graceDays))

/**
 * One fee, `used` cents of the cap being taken by others; 0 where there is none. A day of being late costs when enough was open as it began,
 * so that what is received on the last day of grace, or late on the day before, is in time.
 */
export function feeOn(
  terms: Terms,
  rent: Rent,
  occurrence: number,
  { today, used }: { today: string; used: number },
): number {
  const day = dayOfFee(rent, terms, occurrence)
  if (day > today || (terms.frequency === 'once' && occurrence > 1)) return 0
  if (openAfter(rent, addDays(day, -1)) < Math.max(1, terms.minimum)) return 0
  const whole = terms.kind === 'flat' ? terms.rate : percentOf(baseOf(rent, terms), terms.rate)
  return Math.max(0, terms.cap === null ? whole : Math.min(whole, terms.cap - used))
}

/**
 * The fees that are due by `today` besides those that there are, by their occurrence. Together they stay within the cap. Where one is charged once,
 * any that there is was it, whatever policy it is of.
 */
export function feesOf(
  terms: Terms,
  rent: Rent,
  { today, taken }: { today: string; taken: ReadonlyMap<number, number> },
): Fee[] {
  const fees: Fee[] = []
  if (terms.frequency === 'once' && taken.size > 0) return fees
  let used = [...taken.values()].reduce((sum, cents) => sum + cents, 0)
  for (let occurrence = 1; occurrence === 1 || terms.frequency === 'daily'; occurrence++) {
    if (taken.has(occurrence)) {
      if (dayOfFee(rent, terms, occurrence) >= today) break
      continue
    }
    const cents = feeOn(terms, rent, occurrence, { today, used })
    if (cents === 0) break
    fees.push({ occurrence, on: dayOfFee(rent, terms, occurrence), cents })
    used += cents
  }
  return fees
}
