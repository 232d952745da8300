export interface Worker {
  /** Look soon: something was queued, and will be visible once its transaction has committed. */
  wake(): void
  /** Ends after the work under way. */
  stop(): Promise<void>
}

/**
 * Does queued work soon after a nudge, and every `everyMs` what a crash, a failed commit or another process left. One look at a time;
 * what arrives meanwhile waits for the next. `work` takes one batch and says whether there may be more; what it throws goes to `failed`.
 */
export function startWorker(
  work: () => Promise<boolean>,
  { everyMs, failed }: { everyMs: number; failed: (error: unknown) => void },
): Worker {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  async function workThrough(): Promise<void> {
    for (let more = true; more && !stopping.signal.aborted;) more = await work()
  }

  function look(): void {
    running ??= workThrough()
      .catch(failed)
      .finally(() => (running = undefined))
  }

  const regular = setInterval(look, everyMs)
  return {
    wake() {
      clearTimeout(soon)
      soon = setTimeout(look, 50)
    },
    async stop() {
      stopping.abort()
      clearInterval(regular)
      clearTimeout(soon)
      await running
    },
  }
}
