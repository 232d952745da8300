/** The source of the current time. Code that needs "now" receives one. */
export interface Clock {
  now(): Date
}

/** The system clock. No other file reads it. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that only moves when it is set or advanced; for tests. */
export function settableClock(
  start: string | Date,
): Clock & { set(to: string | Date): void; advance(ms: number): void } {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to) => void (at = new Date(to).getTime()),
    advance: (ms) => void (at += ms),
  }
}
