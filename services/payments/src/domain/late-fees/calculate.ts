import { addDays } from '@keyhold/kit/lib/dates'

/** The terms of a late-fee policy. Amounts are whole cents; days are calendar days at the property. */
export interface Terms {
  /** Days after the due day, not counting it. */
  graceDays: number
  kind: 'flat' | 'percent'
  /** Cents, or hundredths of a percent. */
  rate: number
  frequency: 'once' | 'daily'
  /** Limit for all fees of one rent; null: no limit. */
  cap: number | null
  /** No fee while less than this is open. */
  minimum: number
}

/** A rent and the counted money on it by the day it was received, without reversed receipts. */
export interface Rent {
  cents: number
  dueDate: string
  received: { on: string; cents: number }[]
}

export interface Fee {
  /** 1 for the first late day. */
  occurrence: number
  on: string
  cents: number
}

/** The last day on which a payment is on time. Due on the 1st with three days of grace: the 4th. */
export const lastDayOfGrace = (dueDate: string, graceDays: number): string => addDays(dueDate, graceDays)

/** The first day on which the rent is late: the day after the last day of grace. */
export const lateFrom = (dueDate: string, graceDays: number): string => addDays(dueDate, graceDays + 1)

/** The late day that an occurrence is for. */
export const dayOfFee = (
  { dueDate }: Pick<Rent, 'dueDate'>,
  { graceDays }: Pick<Terms, 'graceDays'>,
  occurrence: number,
): string => addDays(dueDate, graceDays + occurrence)

/** The open balance at the end of `day`. */
export const openAfter = ({ cents, received }: Rent, day: string): number =>
  received.reduce((open, part) => (part.on <= day ? open - part.cents : open), cents)

/** Hundredths of a percent of an amount, rounded half up to whole cents. */
export const percentOf = (cents: number, hundredths: number): number =>
  Math.floor((cents * hundredths + 5_000) / 10_000)

/** The base of a percentage fee: the open balance at the end of grace, regardless of later payments. */
export const baseOf = (rent: Rent, { graceDays }: Pick<Terms, 'graceDays'>): number =>
  openAfter(rent, lastDayOfGrace(rent.dueDate, graceDays))

/**
 * The fee of one occurrence, with `used` cents of the cap taken by other fees; 0 for no fee. A late day is charged if at least the minimum was open
 * when it began, so money received on the day before is on time.
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
 * The fees due by `today` that are not yet `taken` (cents by occurrence), together within the cap. A policy that charges once adds none if there is
 * any fee, even one of another policy.
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
