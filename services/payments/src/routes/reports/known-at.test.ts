import { trialBalance } from '@keyhold/contracts/payments/books'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportFile,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { startReportApp } from '../../testing/report-test-app.ts'

const app = await startReportApp()
afterAll(() => app.stop())

const known = '2026-03-31T23:00:00Z'

/** A rent, a deposit and a check, and what was recorded of March in April. */
async function lived() {
  const ann = actors.landlord()
  app.clock.set('2026-03-31T15:00:00Z')
  const elm = await app.addProperty(ann)
  const { tenantId } = await app.addTenant(ann, { propertyId: elm, leaseStartDate: '2026-01-01' })
  const charge = (form: Parameters<typeof app.charge>[2]) => app.charge(ann, tenantId, { propertyId: elm, ...form })
  await charge({ dueDate: '2026-03-01', amount: 1000 })
  const deposit = { paymentType: 'security_deposit', status: 'paid', paidDate: '2026-03-02' } as const
  await charge({ ...deposit, dueDate: '2026-03-02', amount: 500 })
  const receive = async (amount: number, receivedOn: string) =>
    (await app.send(recordReceipt, ann, { body: { tenantId, amount, receivedOn } })).body.id
  const check = await receive(1200, '2026-03-05')
  const later = async () => {
    app.clock.set('2026-04-20T15:00:00Z')
    const body = { kind: 'returned', on: '2026-03-20', reason: 'No funds' } as const
    await app.send(reverseReceipt, ann, { params: { id: check }, body })
    await receive(300, '2026-03-25')
    await charge({ dueDate: '2026-03-10', amount: 70, paymentType: 'other' })
  }
  return { ann, elm, tenantId, later }
}

test('a day as it was known before corrections came says in every report what it said then, and now it says otherwise', async () => {
  const { ann, elm, tenantId, later } = await lived()
  const read = async (asOf: string, knownAt?: string) => {
    const query = { asOf, ...(knownAt ? { knownAt } : {}) }
    const reports = {
      roll: (await app.send(rentRoll, ann, { query })).body.map(({ balance, credit, depositHeld }) => [
        balance,
        credit,
        depositHeld,
      ]),
      rollTotals: (await app.send(rentRollTotals, ann, { query })).body.totals,
      ofOne: (await app.send(rentRollTotals, ann, { query: { ...query, propertyId: elm } })).body.totals,
      aged: (await app.send(ageing, ann, { query })).body,
      agedTotals: (await app.send(ageingTotals, ann, { query })).body.totals,
      trial: (await app.send(trialBalance, ann, { query })).body.rows,
      deposits: (
        (await app.send(reportFile, ann, { params: { kind: 'deposits' }, query: { ...query, format: 'json' } }))
          .body as unknown as { rows: unknown }
      ).rows,
    }
    const { entries, closingBalance, due, credit, depositHeld } = (
      await app.send(getLedger, ann, {
        params: { id: tenantId },
        query: { from: '2026-03-01', to: asOf, ...(knownAt ? { knownAt } : {}) },
      })
    ).body
    return { ...reports, ledger: { entries, closingBalance, due, credit, depositHeld } }
  }
  const then = await read('2026-03-31')
  expect(then).toMatchObject({
    rollTotals: { balance: 0, credit: 200, depositHeld: 500 },
    ledger: { closingBalance: -200, due: 0, credit: 200, depositHeld: 500 },
  })
  await later()
  expect(await read('2026-03-31', known)).toEqual(then)
  expect(await read('2026-03-31')).toMatchObject({
    rollTotals: { balance: 770, credit: 0, depositHeld: 500 },
    ledger: { closingBalance: 770, due: 770, credit: 0 },
  })
  // Today, as it was known: what was charged and received since is not part of it.
  expect(await read('2026-04-20', known)).toMatchObject({
    rollTotals: then.rollTotals,
    ofOne: then.ofOne,
    ledger: { closingBalance: -200, due: 0, credit: 200 },
  })
})

test('the files say as of when they were known; the financial report and its series are refused with a sentence', async () => {
  const { ann } = await lived()
  const query = { knownAt: known, format: 'csv' }
  const { body } = await app.send(reportFile, ann, { params: { kind: 'rent-roll' }, query })
  expect(Buffer.from(body).toString('utf8')).toContain('As known on,"Mar 31, 2026, 11:00 PM UTC"')
  for (const answer of [
    await app.send(reportSummary, ann, { query: { knownAt: known } }),
    await app.send(reportSeries, ann, { query: { knownAt: known } }),
    await app.send(reportFile, ann, { params: { kind: 'financial' }, query }),
  ])
    expect(answer.problem).toMatchObject({
      status: 400,
      issues: [
        { path: 'knownAt', message: expect.stringContaining('rents, names and occupancy are those known today') },
      ],
    })
})
