import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { paymentReceipt } from '@keyhold/contracts/payments/payments'
import { listReceipts, recordReceipt } from '@keyhold/contracts/payments/receipts'
import { listTenantPayments, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'
import { readReceipt, receiptSheet } from '../pdf/receipt.ts'
import { readReceivedMoney, receivedMoneySheet } from '../pdf/receipt-file.ts'

const ann = actors.landlord()
/** What the tenancy service says of those who left. */
const left = new Map<string, { accountId: string; leftOn: string }>()
let app: PaymentsApp
beforeAll(async () => {
  const snapshot = stub(getTenantSnapshot, ({ params }) => ({
    ...app.tenantSnapshot(ann, { tenantId: params.id }),
    left: left.get(params.id) ?? null,
  }))
  app = await startPaymentsApp({ stubs: [snapshot] })
})
beforeEach(() => app.clock.set('2026-03-15T15:00:00Z'))
afterAll(() => app.stop())

const record = async (tenantId: string, amount: number, more: Record<string, unknown> = {}) =>
  (await app.send(recordReceipt, ann, { body: { tenantId, amount, ...more } })).body

test.each([0, 1])('who left a shared lease (%i) sees the charges due by then with their payments', async (who) => {
  const terms = { monthlyRent: 1000, startDate: '2026-01-01' }
  const { tenants, tenancy } = await app.addRoommates(ann, ['Ada', 'Ben'], terms)
  const [gone, rest] = [tenants[who]!, tenants[1 - who]!]
  await record(gone.tenantId, 1200)
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [rest.tenantId] })
  left.set(gone.tenantId, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
  app.clock.set('2026-04-20T15:00:00Z')
  await record(rest.tenantId, 300, { paymentMethod: 'cash', confirmationNumber: 'B-1' })
  await app.report(rest, 77)

  const list = async () => (await app.send(listTenantPayments, gone, { query: { sort: 'due' } })).body
  const [january, february, march, ...later] = await list()
  expect(later).toEqual([])
  expect(january).toMatchObject({ dueDate: '2026-01-01', status: 'paid', paidDate: '2026-03-15', balance: 0 })
  expect(february).toMatchObject({ status: 'partial', paidDate: null, amountPaid: 500, balance: 500, reported: [] })
  expect(march).toMatchObject({ dueDate: '2026-03-01', balance: 1000, receiptUrl: null })
  expect((await app.send(tenantStats, gone)).body).toMatchObject({
    balance: 1500,
    nextPayment: { id: february!.id, amount: 500, dueDate: '2026-02-01' },
  })
  const paged = await app.send(listTenantPayments, gone, { query: { sort: 'due', limit: 1, status: 'paid' } })
  expect(paged.body.map(({ id }) => id)).toEqual([january!.id])

  const params = { id: february!.id }
  expect(february!.receiptUrl).toBe(`/api/payments/${params.id}/receipt`)
  expect((await app.send(paymentReceipt, gone, { params })).status).toBe(200)
  const asked = { landlordId: ann.landlordId, chargeId: params.id, until: '2026-03-15' }
  const account = { ...gone, landlordId: ann.landlordId, tenantId: tenancy.accountId }
  const facts = await readReceipt(app.db('payments'), account, asked)
  expect(facts?.parts).toHaveLength(1)
  expect(receiptSheet(facts!, new Map(), '2026-04-20T15:00:00Z').blocks[1]).toMatchObject({
    items: [
      expect.arrayContaining(['Rent']),
      ['Received', '$200.00'],
      ['Paid or credited after Mar 15, 2026', '$300.00'],
      ['Remaining balance', '$500.00'],
    ],
  })
  const { body: why } = await app.send(explainPayment, gone, { params })
  const answers = why.lines.map(({ answer }) => answer)
  expect(answers).toContain('$300.00 was paid or credited after Mar 15, 2026.')
  expect(answers).toContain('$500.00 is open.')
  expect(why.lines.map(({ formula }) => formula)).toContain('$1,000.00 − $200.00 − $300.00 = $500.00')
  expect(answers.join(' ')).not.toMatch(/cash|\$77|late fee/)

  // What falls due since is theirs who stay, and what only they paid has no receipt for who left.
  const all = await app.send(listTenantPayments, rest, { query: { sort: 'due' } })
  const april = { id: all.body.find(({ dueDate }) => dueDate === '2026-04-01')!.id }
  await record(rest.tenantId, 2500)
  for (const one of [paymentReceipt, explainPayment])
    expect((await app.send(one, gone, { params: april })).status).toBe(404)
  expect((await app.send(paymentReceipt, gone, { params: { id: march!.id } })).status).toBe(404)
  expect((await list())[2]).toMatchObject({ status: 'paid', balance: 0, paidDate: null, receiptUrl: null })
  expect((await app.send(tenantStats, gone)).body).toMatchObject({ balance: 0, nextPayment: null })
  // Nobody else sees them.
  const stranger = await app.addTenant(ann, { firstName: 'Sid' })
  expect((await app.send(explainPayment, stranger, { params })).status).toBe(404)
})

test('a receipt names those who lived there on its day', async () => {
  const terms = { monthlyRent: 1000, startDate: '2026-01-01' }
  const { tenants, tenancy } = await app.addRoommates(ann, ['Erik', 'Emma'], terms)
  const [erik, emma] = tenants.map(({ tenantId }) => tenantId) as [string, string]
  const members = [
    { tenantId: erik, joinedOn: null, leftOn: null },
    { tenantId: emma, joinedOn: '2026-03-20', leftOn: null },
  ]
  await app.publish(TenancyChanged, { ...tenancy, members })
  const before = await record(erik, 1000)
  app.clock.set('2026-03-25T15:00:00Z')
  const after = await record(erik, 400)
  const { body } = await app.send(listReceipts, ann, { query: { tenantId: emma } })
  expect(body.map(({ id, tenantName }) => [id, tenantName])).toEqual([
    [after.id, 'Erik Tenant & Emma Tenant'],
    [before.id, 'Erik Tenant'],
  ])
  const detailsOf = async (id: string) => {
    const money = await readReceivedMoney(app.db('payments'), ann, { landlordId: ann.landlordId, id })
    return receivedMoneySheet(money!, { landlord: undefined, madeAt: '2026-03-25T15:00:00Z', timeZone: 'UTC' }).details
  }
  expect((await detailsOf(before.id)).map(([label]) => label)).not.toContain('Account of')
  expect(await detailsOf(after.id)).toContainEqual(['Account of', 'Erik Tenant & Emma Tenant'])
  const chargeId = before.allocations[0]!.paymentId
  const facts = await readReceipt(app.db('payments'), ann, { landlordId: ann.landlordId, chargeId })
  expect(facts?.parts).toMatchObject([{ names: 'Erik Tenant' }])
})
