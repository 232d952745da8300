/** A sleep that others may end. A ring while nobody sleeps is kept for the next sleep, so that no wake-up is lost. One sleeper at a time. */
export interface WakeableSleep {
  wake: () => void
  /** Resolves after `ms`, or as soon as it rings. */
  sleep: (ms: number) => Promise<void>
}

export function createWakeableSleep(): WakeableSleep {
  let rung = false
  let wake: (() => void) | undefined
  return {
    wake() {
      rung = true
      wake?.()
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          wake = undefined
          rung = false
          resolve()
        }
        const timer = setTimeout(end, ms)
        wake = end
        if (rung) end()
      }),
  }
}

/** Milliseconds before attempt number `failures` + 1: doubled each time up to `ceiling`, and shaken so that replicas don't march in step. */
export function backoff(failures: number, first = 100, ceiling = 10_000): number {
  return Math.min(first * 2 ** Math.min(failures, 20), ceiling) * (0.75 + Math.random() / 2)
}
