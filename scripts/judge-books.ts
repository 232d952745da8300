import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type journalFormats, journalFile, trialBalance } from '@keyhold/contracts/payments/books'
import { type JournalAccount, journalAccounts } from '@keyhold/contracts/payments/journal'
import { ageing, rentRoll } from '@keyhold/contracts/payments/reports'
import { startTestPostgres } from '@keyhold/kit/testing/database'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { isBalanceSheet } from '@keyhold/payments/domain/books/accounts'
import {
  askBeancount,
  askHledger,
  byShortId,
  type ForeignBalances,
  sumOf,
} from '@keyhold/payments/testing/foreign-books'
import { exportLargeBooks } from '@keyhold/payments/testing/large-books'
import { type LivedYear, liveYear } from '@keyhold/payments/testing/lived-year'
import { checkBooks } from '@keyhold/payments/domain/journal/check/check-books'
import { operationKinds } from '@keyhold/payments/testing/book-operations'
import type { PaymentsApp } from '@keyhold/payments/testing/test-app'
import { findJournalFaults } from '@keyhold/payments/testing/sound-journal'
import { startReportApp } from '@keyhold/payments/testing/report-test-app'
import postgres from 'postgres'

// Years of random money, judged by Beancount and hledger: `npm run judge:books -- <folder of bean-check> [--years=4] [--seed=1]`. Ends with
// `N passed, N failed`.

const programs = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
if (!programs) throw new Error('node scripts/judge-books.ts <folder of bean-check and bean-query>')
const settingOf = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback)
const years = settingOf('years', 4)
const firstSeed = settingOf('seed', 1)

/** In MB, for a file of some 60: pages of entries, and what the garbage collector leaves for later. */
const mostGrowth = 160
const largeEntries = settingOf('entries', 200_000)

let [passed, failed] = [0, 0]
function check(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return void passed++
  failed++
  console.log(`FAIL ${what}\n  found    ${JSON.stringify(found)}\n  expected ${JSON.stringify(expected)}`)
}

const server = await startTestPostgres()
process.env.KEYHOLD_TEST_DATABASE_URL = server.url
const folder = mkdtempSync(join(tmpdir(), 'keyhold-books-'))
try {
  const happened = new Set<string>()
  // Each year in an app of its own: its schedules run on from its first day.
  for (let seed = firstSeed; seed < firstSeed + years; seed++)
    await withApp(async (app, owner) => {
      const started = performance.now()
      const year = await liveYear(app, owner, seed)
      const lived = performance.now()
      for (const what of year.done.keys()) happened.add(what)
      const { rules, found } = await findJournalFaults(owner, year.landlord.landlordId)
      passed += rules - new Set(found.map((fault) => fault.split(':')[0])).size
      for (const fault of found) check(`seed ${seed}`, fault, '')
      check(`seed ${seed}, check-books`, await checkBooks(app.db('payments'), year.landlord.landlordId), [])
      // From its first day, and from within, so that there are opening balances.
      for (const from of [year.first, addMonths(year.first, 5)]) await judge(app, year, from, seed)
      const operations = [...year.done.values()].reduce((sum, often) => sum + often, 0)
      console.log(
        `seed ${seed}: ${operations} operations in ${Math.round(lived - started)} ms, judged in ${Math.round(performance.now() - lived)} ms`,
      )
    })
  const missing = operationKinds.filter((what) => !happened.has(what))
  if (years >= 4) check('every kind of operation has happened', missing, [])
  const large = await withApp((app, owner) => exportLargeBooks(app, owner, largeEntries))
  console.log(
    `${large.written} entries: ${large.megabytes} MB in ${large.seconds.toFixed(1)} s, memory grew by ${large.growth} MB`,
  )
  check('a large ledger is exported in full', large.written, largeEntries)
  check('a large ledger does not take the memory of its file', large.growth < mostGrowth, true)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function withApp<T>(work: (app: PaymentsApp, owner: postgres.Sql) => Promise<T>): Promise<T> {
  const app = await startReportApp()
  const owner = postgres(app.databaseUrl, { max: 2, onnotice: () => {}, connection: { search_path: 'payments' } })
  try {
    return await work(app, owner)
  } finally {
    await owner.end()
    await app.stop()
  }
}

async function judge(app: PaymentsApp, year: LivedYear, from: string, seed: number): Promise<void> {
  const name = (what: string) => `seed ${seed}, from ${from}: ${what}`
  const ends = Array.from({ length: 12 }, (_, month) => addDays(addMonths(year.first, month + 1), -1)).filter(
    (day) => day >= from,
  )
  const exported = { app, year, from }
  const beancount = await askBeancount(programs!, await save(exported, 'beancount'), ends)
  check(name('bean-check'), beancount.complaints, '')
  const hledger = await askHledger(await save(exported, 'hledger'), ends)
  check(name('hledger check'), hledger.complaints, '')
  const before = await balancesOn(app, year, addDays(from, -1))
  for (const day of ends) {
    const own = await ownFigures(app, year, day, before)
    for (const [program, { balances }] of Object.entries({ beancount, hledger })) {
      const theirs = theirFigures(balances, day)
      for (const key of Object.keys(own) as (keyof typeof own)[])
        check(name(`${program}, ${day}, ${key}`), theirs[key], own[key])
    }
  }
}

async function save(
  { app, year, from }: { app: PaymentsApp; year: LivedYear; from: string },
  format: (typeof journalFormats)[number],
): Promise<string> {
  const { status, body } = await app.send(journalFile, year.landlord, { query: { from, to: year.last, format } })
  if (status !== 200) throw new Error(`the export answered ${status}`)
  const path = join(folder, `books.${format}`)
  writeFileSync(path, body as unknown as Uint8Array)
  return path
}

async function balancesOn(
  app: PaymentsApp,
  { landlord }: LivedYear,
  asOf: string,
): Promise<Map<JournalAccount, number>> {
  const { body } = await app.send(trialBalance, landlord, { query: { asOf } })
  check(`the trial balance of ${asOf} balances`, body.totals.debit, body.totals.credit)
  const balances = new Map<JournalAccount, number>()
  for (const { account, debit, credit } of body.rows)
    balances.set(account, (balances.get(account) ?? 0) + toCents(debit) - toCents(credit))
  return balances
}

/** The cash in each bank account, by its short id. */
async function cashOn(app: PaymentsApp, { landlord }: LivedYear, asOf: string): Promise<Record<string, number>> {
  const { body } = await app.send(trialBalance, landlord, { query: { asOf } })
  const cash = body.rows.filter(({ account }) => account === 'cash')
  return centsById(cash.map(({ bankAccountId: id, debit, credit }) => ({ id, amount: debit - credit })))
}

/** What Keyhold says of a day: its trial balance since `before`, and the reports that its screens show. */
async function ownFigures(app: PaymentsApp, year: LivedYear, asOf: string, before: Map<JournalAccount, number>) {
  const trial = await balancesOn(app, year, asOf)
  const aged = await app.send(ageing, year.landlord, { query: { asOf, limit: 500 } })
  const roll = await app.send(rentRoll, year.landlord, { query: { asOf, limit: 500 } })
  const owed = aged.status === 200 ? aged.body.map(({ tenantId: id, total }) => ({ id, amount: total })) : null
  const held =
    roll.status === 200 ? roll.body.map(({ tenantId: id, depositHeld }) => ({ id, amount: depositHeld })) : null
  return {
    'trial balance': journalAccounts.map((account) => [
      account,
      (trial.get(account) ?? 0) - (isBalanceSheet(account) ? 0 : (before.get(account) ?? 0)),
    ]),
    'cash by account': await cashOn(app, year, asOf),
    'receivables by tenant': centsById(owed ?? [{ id: 'no answer', amount: aged.status }]),
    'deposits held by tenant': centsById(held ?? [{ id: 'no answer', amount: roll.status }]),
  }
}

/** The sums in cents by the short id of the tenant or the bank account, without zeros. */
function centsById(rows: readonly { id: string | null; amount: number }[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { id, amount } of rows) {
    const short = id?.slice(-8) ?? 'nobody'
    sums.set(short, (sums.get(short) ?? 0) + toCents(amount))
  }
  return Object.fromEntries(
    [...sums].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => one.localeCompare(other)),
  )
}

function theirFigures(balances: ForeignBalances, day: string): Awaited<ReturnType<typeof ownFigures>> {
  const theirs = balances.get(day) ?? new Map<string, number>()
  const held = byShortId(theirs, 'deposits_held')
  return {
    'trial balance': journalAccounts.map((account) => [account, sumOf(theirs, account)]),
    'cash by account': byShortId(theirs, 'cash'),
    'receivables by tenant': byShortId(theirs, 'receivable'),
    'deposits held by tenant': Object.fromEntries(Object.entries(held).map(([id, cents]) => [id, -cents])),
  }
}
