import { trialBalance } from '@keyhold/contracts/payments/books'
import { depositTotals } from '@keyhold/contracts/payments/deposits'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { actors } from '@keyhold/kit/testing/test-app'
import * as fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { bookOperation, operationKinds } from '../../testing/book-operations.ts'
import { figuresOn, readingsOf, trialOf } from '../../testing/day-figures.ts'
import { Portfolio } from '../../testing/portfolio.ts'
import { startReportApp } from '../../testing/report-test-app.ts'
import { findJournalFaults } from '../../testing/sound-journal.ts'
import { seedOfLedgers } from '../../testing/seed.ts'
import { checkBooks } from './check/check-books.ts'

// Long lives of many tenancies.
const seed = seedOfLedgers()
const count = Number(process.env.LEDGER_OPERATIONS ?? 120)
const isLong = count >= 5_000
const tenancies = isLong ? 30 : 8
const watchedDays = isLong ? 200 : 25

const app = await startReportApp()
const owner = postgres(app.databaseUrl, { max: 8, onnotice: () => {}, connection: { search_path: 'payments' } })
const landlord = actors.landlord()
const portfolio = new Portfolio(app, owner, landlord)
const figures = (asOf: string) => figuresOn(app, landlord, asOf, portfolio.accountIds)
afterAll(async () => {
  await owner.end()
  await app.stop()
})

// After the day on which the app starts: schedules run from then on.
const first = '2026-04-01'
const last = '2027-03-31'
const span = daysBetween(first, last)
const days = fc.sample(fc.nat({ max: span }), { seed, numRuns: watchedDays })

/** What the trial balance of a day said at a moment. */
interface Known {
  asOf: string
  knownAt: string
  trial: Record<string, number>
}

async function settle(at: string): Promise<void> {
  app.clock.set(at)
  await app.tick()
  await app.settled()
}

async function addHomes(): Promise<void> {
  const places = [
    await app.addProperty(landlord, { name: 'Elm 1' }),
    await app.addProperty(landlord, { name: 'Oak 2' }),
  ]
  for (let n = 0; n < tenancies; n++)
    portfolio.add(
      { propertyId: places[n % 2] ?? null, monthlyRent: 500 + n * 33.33 },
      {
        termKind: 'rollover',
        billing: { dueDay: n % 3 === 0 ? null : 1, proration: 'actual', postingDays: 20 },
      },
    )
}

test(
  `${count} operations in random date order on ${tenancies} tenancies: no report of any of ${watchedDays} days changes by what is dated later, all agree, and all entries balance`,
  async () => {
    const operations = fc.sample(bookOperation, { seed, numRuns: count })
    const each = Math.ceil(count / watchedDays)
    const known: Known[] = []
    await addHomes()
    for (const [n, pick] of days.entries()) {
      const today = addDays(first, 2 + Math.floor(((span - 2) * (n + 1)) / watchedDays))
      // The operations that follow are dated later than this day, which is any day until now.
      const after = addDays(first, pick % daysBetween(first, today))
      const at = { seed, n, today, after }
      await settle(`${today}T15:00:00Z`)
      const before = await figures(after)
      known.push({ asOf: after, knownAt: `${today}T15:30:00Z`, trial: before.trial })
      app.clock.set(`${today}T16:00:00Z`)
      const movedIn = new Set(portfolio.accountIds)
      await portfolio
        .live(operations.slice(n * each, (n + 1) * each), { today, after }, { atOnce: true })
        .catch((error: unknown) => expect.fail(`${JSON.stringify(at)}: ${String(error)}`))
      const { statements, ...now } = await figures(after)
      const sameStatements = Object.fromEntries(Object.entries(statements).filter(([id]) => movedIn.has(id)))
      expect({ at, ...now, statements: sameStatements }, JSON.stringify(at)).toEqual({ at, ...before })
    }
    await settle(`${last}T16:00:00Z`)
    // A long run without one of them would not test it.
    if (isLong) expect([...portfolio.done.keys()].toSorted()).toEqual([...new Set(operationKinds)].toSorted())
    expect({ seed, faults: await checkBooks(app.db('payments'), landlord.landlordId) }).toEqual({ seed, faults: [] })
    expect({ seed, ...(await findJournalFaults(owner, landlord.landlordId)) }).toMatchObject({ seed, found: [] })
    for (const { asOf, knownAt, trial } of known) {
      const found = trialOf((await app.send(trialBalance, landlord, { query: { asOf, knownAt } })).body)
      expect({ seed, asOf, knownAt, trial: found }).toEqual({ seed, asOf, knownAt, trial })
    }
    for (const on of new Set(days.map((pick) => addDays(first, pick))))
      for (const [of, [one, other]] of Object.entries(readingsOf(await figures(on))))
        expect({ seed, on, of, figures: other }).toEqual({ seed, on, of, figures: one })
    const held = toCents((await app.send(depositTotals, landlord)).body.held)
    expect({ seed, held }).toEqual({ seed, held: (await figures(last)).rentRoll.totals.depositHeld })
  },
  120_000 + count * 90,
)
