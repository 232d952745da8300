/** The result of a step. A check counts as one, a suite as its tests. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
}

export interface Step {
  name: string
  /** What it checks, for the person who watches. */
  what: string
  run(): Promise<Outcome>
}

export interface Result extends Outcome {
  name: string
  seconds: number
}

/** Runs steps one after the other, also after a failed one. */
export async function runSteps(steps: readonly Step[], isStopped: () => boolean): Promise<Result[]> {
  const results: Result[] = []
  for (const step of steps) {
    if (isStopped()) break
    console.log(`\n▶ ${step.name}: ${step.what}`)
    const started = performance.now()
    const outcome = await step.run()
    const seconds = (performance.now() - started) / 1000
    results.push({ name: step.name, seconds, ...outcome })
    console.log(`${outcome.failed > 0 ? '✗' : '✓'} ${step.name} ${seconds.toFixed(1)} s`)
  }
  return results
}

/** A line per step, and the total, beside the budget if there is one. */
export function summary(results: readonly Result[], budgetSeconds?: number): string {
  const rows = results.map(({ name, seconds, passed, failed, skipped }) => {
    const skippedNote = skipped > 0 ? `, ${skipped} skipped` : ''
    return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s   ${passed} passed, ${failed} failed${skippedNote}`
  })
  const total = results.reduce((sum, result) => sum + result.seconds, 0)
  if (budgetSeconds === undefined) return [...rows, `${total.toFixed(1)} s`].join('\n')
  const over = total > budgetSeconds ? ' (over the budget)' : ''
  return [...rows, `${total.toFixed(1)} s of a budget of ${budgetSeconds} s${over}`].join('\n')
}
