import { LateFeeChanged, listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import {
  cancelPayment,
  getPayment,
  listPayments,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { violated } from '@keyhold/kit/database/database'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lateFeeSteps } from '../../testing/late-fees.ts'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let steps: ReturnType<typeof lateFeeSteps>
let month = 3
beforeAll(async () => {
  app = await startPaymentsApp()
  steps = lateFeeSteps(app)
})
afterAll(() => app.stop())

const post = (actor: Actor, ids: string[]) => app.send(postLateFees, actor, { body: { ids } })
const waive = (actor: Actor, id: string, reason = 'A first time') =>
  app.send(waiveLateFee, actor, { params: { id }, body: { reason } })
const reverse = (actor: Actor, id: string) =>
  app.send(reversePayment, actor, { params: { id }, body: { reason: 'Returned by the bank' } })
const payment = async (actor: LandlordActor, id: string) => (await app.send(getPayment, actor, { params: { id } })).body
const announced = async (landlord: LandlordActor) => {
  await app.settled()
  return app.published(LateFeeChanged).filter(({ landlordId }) => landlordId === landlord.landlordId)
}

/** A landlord whose late fee is 5% after three days, and a tenant with a rent due on the 1st of a separate month. */
async function rentedHome(form: Record<string, unknown> = {}) {
  month += 1
  const day = (n: number, hour = 16) =>
    `${2026 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-${String(n).padStart(2, '0')}T${hour}:30:00Z`
  const date = (n: number) => day(n).slice(0, 10)
  const landlord = actors.landlord()
  await steps.setPolicy(landlord, { kind: 'percent', amount: 5, ...form })
  await steps.at(day(1))
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId })
  const rent = await app.charge(landlord, tenant.tenantId, { dueDate: date(1) })
  return { landlord, tenant, propertyId, rent, date, on: (n: number) => steps.at(day(n)) }
}

/** The same with the fee already proposed. */
async function late(form: Record<string, unknown> = {}) {
  const home = await rentedHome(form)
  await home.on(5)
  const [fee] = await steps.feesOf(home.landlord)
  if (!fee) throw new Error('no late fee was proposed')
  return { ...home, fee }
}

describe('a proposal', () => {
  test('is made despite an unconfirmed report, mentions it, and is withdrawn when the money is confirmed as received on time', async () => {
    const { landlord, tenant, rent, date, on } = await rentedHome()
    await on(4)
    await app.report(tenant, 1000)
    await on(5)
    const [fee] = await steps.feesOf(landlord)
    expect(fee).toMatchObject({
      status: 'proposed',
      amount: 50,
      assessedOn: date(5),
      basis: { formula: '5% × $1,000.00 = $50.00', inputs: { reportedNotConfirmed: 1000, policyVersion: 1 } },
    })
    await on(9)
    await app.verify(landlord, rent.id)
    expect(await steps.feesOf(landlord)).toMatchObject([
      { id: fee?.id, status: 'withdrawn', reason: expect.stringContaining('paid on time') },
    ])
    await on(10)
    expect(await steps.feesOf(landlord, { status: 'proposed' })).toEqual([])
    expect((await announced(landlord)).map(({ status }) => status)).toEqual(['proposed', 'withdrawn'])
  })

  test('stays when the money was a day late, and is replaced by a lower one when part was on time', async () => {
    const tooLate = await rentedHome()
    await tooLate.on(5)
    await app.report(tooLate.tenant, 600)
    await app.verify(tooLate.landlord, tooLate.rent.id)
    expect(await steps.feesOf(tooLate.landlord)).toMatchObject([{ status: 'proposed', amount: 50 }])

    const { landlord, tenant, rent, on } = await rentedHome()
    await on(4)
    await app.report(tenant, 600)
    await on(9)
    expect(await steps.feesOf(landlord)).toMatchObject([{ status: 'proposed', amount: 50 }])
    await app.verify(landlord, rent.id)
    expect(await steps.feesOf(landlord, { status: 'proposed' })).toMatchObject([
      { amount: 20, basis: { formula: '5% × $400.00 = $20.00' } },
    ])
    expect(await steps.feesOf(landlord, { status: 'withdrawn' })).toMatchObject([
      { amount: 50, reason: expect.stringContaining('$20.00 instead of $50.00') },
    ])
  })

  test('comes in the same moment as a payment is returned, dated by the rule', async () => {
    const { landlord, rent, date, on } = await rentedHome()
    await on(2)
    await app.verify(landlord, rent.id)
    await on(20)
    expect(await steps.feesOf(landlord)).toEqual([])
    await reverse(landlord, rent.id)
    expect(await steps.feesOf(landlord)).toMatchObject([
      {
        status: 'proposed',
        paymentId: rent.id,
        assessedOn: date(5),
        amount: 50,
        createdAt: `${date(20)}T16:30:00.000Z`,
      },
    ])
  })

  test('is withdrawn when its rent is cancelled, gets a later due date, or is changed to another type', async () => {
    const cancelled = await late()
    await app.send(cancelPayment, cancelled.landlord, { params: { id: cancelled.rent.id }, body: { reason: 'Agreed' } })
    expect(await steps.feesOf(cancelled.landlord)).toMatchObject([
      { status: 'withdrawn', reason: 'The rent is no longer owed.' },
    ])
    const changes = [(date: (n: number) => string) => ({ dueDate: date(3) }), () => ({ paymentType: 'other' as const })]
    for (const change of changes) {
      const { landlord, rent, date } = await late()
      await app.send(updatePayment, landlord, { params: { id: rent.id }, body: change(date) })
      expect(await steps.feesOf(landlord)).toMatchObject([{ status: 'withdrawn' }])
    }
  })
})

describe('posting', () => {
  test('charges the fee, due that day, named after its rent, with its basis', async () => {
    const { landlord, tenant, rent, date, fee, on } = await late()
    await on(7)
    const { status, body } = await post(landlord, [fee.id])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: [{ id: fee.id, status: 'posted', feePaymentId: expect.any(String) }],
    })
    const charged = await payment(landlord, body[0]?.feePaymentId ?? '')
    expect(charged).toMatchObject({
      tenantId: tenant.tenantId,
      paymentType: 'late_fee',
      amount: 50,
      dueDate: date(7),
      status: 'pending',
      propertyId: rent.propertyId,
    })
    expect(charged.description).toMatch(/^Late fee for the rent due \w+ 1, 20\d\d$/)
    expect(
      await app
        .db('payments')
        .read(landlord, (read) => read`select late_charge_id, basis from charge where id = ${charged.id}`),
    ).toEqual([{ lateChargeId: rent.id, basis: fee.basis }])
    expect((await announced(landlord)).map(({ status: said }) => said)).toEqual(['proposed', 'posted'])
  })

  test('repeated, even concurrently, charges once', async () => {
    const { landlord, tenant, fee } = await late()
    const answers = await Promise.all([
      post(landlord, [fee.id]),
      post(landlord, [fee.id, fee.id]),
      post(landlord, [fee.id]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body[0]?.feePaymentId)).size).toBe(1)
    const listed = await app.send(listPayments, landlord, {
      query: { tenantId: tenant.tenantId, paymentType: 'late_fee' },
    })
    expect(listed.body).toHaveLength(1)
  })

  test("is paid from the tenant's credit", async () => {
    const { landlord, tenant, fee, date } = await late()
    await app.charge(landlord, tenant.tenantId, { amount: 10, dueDate: date(5), paymentType: 'other', status: 'paid' })
    await app.send(summarizePayments, landlord)
    const spare = await app.charge(landlord, tenant.tenantId, { amount: 1, dueDate: date(5), paymentType: 'other' })
    // The rent is paid first, then the fee.
    await app.report(tenant, 1030)
    const [reported] = (await app.send(listPayments, landlord, { query: { tenantId: tenant.tenantId } })).body.filter(
      ({ reported: waiting }) => waiting.length > 0,
    )
    await app.verify(landlord, reported?.id ?? '')
    const { body } = await post(landlord, [fee.id])
    expect(await payment(landlord, body[0]?.feePaymentId ?? '')).toMatchObject({
      amountPaid: 29,
      balance: 21,
      status: 'partial',
    })
    expect(await payment(landlord, spare.id)).toMatchObject({ status: 'paid' })
  })

  test('withdraws the fee and its charge when the rent turns out to be paid on time; a paid fee stays', async () => {
    const unpaid = await rentedHome()
    await unpaid.on(4)
    await app.report(unpaid.tenant, 1000)
    await unpaid.on(5)
    const [proposed] = await steps.feesOf(unpaid.landlord)
    const { body } = await post(unpaid.landlord, [proposed?.id ?? ''])
    await app.verify(unpaid.landlord, unpaid.rent.id)
    expect(await steps.feesOf(unpaid.landlord)).toMatchObject([
      { status: 'withdrawn', reason: expect.stringContaining('paid on time') },
    ])
    expect(await payment(unpaid.landlord, body[0]?.feePaymentId ?? '')).toMatchObject({
      cancelledAt: expect.any(String),
      cancellationReason: expect.stringContaining('paid on time'),
    })

    const paid = await rentedHome()
    await paid.on(4)
    await app.report(paid.tenant, 1000)
    await paid.on(5)
    const [other] = await steps.feesOf(paid.landlord)
    const posted = await post(paid.landlord, [other?.id ?? ''])
    await app.verify(paid.landlord, posted.body[0]?.feePaymentId ?? '')
    await app.verify(paid.landlord, paid.rent.id)
    expect(await steps.feesOf(paid.landlord)).toMatchObject([{ status: 'posted' }])
    // Until that payment is reversed as well.
    await reverse(paid.landlord, posted.body[0]?.feePaymentId ?? '')
    expect(await steps.feesOf(paid.landlord)).toMatchObject([{ status: 'withdrawn' }])
    expect(await payment(paid.landlord, posted.body[0]?.feePaymentId ?? '')).toMatchObject({
      cancelledAt: expect.any(String),
    })
  })
})

describe('waiving', () => {
  test('stores the reason, and is not undone by a repeated request or the next run', async () => {
    const { landlord, fee, on } = await late()
    const first = await waive(landlord, fee.id)
    expect(first).toMatchObject({ status: 200, body: { status: 'waived', reason: 'A first time' } })
    expect((await waive(landlord, fee.id, 'Another')).body).toEqual(first.body)
    expect((await post(landlord, [fee.id])).body).toEqual([first.body])
    await on(6)
    expect(await steps.feesOf(landlord)).toHaveLength(1)
    expect((await waive(landlord, fee.id, ' ')).status).toBe(400)
  })

  test('of a posted fee cancels its charge, and cancelling the charge waives the fee', async () => {
    const one = await late()
    const posted = (await post(one.landlord, [one.fee.id])).body[0]
    expect((await waive(one.landlord, one.fee.id)).body).toMatchObject({
      status: 'waived',
      reason: 'A first time',
      feePaymentId: posted?.feePaymentId,
    })
    expect(await payment(one.landlord, posted?.feePaymentId ?? '')).toMatchObject({
      cancelledAt: expect.any(String),
      cancellationReason: 'A first time',
    })

    const other = await late()
    const charged = (await post(other.landlord, [other.fee.id])).body[0]
    await app.send(cancelPayment, other.landlord, {
      params: { id: charged?.feePaymentId ?? '' },
      body: { reason: 'Let go' },
    })
    expect(await steps.feesOf(other.landlord)).toMatchObject([{ status: 'waived', reason: 'Let go' }])
    expect((await announced(other.landlord)).map(({ status }) => status)).toEqual(['proposed', 'posted', 'waived'])
  })

  test('is refused while the fee has money on it, and after it was withdrawn', async () => {
    const paid = await late()
    const posted = (await post(paid.landlord, [paid.fee.id])).body[0]
    await app.verify(paid.landlord, posted?.feePaymentId ?? '')
    expect(await waive(paid.landlord, paid.fee.id)).toMatchObject({ status: 409, problem: { code: 'has-receipts' } })
    const gone = await late()
    await app.send(cancelPayment, gone.landlord, { params: { id: gone.rent.id }, body: { reason: 'x' } })
    expect(await waive(gone.landlord, gone.fee.id)).toMatchObject({ status: 409, problem: { code: 'conflict' } })
  })

  test('concurrently with posting, one of them wins and the ledger agrees with it', async () => {
    for (let n = 0; n < 5; n++) {
      const { landlord, fee } = await late()
      await Promise.all([post(landlord, [fee.id]), waive(landlord, fee.id)])
      expect(await steps.feesOf(landlord)).toMatchObject([{ status: 'waived' }])
      expect((await app.send(listPayments, landlord, { query: { paymentType: 'late_fee' } })).body).toEqual([])
    }
  })
})

test('the database refuses to rewrite a fee, to undo a decision and to charge a day twice', async () => {
  const { landlord, fee } = await late()
  const brokenBy = async (statement: SQL) => {
    const error: unknown = await app
      .db('payments')
      .transaction(landlord, (tx) => tx.execute(statement))
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    return violated(error)?.constraint
  }
  const again = sql`insert into late_fee (landlord_id, tenant_id, charge_id, occurrence, assessed_on, amount, status, policy_id, basis)
    select landlord_id, tenant_id, charge_id, occurrence, assessed_on, amount, status, policy_id, basis from late_fee`
  expect(await brokenBy(again)).toBe('late_fee_once')
  expect(await brokenBy(sql`update late_fee set amount = 1`)).toBe('ledger_append_only')
  expect(await brokenBy(sql`update late_fee set basis = '{}'`)).toBe('ledger_append_only')
  expect(await brokenBy(sql`delete from late_fee`)).toBe('ledger_append_only')
  expect(await brokenBy(sql`update late_fee set status = 'posted'`)).toBe('late_fee_posted')
  await waive(landlord, fee.id)
  expect(await brokenBy(sql`update late_fee set status = 'withdrawn'`)).toBe('ledger_append_only')
  expect(await brokenBy(sql`update late_fee set reason = 'Another'`)).toBe('ledger_append_only')
})

test("another landlord's fees are not visible, and tenants and visitors have no access", async () => {
  const { landlord, tenant, fee } = await late()
  const bob = actors.landlord()
  expect((await post(bob, [fee.id])).status).toBe(404)
  expect((await waive(bob, fee.id)).status).toBe(404)
  expect((await app.send(listLateFees, bob)).body).toEqual([])
  expect((await app.send(listLateFees, bob, { query: { tenantId: tenant.tenantId } })).body).toEqual([])
  for (const [actor, status] of [
    [tenant, 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await post(actor, [fee.id])).status).toBe(status)
    expect((await waive(actor, fee.id)).status).toBe(status)
    expect((await app.send(listLateFees, actor)).status).toBe(status)
  }
  expect(await steps.feesOf(landlord)).toMatchObject([{ status: 'proposed' }])
})

test('lists are paged, newest first, and filtered by status and by any tenant who shares the tenancy', async () => {
  const { landlord, date, on } = await rentedHome({ kind: 'flat', amount: 10, frequency: 'daily', cap: 50 })
  const { tenants } = await app.addRoommates(landlord, ['Ann', 'Ben'])
  await app.charge(landlord, tenants[1]!.tenantId, { dueDate: date(1) })
  await on(7)
  const first = await app.send(listLateFees, landlord, { query: { limit: 4 } })
  expect(first.headers['x-total-count']).toBe('6')
  const cursor = new URLSearchParams(/\?(.*)>/.exec(first.headers.link ?? '')?.[1]).get('cursor') ?? ''
  const second = await app.send(listLateFees, landlord, { query: { limit: 4, cursor } })
  expect(new Set([...first.body, ...second.body].map(({ id }) => id)).size).toBe(6)
  expect(second.headers.link).toBeUndefined()
  for (const { tenantId } of tenants)
    expect(await steps.feesOf(landlord, { tenantId, status: 'proposed' })).toMatchObject(
      Array.from({ length: 3 }, () => ({ tenantName: 'Ann Tenant & Ben Tenant' })),
    )
  expect(await steps.feesOf(landlord, { status: 'posted' })).toEqual([])
})
