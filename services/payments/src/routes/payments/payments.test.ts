import { ChargeChanged, ChargePaid, ReceiptRecorded } from '@keyhold/contracts/payments/events'
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  type Payment,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
const bob = actors.landlord()
/** A tenant whose event has not arrived; only the tenancy service has them. */
const fresh = v7()

beforeAll(async () => {
  app = await startPaymentsApp({
    stubs: [
      stub(getTenantSnapshot, ({ params }) => {
        if (params.id !== fresh) throw new Refusal('not-found', 'Tenant not found')
        return app.tenantSnapshot(ann, { tenantId: fresh, firstName: 'Fred', lastName: 'Fresh' })
      }),
      stub(getPropertySnapshot, () => {
        throw new Refusal('not-found', 'Property not found')
      }),
    ],
  })
})
afterAll(() => app.stop())

const form = (tenantId: string, over: Record<string, unknown> = {}) => ({
  tenantId,
  amount: 1000,
  dueDate: '2026-03-20',
  ...over,
})

describe('recording a payment', () => {
  test('creates an open charge', async () => {
    const propertyId = await app.addProperty(ann, { name: 'Oak 7' })
    const { tenantId } = await app.addTenant(ann, { propertyId })
    const { status, body } = await app.send(createPayment, ann, { body: form(tenantId, { notes: '' }) })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      landlordId: ann.landlordId,
      tenantId,
      tenantName: 'Tess Tenant',
      propertyId,
      propertyName: 'Oak 7',
      unitId: propertyId,
      unitName: null,
      amount: 1000,
      amountPaid: 0,
      amountCredited: 0,
      amountWrittenOff: 0,
      balance: 1000,
      paymentType: 'rent',
      paymentMethod: 'check',
      status: 'pending',
      isOverdue: false,
      dueDate: '2026-03-20',
      paidDate: null,
      notes: null,
      description: null,
      verificationStatus: 'unverified',
      verifiedAt: null,
      verifiedBy: null,
      verificationMethod: null,
      verificationNotes: null,
      receiptUrl: null,
      reported: [],
      cancelledAt: null,
      cancellationReason: null,
      createdAt: '2026-03-15T15:00:00.000Z',
      updatedAt: '2026-03-15T15:00:00.000Z',
    })
    await app.settled()
    expect(app.published(ChargeChanged)).toContainEqual({
      chargeId: body.id,
      landlordId: ann.landlordId,
      tenantId,
      propertyId,
      amount: 1000,
      dueDate: '2026-03-20',
    })
    expect((await app.send(getPayment, ann, { params: { id: body.id } })).body).toEqual(body)
  })

  test('as paid counts the whole amount on the day it was paid', async () => {
    const { tenantId } = await app.addTenant(ann)
    const paid = await app.charge(ann, tenantId, {
      status: 'paid',
      paidDate: '2026-03-02',
      paymentMethod: 'ach',
      amount: 1200.5,
    })
    expect(paid).toMatchObject({
      status: 'paid',
      amountPaid: 1200.5,
      balance: 0,
      paidDate: '2026-03-02',
      paymentMethod: 'ach',
      verificationStatus: 'unverified',
    })
    expect(await app.charge(ann, tenantId, { status: 'paid' })).toMatchObject({ paidDate: '2026-03-15' })
    await app.settled()
    expect(app.published(ReceiptRecorded).filter(({ chargeId }) => chargeId === paid.id)).toMatchObject([
      { amount: 1200.5, tenantId },
    ])
    expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === paid.id)).toHaveLength(1)
  })

  test('as partial counts the part that was paid, exact to the cent', async () => {
    const { tenantId } = await app.addTenant(ann)
    expect(await app.charge(ann, tenantId, { status: 'partial', amountPaid: 333.33 })).toMatchObject({
      status: 'partial',
      amountPaid: 333.33,
      balance: 666.67,
    })
  })

  test('refuses money received on a future day at the property', async () => {
    const { tenantId } = await app.addTenant(ann, {
      propertyId: await app.addProperty(ann, { timeZone: 'America/Los_Angeles' }),
    })
    const before = app.clock.now()
    // The 16th in New York, still the 15th in Los Angeles.
    app.clock.set('2026-03-16T05:00:00Z')
    for (const [paidDate, over] of [
      ['2026-03-16', { status: 'paid' }],
      ['2027-01-01', { status: 'partial', amountPaid: 5 }],
    ] as const) {
      const { status, problem } = await app.send(createPayment, ann, { body: form(tenantId, { ...over, paidDate }) })
      expect([status, problem.issues]).toEqual([
        400,
        [{ path: 'paidDate', message: "Money can't be received after today" }],
      ])
    }
    expect((await app.send(listPayments, ann, { query: { tenantId } })).body).toEqual([])
    expect(await app.charge(ann, tenantId, { status: 'paid', paidDate: '2026-03-15' })).toMatchObject({
      paidDate: '2026-03-15',
    })
    app.clock.set(before.toISOString())
  })

  test('refuses contradictory input', async () => {
    const { tenantId } = await app.addTenant(ann)
    for (const over of [
      { status: 'partial' },
      { status: 'paid', amountPaid: 1000.01 },
      { amountPaid: 10 },
      { amount: 0 },
      { amount: 10.001 },
      { dueDate: '2026-02-30' },
      { paymentMethod: 'barter' },
    ]) {
      expect((await app.send(createPayment, ann, { body: form(tenantId, over) })).status).toBe(400)
    }
    expect((await app.send(listPayments, ann, { query: { tenantId } })).body).toEqual([])
  })

  test('asks the tenancy service once about an unknown tenant', async () => {
    expect(await app.charge(ann, fresh)).toMatchObject({ tenantName: 'Fred Fresh' })
    const refused = await app.send(createPayment, bob, { body: form(fresh) })
    expect(refused).toMatchObject({ status: 404, problem: { detail: 'Tenant not found' } })
  })

  test("refuses another landlord's tenant and property as if they did not exist", async () => {
    const theirs = await app.addTenant(bob)
    const propertyId = await app.addProperty(bob)
    const { tenantId } = await app.addTenant(ann)
    expect(await app.send(createPayment, ann, { body: form(theirs.tenantId) })).toMatchObject({
      status: 404,
      problem: { detail: 'Tenant not found' },
    })
    expect(await app.send(createPayment, ann, { body: form(tenantId, { propertyId }) })).toMatchObject({
      status: 404,
      problem: { detail: 'Property not found' },
    })
  })

  test('is refused where a charge of that kind is due on that day, or a rent in that month, unless another one is meant', async () => {
    const {
      tenants: [cy, dee],
    } = await app.addRoommates(ann, ['Cy', 'Dee'])
    const send = (over: Record<string, unknown> = {}, who = dee!) =>
      app.send(createPayment, ann, { body: form(who.tenantId, over) })
    expect((await send({}, cy)).status).toBe(201)
    expect(await send()).toMatchObject({
      status: 409,
      problem: {
        code: 'confirmation-needed',
        detail:
          'The account of Cy Tenant & Dee Tenant already has a charge of this type due Mar 20, 2026: $1,000.00, with $1,000.00 open. Record the payment on it, or confirm that you want a second charge.',
      },
    })
    for (const dueDate of ['2026-03-01', '2026-03-31'])
      expect(await send({ dueDate, amount: 1500 })).toMatchObject({
        status: 409,
        problem: { detail: expect.stringContaining('due Mar 20, 2026: $1,000.00, with $1,000.00 open') },
      })
    for (const over of [{ dueDate: '2026-02-28' }, { dueDate: '2026-04-01' }, { isAdditional: true }])
      expect((await send(over)).status).toBe(201)
    const other = (dueDate: string) => send({ paymentType: 'other', dueDate })
    expect((await other('2026-03-20')).status).toBe(201)
    expect((await other('2026-03-21')).status).toBe(201)
    expect((await other('2026-03-21')).status).toBe(409)
    const { tenantId } = await app.addTenant(ann)
    const { body: wrong } = await app.send(createPayment, ann, { body: form(tenantId) })
    await app.send(cancelPayment, ann, { params: { id: wrong.id }, body: { reason: 'Not owed' } })
    expect((await app.send(createPayment, ann, { body: form(tenantId) })).status).toBe(201)
  })

  test('sent twice with one Idempotency-Key, concurrently or later, happens once', async () => {
    const { tenantId } = await app.addTenant(ann)
    const send = () =>
      app.send(createPayment, ann, {
        body: form(tenantId, { status: 'paid' }),
        headers: { 'idempotency-key': 'twice' },
      })
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await app.send(listPayments, ann, { query: { tenantId } })).body).toHaveLength(1)
  })

  test('is for landlords', async () => {
    const tenant = await app.addTenant(ann)
    expect((await app.send(createPayment, tenant, { body: form(tenant.tenantId) })).status).toBe(403)
    expect((await app.send(createPayment, actors.visitor(), { body: form(tenant.tenantId) })).status).toBe(401)
  })
})

describe('editing a payment', () => {
  const put = (id: string, body: Record<string, unknown>, actor = ann) =>
    app.send(updatePayment, actor, { params: { id }, body })

  test('changes the fields in the request and keeps the others', async () => {
    const { tenantId } = await app.addTenant(ann)
    const before = await app.charge(ann, tenantId, { notes: 'keep me', paymentType: 'late_fee' })
    app.clock.advance(1000)
    const { body } = await put(before.id, { amount: 1100 })
    expect(body).toEqual({ ...before, amount: 1100, balance: 1100, updatedAt: '2026-03-15T15:00:01.000Z' })
    expect((await put(before.id, { notes: '' })).body.notes).toBeNull()
  })

  test('is refused after money was recorded or reported', async () => {
    const tenant = await app.addTenant(ann)
    const paid = await app.charge(ann, tenant.tenantId, { status: 'partial', amountPaid: 1 })
    expect(await put(paid.id, { amount: 900 })).toMatchObject({ status: 409, problem: { code: 'has-receipts' } })
    const reported = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' })
    expect((await app.report(tenant, 50)).body.id).toBe(reported.id)
    expect((await put(reported.id, { amount: 900 })).status).toBe(409)
  })

  test("is refused for another landlord's payment and property", async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId)
    expect((await put(id, { amount: 1 }, bob)).status).toBe(404)
    expect((await app.send(getPayment, bob, { params: { id } })).status).toBe(404)
    expect((await put(id, { propertyId: await app.addProperty(bob) })).status).toBe(404)
  })
})

describe('the list of payments', () => {
  const cleo = actors.landlord()
  const made: Payment[] = []
  let tenantId = ''
  let propertyId = ''

  beforeAll(async () => {
    propertyId = await app.addProperty(cleo, { name: '100% Elm_Street' })
    ;({ tenantId } = await app.addTenant(cleo, { propertyId }))
    const other = await app.addTenant(cleo, { firstName: 'Otto' })
    for (const [n, dueDate] of ['2026-01-05', '2026-02-05', '2026-02-05', '2026-03-15', '2026-04-05'].entries()) {
      made.push(
        await app.charge(cleo, tenantId, {
          dueDate,
          ...(n === 0 ? { status: 'paid' } : {}),
          ...(n === 1 ? { status: 'partial', amountPaid: 5 } : {}),
        }),
      )
    }
    made.push(
      await app.charge(cleo, other.tenantId, {
        dueDate: '2026-05-01',
        paymentType: 'security_deposit',
        notes: 'back\\slash',
      }),
    )
  })

  const list = (query: Record<string, unknown> = {}) => app.send(listPayments, cleo, { query })
  const idsOf = (payments: Payment[]) => payments.map(({ id }) => id)

  test('has the latest due date first, and counts everything', async () => {
    const { body, headers } = await list()
    expect(body.map(({ dueDate }) => dueDate)).toEqual([
      '2026-05-01',
      '2026-04-05',
      '2026-03-15',
      '2026-02-05',
      '2026-02-05',
      '2026-01-05',
    ])
    expect(headers['x-total-count']).toBe('6')
    expect(headers.link).toBeUndefined()
    expect(body).toContainEqual((await app.send(getPayment, cleo, { params: { id: made[1]?.id ?? '' } })).body)
  })

  test.each(['newest', 'due'])('can be paged without gap or repetition (%s)', async (sort) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...idsOf(body))
      expect(headers['x-total-count']).toBe('6')
      cursor = headers.link
        ? (new URL(headers.link.split(/[<>]/)[1] ?? '', 'http://x').searchParams.get('cursor') ?? undefined)
        : undefined
    } while (cursor)
    const all = idsOf((await list()).body)
    expect(seen).toEqual(sort === 'newest' ? all : all.toReversed())
  })

  test('filters, and counts what it filtered', async () => {
    const cases: [Record<string, unknown>, number][] = [
      [{ status: 'paid' }, 1],
      [{ status: 'partial' }, 1],
      [{ status: 'overdue' }, 2],
      [{ status: 'pending' }, 3],
      [{ status: 'pending', tenantId }, 2],
      [{ tenantId }, 5],
      [{ propertyId }, 5],
      [{ propertyId, status: 'overdue' }, 2],
      [{ paymentType: 'security_deposit' }, 1],
      [{ from: '2026-02-05', to: '2026-03-15' }, 3],
      [{ q: 'otto' }, 1],
      [{ q: '100% elm_' }, 5],
      [{ q: '%' }, 5],
      [{ q: '_' }, 5],
      [{ q: '\\' }, 1],
      [{ q: 'nowhere' }, 0],
      [{ tenantId: v7() }, 0],
    ]
    for (const [query, count] of cases) {
      const { body, headers } = await list(query)
      expect([query, body.length, headers['x-total-count']]).toEqual([query, count, String(count)])
    }
  })

  test('pages through one status', async () => {
    const first = await list({ status: 'pending', limit: 2 })
    expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '3'])
    const cursor = new URL(first.headers.link?.split(/[<>]/)[1] ?? '', 'http://x').searchParams.get('cursor')
    expect((await list({ status: 'pending', limit: 2, cursor })).body).toHaveLength(1)
  })

  test('opens with what is late or reported, then what is due, then what is paid, page by page', async () => {
    const landlord = actors.landlord()
    const tenant = await app.addTenant(landlord)
    const of = async (dueDate: string, more: Parameters<typeof app.charge>[2] = {}) =>
      (await app.charge(landlord, tenant.tenantId, { dueDate, ...more })).id
    const paidFirst = await of('2026-01-05', { status: 'paid' })
    const paidLater = await of('2026-02-05', { status: 'paid' })
    const reported = await of('2026-03-20')
    await app.report(tenant, 100)
    const soon = await of('2026-03-25')
    const later = await of('2026-04-20')
    const late = await of('2026-03-10', { status: 'partial', amountPaid: 10 })
    const query = { tenantId: tenant.tenantId, sort: 'work' as const, limit: 2 }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof app.send<typeof listPayments>>> = await app.send(listPayments, landlord, {
        query: cursor ? { ...query, cursor } : query,
      })
      const { body, headers } = page
      expect(body).toHaveLength(2)
      seen.push(...body.map(({ id }) => id))
      cursor = new URL(headers.link?.split(/[<>]/)[1] ?? '', 'http://x').searchParams.get('cursor')
    }
    expect(seen).toEqual([late, reported, soon, later, paidLater, paidFirst])
    const { body: overdue } = await app.send(listPayments, landlord, { query: { ...query, status: 'overdue' } })
    expect(overdue).toMatchObject([{ id: late, isOverdue: true, status: 'partial' }])
    const { body } = await app.send(summarizePayments, landlord)
    expect(body.overdue).toEqual({ count: 1, open: 990 })
  })

  test('answers 400 for an invalid cursor', async () => {
    for (const cursor of [
      'x',
      'AAAA',
      Buffer.from('2026-02-31 x').toString('base64url'),
      Buffer.from(`2026-02-31 ${v7()}`).toString('base64url'),
    ])
      expect((await list({ cursor })).status).toBe(400)
    for (const query of [{ limit: 0 }, { limit: 501 }, { status: 'late' }, { from: 'soon' }])
      expect((await list(query)).status).toBe(400)
  })

  test('shows and counts nothing of another landlord', async () => {
    const dora = actors.landlord()
    expect(await app.send(listPayments, dora, { query: { tenantId } })).toMatchObject({
      body: [],
      headers: { 'x-total-count': '0' },
    })
    expect(await app.send(listPayments, dora)).toMatchObject({ body: [], headers: { 'x-total-count': '0' } })
  })
})
