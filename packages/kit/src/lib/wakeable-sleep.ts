/** A sleep that can be ended from elsewhere. A wake-up while nobody sleeps ends the next sleep at once, so that none is lost. One sleeper at a time. */
export interface WakeableSleep {
  wake: () => void
  /** Resolves after `ms`, or when woken. */
  sleep: (ms: number) => Promise<void>
}

export function createWakeableSleep(): WakeableSleep {
  let woken = false
  let wake: (() => void) | undefined
  return {
    wake() {
      woken = true
      wake?.()
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          wake = undefined
          woken = false
          resolve()
        }
        const timer = setTimeout(end, ms)
        wake = end
        if (woken) end()
      }),
  }
}

/** Milliseconds before attempt number `failures` + 1: doubled each time up to `ceiling`, with jitter, so that replicas don't retry at the same moment. */
export function backoff(failures: number, first = 100, ceiling = 10_000): number {
  return Math.min(first * 2 ** Math.min(failures, 20), ceiling) * (0.75 + Math.random() / 2)
}
