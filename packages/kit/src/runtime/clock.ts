/** Where the time comes from. Everything that asks for "now" is handed one of these. */
export interface Clock {
  now(): Date
}

/** The machine's clock: the only place in Keyhold that reads it. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is set or advanced; for tests. */
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
