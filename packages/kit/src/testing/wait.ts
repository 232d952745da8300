import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `fn` gives something truthy and resolves with it. A throw counts as "not yet"; the last one is the cause when time is up. */
export async function until<T>(
  fn: () => T | Promise<T>,
  { timeoutMs = 10_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    let cause: unknown
    try {
      const value = await fn()
      if (value) return value
    } catch (error) {
      cause = error
    }
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`, { cause })
    await sleep(pause)
  }
}
