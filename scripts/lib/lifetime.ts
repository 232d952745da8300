/**
 * Calls `stop` once when Ctrl-C, SIGTERM or SIGHUP arrives, or when bootstrap.mjs, which started this process, is gone.
 * One Ctrl-C comes as several signals (from the terminal, npm and bootstrap.mjs), so only one that comes
 * a while later is taken as impatience and ends the process.
 */
export function onStop(stop: (why: string) => void): void {
  let stoppingSince = 0
  const ask = (why: string): void => {
    if (stoppingSince === 0) {
      stoppingSince = performance.now()
      stop(why)
    } else if (performance.now() - stoppingSince > 2000) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal))
  process.once('disconnect', () => ask('parent gone'))
  process.channel?.unref()
  // The reader of our output may exit first, which must not stop the shutdown.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
}
