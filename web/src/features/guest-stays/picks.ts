import type { PublicDay } from '@keyhold/contracts/properties/stays/public-stays'
import type { z } from '@keyhold/contracts/zod'
import { addDays, nightsBetween } from '~/lib/nights.ts'

export type Day = z.output<typeof PublicDay>
export type Days = ReadonlyMap<string, Day>

/** The dates that a guest has chosen so far. */
export interface Picked {
  checkInDate: string | null
  checkOutDate: string | null
}

export const nothingPicked: Picked = { checkInDate: null, checkOutDate: null }

/** Whether a stay from a day of arrival can end on a date: every night is free, and long enough for that arrival. */
export function canEndOn(days: Days, checkInDate: string, date: string): boolean {
  const nights = nightsBetween(checkInDate, date)
  if (nights < (days.get(checkInDate)?.minimumStay ?? 1)) return false
  if (days.get(date)?.canDepart === false) return false
  for (let night = 0; night < nights; night++) if (!days.get(addDays(checkInDate, night))?.isAvailable) return false
  return true
}

/** Whether a tap on a date does anything. */
export function canPick(days: Days, picked: Picked, date: string): boolean {
  const canArrive = days.get(date)?.canArrive ?? false
  if (picked.checkInDate === null || picked.checkOutDate !== null) return canArrive
  return canArrive || canEndOn(days, picked.checkInDate, date)
}

/** The choice after a tap: arrival, then departure, then anew. */
export function pick(days: Days, { checkInDate, checkOutDate }: Picked, date: string): Picked {
  const ends = checkInDate !== null && checkOutDate === null && canEndOn(days, checkInDate, date)
  return ends ? { checkInDate, checkOutDate: date } : { checkInDate: date, checkOutDate: null }
}
