import { listRefunds, undoRefund } from '@keyhold/contracts/payments/credits'
import { applyDeposit, listDeposits, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { cancelPayment } from '@keyhold/contracts/payments/payments'
import {
  editReceipt,
  listReceipts,
  reallocateReceipt,
  recordReceipt,
  reverseReceipt,
} from '@keyhold/contracts/payments/receipts'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { reportFile } from '@keyhold/contracts/payments/reports'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let ann: LandlordActor
let tenantId: string
let deposit: { id: string }
let receiptId: string

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-11-22T15:00:00Z')
  ann = actors.landlord()
  ;({ tenantId } = await app.addTenant(ann))
  deposit = await app.charge(ann, tenantId, {
    amount: 500,
    paymentType: 'security_deposit',
    dueDate: '2026-09-01',
    status: 'paid',
    amountPaid: 500,
    paidDate: '2026-09-01',
  })
  receiptId = (await app.send(listReceipts, ann, { query: { tenantId } })).body[0]?.id ?? ''
})
afterEach(async () => expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([]))

const standing = async () => (await app.send(listDeposits, ann)).body[0]
const ledger = async () => (await app.send(getLedger, ann, { params: { id: tenantId } })).body
const refund = (amount: number, paidOn?: string) =>
  app.send(refundDeposit, ann, { params: { id: tenantId }, body: { amount, paidOn } })
const undo = async () => {
  const [made] = (await app.send(listRefunds, ann, { params: { id: tenantId } })).body
  const undone = { params: { id: made?.id ?? '' }, body: { reason: 'The check came back' } }
  expect((await app.send(undoRefund, ann, undone)).status).toBe(200)
}
const bounce = (id: string, on = '2026-11-10') =>
  app.send(reverseReceipt, ann, { params: { id }, body: { kind: 'returned', on, reason: 'No funds' } })
const pay = async (amount: number, receivedOn: string) => {
  const allocations = [{ paymentId: deposit.id, amount }]
  return (await app.send(recordReceipt, ann, { body: { tenantId, amount, receivedOn, allocations } })).body.id
}

test('a refund whose deposit bounced and that is undone leaves nothing held, and nothing to refund again', async () => {
  expect((await refund(300, '2026-11-05')).body).toMatchObject({ received: 500, refunded: 300, held: 200 })
  await bounce(receiptId)
  expect(await standing()).toMatchObject({ charged: 500, received: 0, refunded: 300, held: 0 })
  await undo()
  expect(await standing()).toMatchObject({ charged: 500, received: 0, refunded: 0, held: 0 })
  expect(await ledger()).toMatchObject({ due: 500, credit: 0, closingBalance: 500 })
  expect((await refund(300)).status).toBe(409)
  await pay(500, '2026-11-22')
  expect(await standing()).toMatchObject({ received: 500, refunded: 0, held: 500 })
})

test('a deposit that bounced after a refund: list and file say the same, and their columns add up to what is held', async () => {
  await refund(300, '2026-11-05')
  await bounce(receiptId)
  const { charged: _, isActive: __, ...row } = (await standing())!
  expect(row).toMatchObject({ received: 0, refunded: 300, applied: 0, excess: 300, held: 0 })
  for (const asOf of ['2026-11-22', undefined]) {
    const query = { format: 'json', ...(asOf ? { asOf } : {}) }
    const { body } = await app.send(reportFile, ann, { params: { kind: 'deposits' }, query })
    expect(body).toMatchObject({
      rows: [row],
      totals: { received: 0, refunded: 300, applied: 0, excess: 300, held: 0 },
    })
  }
  const query = { format: 'csv', asOf: '2026-11-09' }
  const { body: csv } = await app.send(reportFile, ann, { params: { kind: 'deposits' }, query })
  expect(Buffer.from(csv).toString('utf8')).toContain(
    'Received,Refunded,Applied,More than received,Held\r\nTess Tenant,,500,300,0,0,200',
  )
})

test('a deposit corrected to less than was refunded is not held, and neither is it once it pays nothing', async () => {
  await refund(300, '2026-11-05')
  const { body } = await app.send(editReceipt, ann, {
    params: { id: receiptId },
    body: { amount: 100, receivedOn: '2026-11-20' },
  })
  expect(await standing()).toMatchObject({ received: 100, refunded: 300, held: 0 })
  await app.send(reallocateReceipt, ann, { params: { id: body.id }, body: { allocations: [] } })
  expect(await standing()).toMatchObject({ received: 0, refunded: 300, held: 0 })
  await undo()
  expect(await standing()).toMatchObject({ received: 0, refunded: 0, held: 0 })
  expect(await ledger()).toMatchObject({ credit: 100, due: 500 })
  expect((await refund(1)).status).toBe(409)
})

test('money for a deposit first makes up for what was refunded before it bounced, in parts and across returns', async () => {
  await refund(300, '2026-11-05')
  await bounce(receiptId)
  const first = await pay(100, '2026-11-12')
  expect(await standing()).toMatchObject({ received: 100, refunded: 300, held: 0 })
  await pay(250, '2026-11-14')
  expect(await standing()).toMatchObject({ received: 350, refunded: 300, held: 50 })
  await bounce(first, '2026-11-15')
  expect(await standing()).toMatchObject({ received: 250, refunded: 300, held: 0 })
  await undo()
  expect(await standing()).toMatchObject({ received: 250, refunded: 0, held: 250 })
  expect((await refund(250.01)).status).toBe(409)
  expect((await refund(250)).status).toBe(200)
})

test('a refund that is undone after its bounced deposit was cancelled makes up for the loss', async () => {
  await refund(300, '2026-11-05')
  await bounce(receiptId)
  await app.send(cancelPayment, ann, { params: { id: deposit.id }, body: { reason: 'Moved out' } })
  await undo()
  expect(await standing()).toMatchObject({ charged: 0, received: 0, refunded: 0, held: 0 })
  expect((await refund(1)).status).toBe(409)
})

test('a deposit that was applied, bounced and is no longer applied is not held', async () => {
  await app.charge(ann, tenantId, { amount: 300, dueDate: '2026-11-01' })
  const body = { amount: 300, reason: 'Left unpaid' }
  expect((await app.send(applyDeposit, ann, { params: { id: tenantId }, body })).body).toMatchObject({ held: 200 })
  await bounce(receiptId)
  const [applied] = (await app.send(listReceipts, ann, { query: { tenantId } })).body
  const mistake = { kind: 'mistake' as const, reason: 'Not agreed' }
  expect((await app.send(reverseReceipt, ann, { params: { id: applied?.id ?? '' }, body: mistake })).status).toBe(200)
  expect(await standing()).toMatchObject({ received: 0, applied: 0, held: 0 })
  expect(await ledger()).toMatchObject({ due: 800, credit: 0 })
})
