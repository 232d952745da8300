import { createRecurring, endRecurring, listRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

const form = (tenantId: string, over = {}) => ({
  tenantId,
  description: 'Parking',
  amount: 80,
  startsOn: '2026-03-01',
  ...over,
})
const create = (tenantId: string, over = {}, who = ann) =>
  app.send(createRecurring, who, { body: form(tenantId, over) })
const owed = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, paymentType: 'other', sort: 'due' } })).body.map(
    ({ dueDate, amount }) => [dueDate, amount],
  )

describe('a recurring charge', () => {
  test('posts at once what should have been posted, with a description, and names the next due date', async () => {
    const propertyId = await app.addProperty(ann)
    const { tenantId } = await app.addTenant(ann, { propertyId })
    const { status, body } = await create(tenantId, {
      startsOn: '2026-01-20',
      dueDay: 1,
      proration: 'actual',
      postingDays: 20,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      landlordId: ann.landlordId,
      tenantId,
      tenantName: 'Tess Tenant',
      propertyId,
      propertyName: 'Elm 1',
      paymentType: 'other',
      description: 'Parking',
      amount: 80,
      startsOn: '2026-01-20',
      endsOn: null,
      dueDay: 1,
      proration: 'actual',
      postingDays: 20,
      isRent: false,
      nextDueDate: '2026-05-01',
      createdAt: '2026-03-15T15:00:00.000Z',
    })
    const { body: charges } = await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })
    expect(charges.map(({ dueDate, amount, description }) => [dueDate, amount, description])).toEqual([
      ['2026-01-20', 30.97, 'Parking: January 20 to January 31, 2026'],
      ['2026-02-01', 80, 'Parking: February 1 to February 28, 2026'],
      ['2026-03-01', 80, 'Parking: March 1 to March 31, 2026'],
      ['2026-04-01', 80, 'Parking: April 1 to April 30, 2026'],
    ])
    expect(charges[0]).toMatchObject({ unitId: propertyId, paymentType: 'other' })
  })

  test('sent twice with one idempotency key exists once', async () => {
    const { tenantId } = await app.addTenant(ann)
    const headers = { 'idempotency-key': v7() }
    const twice = await Promise.all([1, 2].map(() => app.send(createRecurring, ann, { body: form(tenantId), headers })))
    expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1)
    expect(await owed(tenantId)).toHaveLength(1)
  })

  test('ends on the given day: later unpaid charges are cancelled, due and paid ones stay', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { body } = await create(tenantId, { startsOn: '2026-02-01', postingDays: 60, proration: 'thirty' })
    expect(await owed(tenantId)).toHaveLength(4)
    const [, , april, may] = (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
    await app.verify(ann, may!.id)
    const ended = await app.send(endRecurring, ann, { params: { id: body.id }, body: { endsOn: '2026-03-10' } })
    expect(ended.body).toMatchObject({ endsOn: '2026-03-10', nextDueDate: null })
    expect(await owed(tenantId)).toEqual([
      ['2026-02-01', 80],
      ['2026-03-01', 80],
      ['2026-05-01', 80],
    ])
    // The end is moved later; charges that Keyhold cancelled are posted again.
    await app.send(endRecurring, ann, { params: { id: body.id }, body: { endsOn: '2026-04-15' } })
    expect((await owed(tenantId))[2]).toEqual(['2026-04-01', 40])
    expect(april).toBeDefined()
    await app.send(endRecurring, ann, { params: { id: body.id }, body: { endsOn: '2020-01-01' } })
    expect(await owed(tenantId)).toHaveLength(3)
    expect((await app.send(listRecurring, ann)).body.map(({ id }) => id)).not.toContain(body.id)
  })

  test('ends with the tenancy, and continues when it is extended', async () => {
    const snapshot = app.tenantSnapshot(ann, {
      monthlyRent: 1000,
      leaseStartDate: '2026-01-01',
      leaseEndDate: '2026-12-31',
    })
    await app.addTenant(ann, snapshot)
    await create(snapshot.tenantId, { postingDays: 31 })
    expect(await owed(snapshot.tenantId)).toHaveLength(2)
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn: '2026-03-20' }))
    expect(await owed(snapshot.tenantId)).toEqual([['2026-03-01', 80]])
    expect((await create(snapshot.tenantId, { startsOn: '2026-04-01' })).problem.code).toBe('conflict')
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
    expect(await owed(snapshot.tenantId)).toHaveLength(2)
  })

  test('of a co-tenant is in the shared ledger', async () => {
    const { tenants, tenancy } = await app.addRoommates(ann, ['Ada', 'Ben'], { startDate: '2026-03-01' })
    const { body } = await create(tenants[1]!.tenantId)
    expect(body).toMatchObject({ tenantId: tenancy.accountId, tenantName: 'Ada Tenant & Ben Tenant' })
    for (const { tenantId } of tenants)
      expect((await app.send(listRecurring, ann, { query: { tenantId } })).body).toHaveLength(1)
  })

  test('is refused if contradictory, and cannot be the rent', async () => {
    const { tenantId } = await app.addTenant(ann, { monthlyRent: 1000, leaseStartDate: '2026-03-01' })
    expect((await create(tenantId, { paymentType: 'rent' })).problem.detail).toBe(
      'The rent is set in the tenancy terms. Change it there.',
    )
    expect((await create(tenantId, { endsOn: '2026-02-01' })).status).toBe(400)
    expect((await create(tenantId, { startsOn: '2016-03-01' })).status).toBe(400)
    expect((await create(tenantId, { description: '' })).status).toBe(400)
    expect((await create(tenantId, { amount: 0 })).status).toBe(400)
    const [rent] = (await app.send(listRecurring, ann)).body
    expect(rent).toMatchObject({
      id: tenantId,
      isRent: true,
      description: 'Rent',
      amount: 1000,
      postingDays: 5,
      nextDueDate: '2027-03-01',
    })
    expect(
      (await app.send(endRecurring, ann, { params: { id: tenantId }, body: { endsOn: '2026-04-01' } })).status,
    ).toBe(409)
  })

  test('is not accessible to others', async () => {
    const tenant = await app.addTenant(ann)
    const { body } = await create(tenant.tenantId)
    const bob = actors.landlord()
    expect((await create(tenant.tenantId, {}, bob)).status).toBe(404)
    expect(
      (await app.send(endRecurring, bob, { params: { id: body.id }, body: { endsOn: '2026-04-01' } })).status,
    ).toBe(404)
    expect((await app.send(listRecurring, bob, { query: { tenantId: tenant.tenantId } })).body).toEqual([])
    for (const who of [tenant, actors.visitor()]) {
      expect((await app.send(listRecurring, who)).status).toBeGreaterThan(400)
      expect((await app.send(createRecurring, who, { body: form(tenant.tenantId) })).status).toBeGreaterThan(400)
    }
  })
})

test('the list is paged, newest first, each once', async () => {
  const { tenantId } = await app.addTenant(ann)
  const made: string[] = []
  for (let n = 0; n < 5; n++)
    made.push((await create(tenantId, { description: `No. ${n}`, startsOn: '2027-01-01' })).body.id)
  const seen: string[] = []
  let query: Record<string, unknown> | null = { limit: 2 }
  while (query) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(query)
    expect(page.total).toBe('5')
    seen.push(...page.ids)
    query = page.next ? { limit: 2, cursor: page.next } : null
  }
  expect(seen).toEqual(made.toReversed())
})

async function pageOf(query: Record<string, unknown>) {
  const { body, headers } = await app.send(listRecurring, ann, { query })
  return {
    ids: body.map(({ id }) => id),
    total: headers['x-total-count'],
    next: /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1],
  }
}
