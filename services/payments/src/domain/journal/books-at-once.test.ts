import { refundCredit, writeOff } from '@keyhold/contracts/payments/credits'
import { applyDeposit, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { cancelPayment, updatePayment } from '@keyhold/contracts/payments/payments'
import { editReceipt, reallocateReceipt, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { addDays } from '@keyhold/kit/lib/dates'
import { actors } from '@keyhold/kit/testing/test-app'
import * as fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, describe, expect, test } from 'vitest'
import { bookOperation } from '../../testing/book-operations.ts'
import { Portfolio } from '../../testing/portfolio.ts'
import { findJournalFaults } from '../../testing/sound-journal.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'
import { seedOfLedgers } from '../../testing/seed.ts'
import { checkBooks } from './check/check-books.ts'

const seed = seedOfLedgers()
const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 8, onnotice: () => {}, connection: { search_path: 'payments' } })
afterAll(async () => {
  await owner.end()
  await app.stop()
})

/** The books of an account without ids and moments. */
async function booksOf(accountId: string): Promise<string[]> {
  const lines = await owner`
    select concat_ws(' ', e.effective_on, e.belongs_on, e.kind, p.account, p.amount, p.charge_type, p.due_on) as line
    from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id where e.tenant_id = ${accountId} order by 1`
  return lines.map(({ line }) => String(line))
}

async function expectSound(landlordId: string): Promise<void> {
  expect({ seed, faults: await checkBooks(app.db('payments'), landlordId) }).toEqual({ seed, faults: [] })
  expect({ seed, found: (await findJournalFaults(owner, landlordId)).found }).toEqual({ seed, found: [] })
}

const first = '2026-04-01'

async function portfolioOf(tenancies: number): Promise<Portfolio> {
  app.clock.set(`${first}T15:00:00Z`)
  const portfolio = new Portfolio(app, owner, actors.landlord())
  const propertyId = await app.addProperty(portfolio.landlord)
  for (let n = 0; n < tenancies; n++)
    portfolio.add(
      { propertyId, monthlyRent: 500 + n * 33.33 },
      { termKind: 'rollover', billing: { dueDay: 1, proration: 'actual', postingDays: 20 } },
    )
  return portfolio
}

test('operations on different tenancies at once give the same books as one after the other', async () => {
  const [tenancies, rounds, each] = [8, 6, 20]
  const operations = fc.sample(bookOperation, { seed, numRuns: rounds * each })
  const [serial, atOnce] = [await portfolioOf(tenancies), await portfolioOf(tenancies)]
  for (let n = 0; n < rounds; n++) {
    const today = addDays(first, 20 * (n + 1))
    app.clock.set(`${today}T16:00:00Z`)
    // Otherwise the schedule posts rents between the operations, of one portfolio earlier than of the other.
    await app.tick()
    const moment = { today, after: addDays(today, -40) }
    const part = operations.slice(n * each, (n + 1) * each)
    await serial.live(part, moment)
    await atOnce.live(part, moment, { atOnce: true })
  }
  for (const [n, home] of serial.homes.entries()) {
    const own = await booksOf(home.tenancy.accountId)
    expect({ seed, n, books: await booksOf(atOnce.homes[n]?.tenancy.accountId ?? '') }).toEqual({ seed, n, books: own })
  }
  expect(Object.fromEntries(atOnce.done)).toEqual(Object.fromEntries(serial.done))
  for (const { landlord } of [serial, atOnce]) await expectSound(landlord.landlordId)
}, 120_000)

describe('of two operations on one account at once one comes after the other:', () => {
  const landlord = actors.landlord()

  /** An account that owes rent and a fee, with 500 of deposit held, and a receipt of 1,500 of which 200 are credit. */
  async function anAccount() {
    app.clock.set('2026-03-15T15:00:00Z')
    const { tenantId } = await app.addTenant(landlord)
    const charge = (amount: number, dueDate: string, paymentType: 'rent' | 'other' | 'security_deposit' = 'rent') =>
      app.charge(landlord, tenantId, { amount, dueDate, paymentType })
    const deposit = await charge(500, '2026-01-01', 'security_deposit')
    const january = await charge(800, '2026-01-01')
    const receive = (amount: number, allocations?: { paymentId: string; amount: number }[]) =>
      app.send(recordReceipt, landlord, {
        body: { tenantId, amount, receivedOn: '2026-01-05', ...(allocations ? { allocations } : {}) },
      })
    const { body: receipt } = await receive(1500)
    const rent = await charge(1000, '2026-02-01')
    const fee = await charge(400, '2026-02-10', 'other')
    return { tenantId, deposit, january, rent, fee, receipt, receive }
  }

  type Account = Awaited<ReturnType<typeof anAccount>>
  type Work = (account: Account) => Promise<{ status: number }>
  const byId = (id: string) => ({ params: { id } })
  const reason = 'Asked by the tenant'
  const receive =
    (amount: number): Work =>
    (one) =>
      one.receive(amount)
  const cancelFee: Work = ({ fee }) => app.send(cancelPayment, landlord, { ...byId(fee.id), body: { reason } })
  const raiseFee: Work = ({ fee }) => app.send(updatePayment, landlord, { ...byId(fee.id), body: { amount: 450 } })
  const bounce: Work = ({ receipt }) =>
    app.send(reverseReceipt, landlord, { ...byId(receipt.id), body: { kind: 'returned', reason } })
  const correct: Work = ({ receipt }) =>
    app.send(editReceipt, landlord, { ...byId(receipt.id), body: { amount: 1400 } })
  const move: Work = ({ receipt, fee }) =>
    app.send(reallocateReceipt, landlord, {
      ...byId(receipt.id),
      body: { allocations: [{ paymentId: fee.id, amount: 400 }] },
    })
  const payOut: Work = ({ tenantId }) => app.send(refundCredit, landlord, { ...byId(tenantId), body: { amount: 150 } })
  const useDeposit: Work = ({ tenantId }) =>
    app.send(applyDeposit, landlord, { ...byId(tenantId), body: { amount: 400, reason } })
  const refundHeld: Work = ({ tenantId }) =>
    app.send(refundDeposit, landlord, { ...byId(tenantId), body: { amount: 400 } })
  const writeOffRent: Work = ({ rent }) => app.send(writeOff, landlord, { ...byId(rent.id), body: { reason } })
  const payFee: Work = ({ fee, receive: pay }) => pay(400, [{ paymentId: fee.id, amount: 400 }])

  test.each([
    ['two receipts', receive(700), receive(900)],
    ['a receipt, and the cancellation of a charge that it would pay', receive(1400), cancelFee],
    ['a receipt for a charge, and its cancellation', payFee, cancelFee],
    ['two receipts for the same charge', payFee, payFee],
    ['a receipt, and a higher charge', receive(1400), raiseFee],
    ['a return, and a receipt', bounce, receive(600)],
    ['a return, and a correction of the same receipt', bounce, correct],
    ['a return, and the money moved to another charge', bounce, move],
    ['a return, and the refund of the deposit that it paid', bounce, refundHeld],
    ['a deposit used, and given back', useDeposit, refundHeld],
    ['credit paid out, and a return', payOut, bounce],
    ['a write-off, and a receipt', writeOffRent, receive(700)],
  ] as const)('%s', async (_, one, other) => {
    const outcome = async (live: (account: Account) => Promise<{ status: number }[]>) => {
      const account = await anAccount()
      const statuses = (await live(account)).map(({ status }) => status)
      return { statuses, books: await booksOf(account.tenantId) }
    }
    const forwards = await outcome(async (account) => [await one(account), await other(account)])
    const backwards = await outcome(async (account) => [await other(account), await one(account)].toReversed())
    for (let round = 0; round < 3; round++)
      expect([forwards, backwards]).toContainEqual(
        await outcome(async (account) => {
          if (round % 2 === 0) return Promise.all([one(account), other(account)])
          return (await Promise.all([other(account), one(account)])).toReversed()
        }),
      )
    await expectSound(landlord.landlordId)
  })
})
