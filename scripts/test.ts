// `npm test`: everything that can be checked on a bare machine, in order.
// `npm test -- unit` runs one step, `npm test -- unit payments` only its files whose path contains "payments".
import { findNatsServer } from '@keyhold/kit/testing/nats'
import { onStop } from './lib/lifetime.ts'
import { buildPage } from './lib/page.ts'
import { endAll, run } from './lib/run.ts'
import { type Outcome, runSteps, type Step, summary } from './lib/steps.ts'
import { runVitest } from './lib/vitest.ts'

/** The whole of `npm test` on two cores, as CONTRIBUTING.md promises. */
const budgetSeconds = 8 * 60
/** A command or suite that takes longer hangs, and is ended. */
const checkMs = 180_000
const suiteMs = 9 * 60_000
/** On a quiet machine seven minutes; ten thousand operations on the books, with the reports of two hundred days, take four of them. */
const longMs = 13 * 60_000

let stopped = false
onStop(() => {
  stopped = true
  void endAll()
})

const check = (passed: boolean): Outcome => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

/** Runs commands, two at a time since most use one core; each counts as one. */
async function commands(...lines: [command: string, ...args: string[]][]): Promise<Outcome> {
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
  const waiting = [...lines]
  const work = async () => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      const [command, ...args] = line
      if ((await run(command, args, { timeoutMs: checkMs })) === 0) total.passed += 1
      else total.failed += 1
    }
  }
  await Promise.all([work(), work()])
  return total
}

const [only, ...filters] = process.argv.slice(2)
const nats = findNatsServer()
const natsEnv = nats ? { env: { NATS_SERVER: nats } } : {}

const steps: Step[] = [
  {
    name: 'types',
    what: 'tsc',
    run: () => commands(['tsc', '-p', 'tsconfig.json'], ['tsc', '-p', 'web/tsconfig.json']),
  },
  {
    name: 'lint',
    what: 'oxlint, oxfmt, import zones and words, what is generated from the sources',
    run: () =>
      commands(
        ['oxlint', '--type-aware', '--deny-warnings'],
        ['oxfmt', '--check', '.'],
        ['node', 'scripts/check-source.ts'],
        ['node', 'scripts/lock-clean.ts', '--check'],
        ['node', 'scripts/settings.ts', '--check'],
        ['node', 'scripts/spec-coverage.ts', '--check'],
      ),
  },
  {
    name: 'unit',
    what: `unit, integration and component tests on embedded PostgreSQL${nats ? ` and NATS (${nats})` : '; NATS is skipped: install nats-server 2.12 or later, or set NATS_SERVER'}`,
    run: () => runVitest(['node', 'alone', 'web'], suiteMs, { filters, mayMatchNothing: true, ...natsEnv }),
  },
  { name: 'page', what: 'vite build', run: async () => check((await buildPage({ timeoutMs: checkMs })) === 0) },
  {
    name: 'journeys',
    what: 'the core journeys in a browser, through the whole program',
    run: () => runVitest(['journeys'], suiteMs, { filters, mayMatchNothing: true }),
  },
]

/** What takes too long for every change; `npm run test:all` runs all of it. */
const longSteps: Step[] = [
  {
    name: 'long',
    what: 'documents in processes of their own, buses and databases killed, ten thousand operations on ledger, books and nights',
    run: () =>
      runVitest(['long'], longMs, {
        filters,
        mayMatchNothing: true,
        env: {
          LEDGER_OPERATIONS: '10000',
          NIGHT_OPERATIONS: '10000',
          EXCHANGE_DAYS: '365',
          EXCHANGE_SEEDS: '1 2',
          ...natsEnv.env,
        },
      }),
  },
  {
    name: 'long-journeys',
    what: 'every screen in both themes and sizes with axe, every route of every role, and one area at a time',
    run: () => runVitest(['long-journeys'], 15 * 60_000, { filters, mayMatchNothing: true }),
  },
]

function chosenSteps(): Step[] {
  const page = steps.filter(({ name }) => name === 'page')
  if (only === undefined) return steps
  if (only === 'all') return [...page, ...longSteps]
  const found = [...steps, ...longSteps].filter(({ name }) => name === only)
  return only.endsWith('journeys') ? [...page, ...found] : found
}

const chosen = chosenSteps()
if (chosen.length === 0) {
  const names = [...steps, ...longSteps].map(({ name }) => name)
  console.error(`There is no step "${only}"; there are ${names.join(', ')} and all.`)
  process.exit(2)
}

console.log(`Node ${process.version}; ${nats ? `nats-server ${nats}` : 'no nats-server 2.12'}`)
const results = await runSteps(chosen, () => stopped)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${summary(results, only === undefined ? budgetSeconds : undefined)}`)
if (stopped) console.log('stopped before the end')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || stopped ? 1 : 0)
