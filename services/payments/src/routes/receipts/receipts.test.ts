import { closePeriod } from '@keyhold/contracts/payments/books'
import {
  giveCredit,
  listRefunds,
  paymentHistory,
  refundCredit,
  undoRefund,
  writeOff,
} from '@keyhold/contracts/payments/credits'
import { listDeposits, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { createPayment, getPayment, listPayments } from '@keyhold/contracts/payments/payments'
import {
  editReceipt,
  getReceipt,
  listReceipts,
  proposeAllocation,
  reallocateReceipt,
  recordReceipt,
  reverseReceipt,
} from '@keyhold/contracts/payments/receipts'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let ann: LandlordActor
let tess: Awaited<ReturnType<PaymentsApp['addTenant']>>
const id = () => tess.tenantId

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-03-15T15:00:00Z')
  ann = actors.landlord()
  tess = await app.addTenant(ann)
})

const receive = async (amount: number, more: Record<string, unknown> = {}) => {
  const { status, body, problem } = await app.send(recordReceipt, ann, { body: { tenantId: id(), amount, ...more } })
  return { status, receipt: body, detail: problem?.detail }
}
const paidOn = async (...charges: { id: string }[]) =>
  (await Promise.all(charges.map((one) => app.send(getPayment, ann, { params: { id: one.id } })))).map(
    ({ body }) => body.amountPaid,
  )
const ledger = async (query = {}) =>
  (await app.send(getLedger, ann, { params: { id: id() }, query: { from: '2026-01-01', ...query } })).body

describe('a receipt', () => {
  test('pays the oldest due date first: the deposit of the move-in before the rents that are not due', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
    const deposit = await app.charge(ann, id(), {
      amount: 1500,
      dueDate: '2026-03-01',
      paymentType: 'security_deposit',
    })
    const april = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-04-01' })
    const { receipt } = await receive(2500, { receivedOn: '2026-03-01', confirmationNumber: 'No. 1204' })
    expect(await paidOn(rent, deposit, april)).toEqual([1000, 1500, 0])
    expect(receipt).toMatchObject({
      amount: 2500,
      confirmationNumber: 'No. 1204',
      receivedOn: '2026-03-01',
      payerName: 'Tess Tenant',
      status: 'counted',
      unallocated: 0,
      allocations: [
        { paymentType: 'rent', amount: 1000 },
        { paymentType: 'security_deposit', amount: 1500 },
      ],
    })
    expect((await app.send(listDeposits, ann)).body).toMatchObject([{ held: 1500 }])
  })

  test('is proposed for what is due, and can be spread otherwise; what is left is credit', async () => {
    const old = await app.charge(ann, id(), { amount: 300, dueDate: '2026-02-01' })
    const fee = await app.charge(ann, id(), { amount: 50, dueDate: '2026-02-05', paymentType: 'late_fee' })
    const later = await app.charge(ann, id(), { amount: 300, dueDate: '2026-04-01' })
    const propose = async (query: Record<string, unknown> = {}) => {
      const { body } = await app.send(proposeAllocation, ann, { params: { id: id() }, query })
      return [body.allocations.map(({ amount }) => amount), body.credit]
    }
    expect(await propose()).toEqual([[300, 50, 0], 0])
    expect(await propose({ amount: '700' })).toEqual([[300, 50, 300], 50])
    const shares = [
      { paymentId: fee.id, amount: 50 },
      { paymentId: later.id, amount: 100 },
    ]
    const { receipt } = await receive(170, { allocations: shares })
    expect(await paidOn(old, fee, later)).toEqual([0, 50, 100])
    expect(receipt.unallocated).toBe(20)
    const aboveAmount = await receive(50, { allocations: [{ paymentId: old.id, amount: 60 }] })
    expect(aboveAmount.status).toBe(400)
    expect((await receive(500, { allocations: [{ paymentId: old.id, amount: 301 }] })).detail).toContain('$300.00')
    expect((await receive(5, { allocations: [{ paymentId: v7(), amount: 5 }] })).status).toBe(409)
  })

  test('is reversed alone: another receipt of the same charge stays', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
    const [first, second] = [await receive(400), await receive(600)]
    const { body } = await app.send(reverseReceipt, ann, {
      params: { id: first.receipt.id },
      body: { kind: 'returned', reason: 'No funds' },
    })
    expect(body).toMatchObject({
      status: 'returned',
      reversedOn: '2026-03-15',
      reversalReason: 'No funds',
      allocations: [],
    })
    expect(await paidOn(rent)).toEqual([600])
    expect((await app.send(getReceipt, ann, { params: { id: second.receipt.id } })).body.status).toBe('counted')
    const again = await app.send(reverseReceipt, ann, {
      params: { id: first.receipt.id },
      body: { kind: 'mistake', reason: 'x' },
    })
    expect(again.status).toBe(409)
  })

  test('that bounces in January leaves December as it was', async () => {
    await app.charge(ann, id(), { amount: 1000, dueDate: '2025-12-01' })
    app.clock.set('2025-12-20T15:00:00Z')
    const { receipt } = await receive(1000, { receivedOn: '2025-12-20' })
    app.clock.set('2026-01-08T15:00:00Z')
    const body = { kind: 'returned', on: '2026-01-05', reason: 'No funds' } as const
    expect(
      (await app.send(reverseReceipt, ann, { params: { id: receipt.id }, body: { ...body, on: '2025-12-19' } })).status,
    ).toBe(400)
    expect(
      (await app.send(reverseReceipt, ann, { params: { id: receipt.id }, body: { ...body, on: '2026-01-09' } })).status,
    ).toBe(400)
    await app.send(reverseReceipt, ann, { params: { id: receipt.id }, body })
    const on = async (to: string) => (await ledger({ from: '2025-01-01', to })).closingBalance
    expect([await on('2025-12-31'), await on('2026-01-04'), await on('2026-01-05')]).toEqual([0, 0, 1000])
  })

  test('corrected is taken back and recorded anew today; the past keeps its figures', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
    app.clock.set('2026-03-05T15:00:00Z')
    const { receipt } = await receive(900, { receivedOn: '2026-03-02', confirmationNumber: '17' })
    app.clock.set('2026-03-15T15:00:00Z')
    const { body } = await app.send(editReceipt, ann, {
      params: { id: receipt.id },
      body: { amount: 1000, paymentMethod: 'ach', receivedOn: '2026-03-02', confirmationNumber: '18' },
    })
    expect(body).toMatchObject({
      amount: 1000,
      paymentMethod: 'ach',
      receivedOn: '2026-03-02',
      replacesId: receipt.id,
      confirmationNumber: '18',
    })
    // What it paid it pays again; the hundred more is credit, which the landlord can move.
    expect(await paidOn(rent)).toEqual([900])
    expect(body.unallocated).toBe(100)
    await app.send(reallocateReceipt, ann, {
      params: { id: body.id },
      body: { allocations: [{ paymentId: rent.id, amount: 1000 }] },
    })
    expect(await paidOn(rent)).toEqual([1000])
    const on = async (to: string) => (await ledger({ to })).closingBalance
    expect([await on('2026-03-01'), await on('2026-03-02'), await on('2026-03-14'), await on('2026-03-15')]).toEqual([
      1000, 100, 100, 0,
    ])
    expect((await app.send(editReceipt, ann, { params: { id: receipt.id }, body: { amount: 1 } })).status).toBe(409)
  })

  test('of a closed period is corrected on the first open day, in its record, in the explanation and in the history of the charge', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2025-09-01' })
    const { receipt } = await receive(900, { receivedOn: '2025-09-02' })
    await app.send(closePeriod, ann, { body: { through: '2025-12-31' } })
    const { body } = await app.send(editReceipt, ann, { params: { id: receipt.id }, body: { amount: 800 } })
    const { body: first } = await app.send(getReceipt, ann, { params: { id: receipt.id } })
    expect(first).toMatchObject({
      reversedOn: '2026-01-01',
      reversalBelongsOn: '2025-09-02',
      reversalReason: 'Corrected',
    })
    expect(body).toMatchObject({ receivedOn: '2025-09-02', reversedOn: null, reversalBelongsOn: null })
    for (const reader of [ann, tess]) {
      const { lines } = (await app.send(explainPayment, reader, { params: { id: rent.id } })).body
      expect(lines.find(({ question }) => question === 'What was reversed?')).toMatchObject({
        answer: '$900.00 received on Sep 2, 2025 was reversed on Jan 1, 2026 (of Sep 2, 2025). Reason: Corrected',
        on: '2026-01-01',
      })
    }
    const { body: history } = await app.send(paymentHistory, ann, { params: { id: rent.id } })
    expect(history.map(({ kind, on, belongsOn, amount }) => [kind, on, belongsOn, amount])).toEqual([
      ['charged', '2025-09-01', null, 1000],
      ['allocated', '2025-09-02', null, -900],
      ['deallocated', '2026-01-01', '2025-09-02', 900],
      ['allocated', '2026-01-01', '2025-09-02', -800],
    ])
    expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
  })

  test('can be moved to other charges from today on', async () => {
    const [one, two] = [
      await app.charge(ann, id(), { amount: 100, dueDate: '2026-01-01' }),
      await app.charge(ann, id(), { amount: 100, dueDate: '2026-02-01' }),
    ]
    app.clock.set('2026-03-01T15:00:00Z')
    const { receipt } = await receive(100)
    app.clock.set('2026-03-15T15:00:00Z')
    const move = (allocations: { paymentId: string; amount: number }[]) =>
      app.send(reallocateReceipt, ann, { params: { id: receipt.id }, body: { allocations } })
    expect((await move([{ paymentId: two.id, amount: 60 }])).body).toMatchObject({ unallocated: 40 })
    expect(await paidOn(one, two)).toEqual([0, 60])
    expect((await move([{ paymentId: two.id, amount: 100.01 }])).status).toBe(400)
    const { body: history } = await app.send(paymentHistory, ann, { params: { id: one.id } })
    expect(history.map(({ kind, on, amount, before }) => [kind, on, amount, before])).toEqual([
      ['charged', '2026-01-01', 100, 0],
      ['allocated', '2026-03-01', -100, 100],
      ['deallocated', '2026-03-15', 100, 0],
    ])
    expect(history[1]).toMatchObject({ recordedBy: ann.userId, receiptId: receipt.id })
    expect(history[2]).toMatchObject({ recordedBy: ann.userId, reason: 'Moved to another charge.' })
    const released = async (actor: Actor, charge: { id: string }) =>
      (await app.send(explainPayment, actor, { params: { id: charge.id } })).body.lines.find(
        ({ question }) => question === 'What was released?',
      )?.answer
    const remainder = 'Of that payment, $60.00 pays the rent due Feb 1, 2026 and $40.00 is credit.'
    expect(await released(ann, one)).toBe(
      `$100.00 received on Mar 1, 2026 was moved to another charge by you on Mar 15, 2026. ${remainder}`,
    )
    expect(await released(tess, one)).toBe(
      `$100.00 received on Mar 1, 2026 was moved to another charge by your landlord on Mar 15, 2026. ${remainder}`,
    )
    await move([])
    expect(await released(ann, two)).toBe(
      '$60.00 received on Mar 1, 2026 was taken off this charge by you on Mar 15, 2026 and kept as credit. Of that payment, $100.00 is credit.',
    )
  })

  test('is received at most today where the landlord or the property is', async () => {
    const east = await app.addProperty(ann, { name: 'East', timeZone: 'Europe/Berlin' })
    await app.addProperty(ann, { name: 'West', timeZone: 'America/Los_Angeles' })
    await app.addProperty(ann, { name: 'West 2', timeZone: 'America/Los_Angeles' })
    tess = await app.addTenant(ann, { propertyId: east })
    // Midnight has passed in Berlin.
    app.clock.set('2026-03-15T23:30:00Z')
    expect((await receive(10)).receipt.receivedOn).toBe('2026-03-16')
    expect((await receive(10, { receivedOn: '2026-03-17' })).status).toBe(400)
    const west = await app.addTenant(ann, { propertyId: null })
    tess = west
    expect((await receive(10, { receivedOn: '2026-03-15' })).status).toBe(201)
  })

  test('recorded with a new charge has the same last day: today where the landlord or the property is', async () => {
    const west = await app.addProperty(ann, { name: 'West', timeZone: 'America/Los_Angeles' })
    for (const name of ['East', 'East 2']) await app.addProperty(ann, { name, timeZone: 'Europe/Berlin' })
    const { tenantId } = await app.addTenant(ann, { propertyId: west })
    app.clock.set('2026-03-15T23:30:00Z')
    const record = async (paidDate: string) => {
      const body = {
        tenantId,
        amount: 10,
        dueDate: '2026-03-01',
        status: 'paid' as const,
        paidDate,
        isAdditional: true,
      }
      return (await app.send(createPayment, ann, { body })).status
    }
    expect([await record('2026-03-16'), await record('2026-03-17')]).toEqual([201, 400])
  })

  test('recorded several times at once pays no charge twice', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
    const shares = [{ paymentId: rent.id, amount: 1000 }]
    const answers = await Promise.all(Array.from({ length: 4 }, () => receive(1000, { allocations: shares })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    const { body } = await app.send(listReceipts, ann, { query: { tenantId: id() } })
    expect(body).toHaveLength(1)
  })

  test('names as payer only somebody who shares the tenancy', async () => {
    const { tenants } = await app.addRoommates(ann, ['Ana', 'Ben'])
    const stranger = await app.addTenant(ann)
    tess = tenants[0]!
    expect((await receive(10, { payerId: tenants[1]!.tenantId })).receipt.payerName).toBe('Ben Tenant')
    for (const payerId of [stranger.tenantId, v7()]) expect((await receive(10, { payerId })).status).toBe(400)
  })

  test('refuses what cannot be meant, with a sentence that says so', async () => {
    const { id: charge } = await app.charge(ann, id(), { amount: 100, dueDate: '2026-03-01' })
    const issueOf = async (sent: Promise<{ status: number; problem?: { issues?: unknown[] | undefined } }>) => {
      const { status, problem } = await sent
      return [status, problem?.issues?.[0]]
    }
    const send = (body: Record<string, unknown>) =>
      issueOf(app.send(recordReceipt, ann, { body: { tenantId: id(), amount: 100, ...body } }))
    for (const amount of [0, -5])
      expect(await send({ amount })).toEqual([400, { path: 'amount', message: 'Amount must be more than 0' }])
    expect(await send({ amount: '' })).toEqual([400, { path: 'amount', message: 'Amount is required' }])

    const tooEarly = (path: string) => [400, { path, message: 'Enter a date from 1996 on' }]
    for (const day of ['1900-01-01', '1970-01-01', '1995-12-31'])
      expect(await send({ receivedOn: day })).toEqual(tooEarly('receivedOn'))
    const created = { body: { tenantId: id(), amount: 1, dueDate: '1970-01-01' } }
    expect(await issueOf(app.send(createPayment, ann, created))).toEqual(tooEarly('dueDate'))
    const toTenant = { params: { id: id() } }
    const early = { amount: 1, paidOn: '1970-01-01' }
    expect(await issueOf(app.send(refundCredit, ann, { ...toTenant, body: early }))).toEqual(tooEarly('paidOn'))
    const given = { amount: 1, reason: 'Heating', on: '1970-01-01' }
    expect(await issueOf(app.send(giveCredit, ann, { ...toTenant, body: given }))).toEqual(tooEarly('on'))
    expect(await issueOf(app.verify(ann, charge, { paidDate: '1970-01-01' }))).toEqual(tooEarly('paidDate'))

    const later = { amount: 1, paidOn: '2026-04-01' }
    expect(await issueOf(app.send(refundCredit, ann, { ...toTenant, body: later }))).toEqual([
      400,
      { path: 'paidOn', message: "Credit can't be paid out after today" },
    ])
    expect(await issueOf(app.send(giveCredit, ann, { ...toTenant, body: { ...given, on: '2026-04-01' } }))).toEqual([
      400,
      { path: 'on', message: "A credit can't be dated after today" },
    ])
    const { receipt } = await receive(100, { receivedOn: '2026-03-10' })
    const returned = { kind: 'returned' as const, on: '2026-03-09', reason: 'No funds' }
    expect(await issueOf(app.send(reverseReceipt, ann, { params: { id: receipt.id }, body: returned }))).toEqual([
      400,
      { path: 'on', message: "It was received on Mar 10, 2026, so it can't be returned before that" },
    ])
  })

  test("is nobody else's", async () => {
    const { receipt } = await receive(10)
    const bob = actors.landlord()
    const params = { id: receipt.id }
    const reason = { kind: 'mistake' as const, reason: 'x' }
    expect((await app.send(getReceipt, bob, { params })).status).toBe(404)
    expect((await app.send(reverseReceipt, bob, { params, body: reason })).status).toBe(404)
    expect((await app.send(editReceipt, bob, { params, body: { amount: 1 } })).status).toBe(404)
    expect((await app.send(recordReceipt, bob, { body: { tenantId: id(), amount: 1 } })).status).toBe(404)
    expect((await app.send(listReceipts, bob)).body).toEqual([])
    expect((await app.send(getReceipt, tess, { params })).status).toBe(403)
  })
})

describe('credit', () => {
  test('given is no revenue, pays what is open, and its rest stays credit', async () => {
    const rent = await app.charge(ann, id(), { amount: 100, dueDate: '2026-03-01' })
    const { body } = await app.send(giveCredit, ann, {
      params: { id: id() },
      body: { amount: 130, reason: 'Broken heating' },
    })
    expect(body).toMatchObject({ kind: 'concession', unallocated: 30 })
    const { body: charge } = await app.send(getPayment, ann, { params: { id: rent.id } })
    expect(charge).toMatchObject({ amountPaid: 0, amountCredited: 100, balance: 0 })
    expect(await ledger()).toMatchObject({ credit: 30, closingBalance: -30 })
  })

  test('paid out cannot be more than is there on that day, and can be undone', async () => {
    const { receipt } = await receive(500, { receivedOn: '2026-03-10' })
    const pay = (amount: number, paidOn2: string) =>
      app.send(refundCredit, ann, { params: { id: id() }, body: { amount, paidOn: paidOn2 } })
    expect((await pay(1, '2026-03-09')).status).toBe(409)
    expect((await pay(500.01, '2026-03-12')).status).toBe(409)
    const { body } = await pay(200, '2026-03-12')
    expect(body).toMatchObject({ of: 'credit', amount: 200, undoneOn: null })
    expect(await ledger()).toMatchObject({ credit: 300, closingBalance: -300 })
    expect((await pay(301, '2026-03-15')).status).toBe(409)
    // Before the refund there was more, but not on every day since.
    expect((await pay(301, '2026-03-11')).status).toBe(409)
    const undo = () => app.send(undoRefund, ann, { params: { id: body.id }, body: { reason: 'The check came back' } })
    expect((await undo()).body).toMatchObject({ undoneOn: '2026-03-15' })
    expect((await undo()).status).toBe(409)
    expect(await ledger()).toMatchObject({ credit: 500, closingBalance: -500 })
    expect(await ledger({ to: '2026-03-14' })).toMatchObject({ closingBalance: -300 })
    expect((await app.send(listRefunds, ann, { params: { id: id() } })).body).toHaveLength(1)
    // Between its refund and the undoing the money was not there to be returned.
    const bounce = (on: string) =>
      app.send(reverseReceipt, ann, { params: { id: receipt.id }, body: { kind: 'returned', on, reason: 'No funds' } })
    expect((await bounce('2026-03-13')).body).toMatchObject({
      issues: [
        { path: 'on', message: 'A refund of its credit was undone on Mar 15, 2026. Choose that day or a later one' },
      ],
    })
    expect((await bounce('2026-03-15')).status).toBe(200)
    expect(
      (await app.send(undoRefund, actors.landlord(), { params: { id: body.id }, body: { reason: 'x' } })).status,
    ).toBe(404)
  })

  test('paid out whose payment is returned by the bank is owed again', async () => {
    const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
    const { receipt } = await receive(1500)
    await app.send(refundCredit, ann, { params: { id: id() }, body: { amount: 500 } })
    await app.send(reverseReceipt, ann, { params: { id: receipt.id }, body: { kind: 'returned', reason: 'No funds' } })
    expect(await paidOn(rent)).toEqual([0])
    expect(await ledger()).toMatchObject({ due: 1500, credit: 0, closingBalance: 1500 })
    const { body } = await app.send(listPayments, ann, { query: { tenantId: id(), status: 'overdue' } })
    expect(body.map(({ balance }) => balance)).toEqual([1000])
  })
})

describe('credit that was paid out, whose payment is corrected,', () => {
  const pay = (amount: number, day = '2026-11-12') =>
    app.send(refundCredit, ann, { params: { id: id() }, body: { amount, paidOn: day } })
  const edit = async (receiptId: string, body: { amount: number; receivedOn: string }) =>
    (await app.send(editReceipt, ann, { params: { id: receiptId }, body })).body
  const claims = async () =>
    (await app.send(listPayments, ann, { query: { tenantId: id(), paymentType: 'other' } })).body
  const undo = async () => {
    const [made] = (await app.send(listRefunds, ann, { params: { id: id() } })).body
    const of = { params: { id: made?.id ?? '' }, body: { reason: 'The check came back' } }
    return (await app.send(undoRefund, ann, of)).status
  }
  let rent: { id: string }
  let receiptId: string
  beforeEach(async () => {
    app.clock.set('2026-11-20T15:00:00Z')
    rent = await app.charge(ann, id(), { amount: 1200, dueDate: '2026-11-01' })
    ;({ id: receiptId } = (await receive(1500, { receivedOn: '2026-11-10' })).receipt)
    expect((await pay(300)).status).toBe(201)
  })
  afterEach(async () => expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([]))

  test('stays covered by a correction of the day: nothing new is owed, nothing is there to be paid out again', async () => {
    const corrected = await edit(receiptId, { amount: 1500, receivedOn: '2026-11-15' })
    expect(corrected).toMatchObject({ amount: 1500, receivedOn: '2026-11-15', unallocated: 0 })
    expect(await claims()).toEqual([])
    expect(await paidOn(rent)).toEqual([1200])
    expect(await ledger()).toMatchObject({ due: 0, credit: 0, closingBalance: 0 })
    expect(await ledger({ to: '2026-11-11' })).toMatchObject({ closingBalance: -300 })
    expect(await ledger({ to: '2026-11-12' })).toMatchObject({ closingBalance: 0 })
    for (const day of ['2026-11-12', '2026-11-16', '2026-11-20']) expect((await pay(300, day)).status).toBe(409)
  })

  test('can be undone once, and goes to the corrected payment', async () => {
    const once = await edit(receiptId, { amount: 1500, receivedOn: '2026-11-15' })
    const twice = await edit(once.id, { amount: 1500, receivedOn: '2026-11-16' })
    expect(await claims()).toEqual([])
    expect([await undo(), await undo()]).toEqual([200, 409])
    expect((await app.send(getReceipt, ann, { params: { id: twice.id } })).body.unallocated).toBe(300)
    expect(await ledger()).toMatchObject({ due: 0, credit: 300, closingBalance: -300 })
  })

  test('is owed as far as the corrected amount does not cover it', async () => {
    const corrected = await edit(receiptId, { amount: 1300, receivedOn: '2026-11-10' })
    expect(corrected).toMatchObject({ unallocated: 0 })
    expect((await claims()).map(({ amount }) => amount)).toEqual([200])
    expect(await ledger()).toMatchObject({ due: 200, credit: 0, closingBalance: 200 })
    expect((await pay(1, '2026-11-20')).status).toBe(409)
    expect(await undo()).toBe(409)
  })

  test('is owed whole when the corrected payment is returned by the bank', async () => {
    const corrected = await edit(receiptId, { amount: 1500, receivedOn: '2026-11-15' })
    const body = { kind: 'returned', reason: 'No funds' } as const
    expect((await app.send(reverseReceipt, ann, { params: { id: corrected.id }, body })).status).toBe(200)
    expect((await claims()).map(({ amount }) => amount)).toEqual([300])
    expect(await ledger()).toMatchObject({ due: 1500, credit: 0, closingBalance: 1500 })
  })
})

test('a debt that is written off is no revenue and not owed any more; reversed it is owed again', async () => {
  const rent = await app.charge(ann, id(), { amount: 1000, dueDate: '2026-03-01' })
  await receive(400)
  const write = (body: Record<string, unknown>) =>
    app.send(writeOff, ann, { params: { id: rent.id }, body: { reason: 'Left the country', ...body } })
  expect((await write({ amount: 600.01 })).status).toBe(409)
  const { body } = await write({})
  expect(body).toMatchObject({ kind: 'write_off', amount: 600, allocations: [{ amount: 600 }] })
  expect((await write({})).status).toBe(409)
  expect(await ledger()).toMatchObject({ due: 0, closingBalance: 0 })
  await app.send(reverseReceipt, ann, { params: { id: body.id }, body: { kind: 'mistake', reason: 'They came back' } })
  expect(await ledger()).toMatchObject({ due: 600, closingBalance: 600 })
})

test('a deposit is not written off: nothing is held that was not received', async () => {
  const body = { amount: 800, dueDate: '2026-03-01', paymentType: 'security_deposit' } as const
  const deposit = await app.charge(ann, id(), body)
  const refused = await app.send(writeOff, ann, { params: { id: deposit.id }, body: { reason: 'Left the country' } })
  expect(refused.status).toBe(409)
  expect((await app.send(listDeposits, ann)).body).toMatchObject([{ charged: 800, received: 0, held: 0 }])
})

test('a deposit is not given back before it was received, and a refund of it can be undone', async () => {
  const deposit = await app.charge(ann, id(), { amount: 800, dueDate: '2026-03-01', paymentType: 'security_deposit' })
  await receive(800, { receivedOn: '2026-03-10', allocations: [{ paymentId: deposit.id, amount: 800 }] })
  const refund = (paidOn2: string) =>
    app.send(refundDeposit, ann, { params: { id: id() }, body: { amount: 800, paidOn: paidOn2 } })
  expect((await refund('2026-03-09')).status).toBe(409)
  expect((await refund('2026-03-12')).body).toMatchObject({ held: 0, refunded: 800 })
  const [made] = (await app.send(listRefunds, ann, { params: { id: id() } })).body
  await app.send(undoRefund, ann, { params: { id: made?.id ?? '' }, body: { reason: 'The check was lost' } })
  expect((await app.send(listDeposits, ann)).body).toMatchObject([{ held: 800, refunded: 0 }])
})
