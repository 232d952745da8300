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

/** A clock that runs like `base` and can be moved away from it; for records that are made as of an earlier day. */
export function movableClock(base: Clock): Clock & { moveTo(at: Date): void; moveBack(): void } {
  let offset = 0
  return {
    now: () => new Date(base.now().getTime() + offset),
    moveTo: (at) => void (offset = at.getTime() - base.now().getTime()),
    moveBack: () => void (offset = 0),
  }
}
