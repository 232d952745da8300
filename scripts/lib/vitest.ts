import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './paths.ts'
import { run } from './run.ts'
import type { Outcome } from './steps.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** Runs projects of vitest.config.ts and counts their tests. Filters that match no test file fail, unless they `mayMatchNothing`. */
export async function runVitest(
  projects: string[],
  timeoutMs: number,
  options: { filters?: string[]; mayMatchNothing?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const report = join(cacheFolder, `test-${projects[0]}.json`)
  mkdirSync(cacheFolder, { recursive: true })
  rmSync(report, { force: true })
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...(options.mayMatchNothing ? ['--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await run('vitest', [...args, ...(options.filters ?? [])], {
    timeoutMs,
    ...(options.env ? { env: options.env } : {}),
  })
  // Without a report (ended, crashed, no tests) only the exit code is known.
  const counts = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined
  const failed = counts?.numFailedTests ?? 0
  return {
    passed: counts?.numPassedTests ?? 0,
    // A file that can't be loaded fails the run without failing a test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0),
  }
}
