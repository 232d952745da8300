// `npm test`: everything that can be checked on a bare machine, in order.
// `npm test -- unit` runs one step, `npm test -- unit payments` only its files whose path contains "payments".
import { findNatsServer } from '@keyhold/kit/testing/nats'
import { onStop } from './lib/lifetime.ts'
import { buildPage } from './lib/page.ts'
import { endAll, run } from './lib/run.ts'
import { runSteps, summary, type Outcome, type Step } from './lib/steps.ts'
import { runVitest } from './lib/vitest.ts'

/** The whole run on two cores. */
const budgetSeconds = 8 * 60
/** A command that takes longer has hung, and is ended. */
const checkMs = 90_000
const suiteMs = 6 * 60_000

let stopped = false
onStop(() => {
  stopped = true
  void endAll()
})

const check = (passed: boolean): Outcome => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

/** Runs commands in turn; each counts as one. */
async function commands(...lines: string[][]): Promise<Outcome> {
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
  for (const [command, ...args] of lines) {
    if ((await run(command!, args, { timeoutMs: checkMs })) === 0) total.passed += 1
    else total.failed += 1
  }
  return total
}

const [only, ...filters] = process.argv.slice(2)
const nats = findNatsServer()

const steps: Step[] = [
  {
    name: 'types',
    what: 'tsc',
    run: () => commands(['tsc', '-p', 'tsconfig.json'], ['tsc', '-p', 'web/tsconfig.json']),
  },
  {
    name: 'lint',
    what: 'oxlint, import zones, lockfile',
    run: () =>
      commands(
        ['oxlint', '--type-aware'],
        ['node', 'scripts/check-zones.ts'],
        ['node', 'scripts/lock-clean.ts', '--check'],
      ),
  },
  { name: 'format', what: 'oxfmt', run: () => commands(['oxfmt', '--check', '.']) },
  {
    name: 'unit',
    what: `unit and integration tests on embedded PostgreSQL; ${nats ? `on NATS too (${nats})` : 'no nats-server found, so not on NATS: install it or set NATS_SERVER'}`,
    run: () => runVitest('node', suiteMs, { filters, ...(nats ? { env: { NATS_SERVER: nats } } : {}) }),
  },
  { name: 'page', what: 'vite build', run: async () => check((await buildPage({ timeoutMs: checkMs })) === 0) },
  {
    name: 'journeys',
    what: 'a browser through the whole program',
    run: () => runVitest('journeys', suiteMs, { filters }),
  },
]

// Of their own: with them the whole would take longer than anybody waits.
const processesAndLedger: Step = {
  name: 'long',
  what: 'documents in processes of their own, kills of the bus and the database, ten thousand operations on the ledger',
  run: () => runVitest('long', suiteMs, { filters, env: { LEDGER_OPERATIONS: '10000' } }),
}
const longJourneys: Step = {
  name: 'long-journeys',
  what: 'every screen in both themes and sizes with axe, every route of every role, the control room, subscriptions',
  run: () => runVitest('long-journeys', 2 * suiteMs, { filters }),
}

const isChosen = ({ name }: Step) =>
  only === undefined || name === only || (name === 'page' && only.endsWith('journeys'))
const extra = [processesAndLedger, longJourneys]
const chosen = [...steps, ...extra.filter(({ name }) => name === only)].filter(isChosen)
if (chosen.length === 0) {
  console.error(`No step "${only}"; there are ${[...steps, ...extra].map((step) => step.name).join(', ')}.`)
  process.exit(2)
}

console.log(
  `Node ${process.version}; ${nats ? `nats-server ${nats}` : 'no nats-server'}; budget ${budgetSeconds / 60} minutes on two cores`,
)
const results = await runSteps(chosen, () => stopped)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${summary(results, budgetSeconds)}`)
if (stopped) console.log('stopped before the end')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || stopped ? 1 : 0)
