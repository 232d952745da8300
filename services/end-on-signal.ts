/** Signals within this time after the first one are the same Ctrl-C; a later one ends the process at once. */
const repeatMs = 2000

/**
 * Stops what is starting or running at the first SIGINT or SIGTERM, and ends the process. One Ctrl-C arrives several times: from the
 * terminal, and from `node --watch` or npm, which pass it on. Without a handler the second one would end the process at once, and
 * leave the embedded database running.
 */
export function endOnSignal(starting: Promise<{ stop(): Promise<void> }>): void {
  let since: number | undefined
  const end = () => {
    if (since !== undefined) {
      if (performance.now() - since > repeatMs) process.exit(130)
      return
    }
    since = performance.now()
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
