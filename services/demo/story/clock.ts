import { type Clock, movableClock } from '@keyhold/kit/runtime/clock'
import { calendarAt, morningOf } from './calendar.ts'

export type StoryClock = ReturnType<typeof movableClock>

/** The clock of a process that will seed the demo: it stands before the story begins, and is moved through it. */
export function storyClock(base: Clock): StoryClock {
  const clock = movableClock(base)
  clock.moveTo(morningOf(calendarAt(base.now()).day(-18, 20)))
  return clock
}
