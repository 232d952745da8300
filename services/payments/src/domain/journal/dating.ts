import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { sql } from 'drizzle-orm'
import { firstOpenDay, lockBooks } from './record.ts'

/** The day on which what belongs to a day takes effect in the books: that day, or the first open day if its period is closed. */
export async function bookedDay(tx: Tx, { landlordId, on }: { landlordId: string; on: string }): Promise<string> {
  await tx.execute(lockBooks(landlordId, 'book'))
  const [row] = await tx.execute<{ day: string }>(sql`select greatest(${on}::date, ${firstOpenDay(landlordId)}) as day`)
  return row?.day ?? on
}

/**
 * The day to which a correction of what was booked for the day `of` belongs: today, so that no past day changes; if that day's period is closed, the
 * same day, so that the correction takes effect on the first open day and says what it corrects.
 */
export async function dayOfCorrection(
  tx: Tx,
  { landlordId, of, today }: { landlordId: string; of: string; today: string },
): Promise<string> {
  return (await bookedDay(tx, { landlordId, on: of })) > of ? of : laterOf(today, of)
}

/** Money that moves on a day, in cents. */
export interface Movement {
  on: string
  cents: number
}

/**
 * Parts of `cents` that can be taken off a balance without making it negative on their day or any later one, each on its first such day, not before `from`
 * (empty: any day). The balance is the sum of `movements`, which must be enough in the end.
 */
export function partsCovered(
  movements: readonly Movement[],
  { cents, from }: { cents: number; from: string },
): Movement[] {
  const days = [...new Set([from, ...movements.map(({ on }) => on)])].filter((on) => on >= from && on !== '').toSorted()
  const parts: Movement[] = []
  let taken = 0
  for (const on of days) {
    const part = Math.min(cents, availableOn(movements, on)) - taken
    if (part <= 0) continue
    parts.push({ on, cents: part })
    taken += part
  }
  const left = cents - taken
  return left > 0 ? [...parts, { on: days.at(-1) ?? from, cents: left }] : parts
}

/** Pairs two lists of parts of one sum, in their order: `[part of the first list's day, of the other's, cents]`. */
export function pairParts(some: readonly Movement[], others: readonly Movement[]): [string, string, number][] {
  const pairs: [string, string, number][] = []
  const waiting = others.map((one) => ({ ...one }))
  for (const { on, cents } of some) {
    let left = cents
    while (left > 0 && waiting[0]) {
      const part = Math.min(left, waiting[0].cents)
      pairs.push([on, waiting[0].on, part])
      left -= part
      waiting[0].cents -= part
      if (waiting[0].cents === 0) waiting.shift()
    }
  }
  return pairs
}

/** Parts of `cents` to take back from what was given on days, the latest first. */
export function latestParts(given: readonly Movement[], cents: number): Movement[] {
  const sums = new Map<string, number>()
  for (const { on, cents: part } of given) sums.set(on, (sums.get(on) ?? 0) + part)
  let left = cents
  // Days on which more was taken back than given reduce the days before them.
  let taken = 0
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([on, sum]) => {
      const free = sum - taken
      taken = Math.max(0, -free)
      const part = Math.min(left, Math.max(0, free))
      left -= part
      return part > 0 ? [{ on, cents: part }] : []
    })
}

/** What of a balance is there on a day and on all later ones. */
export function availableOn(movements: readonly Movement[], on: string): number {
  const days = [on, ...movements.map((one) => one.on).filter((day) => day > on)]
  return Math.max(0, Math.min(...days.map((day) => balanceOn(movements, day))))
}

/** A balance at the end of a day. */
export const balanceOn = (movements: readonly Movement[], day: string): number =>
  movements.reduce((sum, { on, cents }) => (on <= day ? sum + cents : sum), 0)
