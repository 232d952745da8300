import {
  dismissInsight,
  InsightsRefreshed,
  listInsights,
  readInsight,
  restoreInsight,
} from '@keyhold/contracts/ai/insights'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, startAiApp, propertyOf, requestOf, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startAiApp>>
beforeAll(async () => void (app = await startAiApp()))
afterAll(() => app.stop())

const oldRequest = (landlord: { landlordId: string }, fields = {}) =>
  requestOf(landlord, { openedAt: '2026-02-10T10:00:00.000Z', ...fields })

/** A landlord with a home, a tenant, and rent that is overdue by this much. */
async function inArrears(open: number) {
  const landlord = actors.landlord()
  const property = propertyOf(landlord)
  const tenant = tenantOf(landlord, { propertyId: property.propertyId })
  await app.publish(PropertyCreated, property)
  await app.publish(TenantCreated, tenant)
  const charge = chargeOf({ propertyId: property.propertyId, open, dueDate: '2026-03-10' })
  const owe = async (amount: number, dueDate = charge.dueDate) => {
    app.owners.ledgers.set(tenant.tenantId, {
      awaitingConfirmation: 0,
      credit: 0,
      charges: amount > 0 ? [{ ...charge, open: amount, dueDate }] : [],
    })
    app.clock.advance(1000)
    await app.publish(ChargeChanged, { ...charge, landlordId: landlord.landlordId, tenantId: tenant.tenantId })
    return app.computed(landlord)
  }
  return { landlord, property, tenant, charge, owe, insights: await owe(open) }
}

test('a landlord reads findings most pressing first and then newest, page by page, and nobody else finds any of them', async () => {
  const landlord = actors.landlord()
  const other = actors.landlord()
  for (const priority of ['low', 'high', 'medium', 'high', 'medium'] as const) {
    app.clock.advance(1000)
    await app.publish(RequestOpened, oldRequest(landlord, { priority, title: priority }))
    await app.computed(landlord)
  }
  const whole = await app.list(landlord)
  expect(whole.map(({ priority }) => priority)).toEqual(['high', 'high', 'medium', 'medium', 'low'])
  expect(whole.map(({ createdAt }) => createdAt)).toEqual(
    [3, 1, 4, 2, 0].map((n) => whole.map((one) => one.createdAt).toSorted()[n]),
  )

  const first = await app.send(listInsights, landlord, { query: { limit: 2 } })
  expect(first.headers['x-total-count']).toBe('5')
  const cursor = new URL(first.headers.link!.slice(1).split('>')[0]!, 'http://x').searchParams.get('cursor')!
  // The record that the page ended with goes away meanwhile: the next page still begins behind it.
  const gone = first.body[1]!
  await app.send(dismissInsight, landlord, { params: { id: gone.id } })
  const second = await app.send(listInsights, landlord, { query: { limit: 2, cursor } })
  expect(second.body.map(({ id }) => id)).toEqual(whole.slice(2, 4).map(({ id }) => id))

  expect(await app.list(other)).toEqual([])
  expect(await app.list(other, { propertyId: whole[0]!.propertyId ?? whole[0]!.id })).toEqual([])
  const tenant = actors.tenantOf(landlord)
  expect((await app.send(listInsights, tenant)).status).toBe(403)
  expect((await app.send(listInsights, actors.visitor())).status).toBe(401)
  for (const endpoint of [readInsight, dismissInsight, restoreInsight]) {
    expect(await app.send(endpoint, other, { params: { id: whole[0]!.id } })).toMatchObject({
      status: 404,
      problem: { code: 'not-found' },
    })
    expect((await app.send(endpoint, tenant, { params: { id: whole[0]!.id } })).status).toBe(403)
  }
  expect((await app.send(listInsights, landlord, { query: { cursor: 'no such' } })).problem).toMatchObject({
    status: 400,
  })
})

test('not even the database shows a tenant what is said about them', async () => {
  const { landlord, tenant, insights } = await inArrears(900)
  expect(insights).toHaveLength(1)
  const seen = await app.db('ai').read(actors.tenantOf(landlord, tenant.tenantId), (sql) => sql`select id from insight`)
  expect(seen).toEqual([])
})

test('filters by kind and property', async () => {
  const { landlord, property, insights } = await inArrears(700)
  await app.publish(RequestOpened, oldRequest(landlord))
  expect(await app.computed(landlord)).toHaveLength(2)
  expect((await app.list(landlord, { insightType: 'payment_risk' })).map(({ id }) => id)).toEqual([insights[0]!.id])
  expect((await app.list(landlord, { propertyId: property.propertyId })).map(({ id }) => id)).toEqual([insights[0]!.id])
})

test('a finding that goes on keeps its id and stays read; it goes when it is true no longer', async () => {
  const { landlord, owe, insights } = await inArrears(500)
  const [found] = insights
  expect(found).toMatchObject({
    insightType: 'payment_risk',
    isRead: false,
    dataSource: 'built-in',
    metadata: { rule: 'arrears', inputs: { overdue: 500, daysLate: 5 } },
  })
  expect(found!.evidence).toContainEqual({
    label: 'Overdue',
    value: 500,
    kind: 'money',
    recordType: 'tenant',
    recordId: found!.tenantId,
  })
  expect((await app.send(readInsight, landlord, { params: { id: found!.id } })).body.isRead).toBe(true)
  expect(await owe(505)).toMatchObject([
    { id: found!.id, isRead: true, createdAt: found!.createdAt, metadata: { inputs: { overdue: 505 } } },
  ])
  expect(await owe(0)).toEqual([])
  expect((await app.send(readInsight, landlord, { params: { id: found!.id } })).status).toBe(404)
})

test('a dismissed finding stays away until it grows by the stated step, and then comes back unread', async () => {
  const { landlord, owe, insights } = await inArrears(400)
  const { id } = insights[0]!
  for (let n = 0; n < 2; n++)
    expect((await app.send(dismissInsight, landlord, { params: { id } })).body).toMatchObject({ id, isRead: true })
  expect(await owe(400)).toEqual([])
  expect(await owe(499.99)).toEqual([])
  expect(await owe(500)).toMatchObject([{ id, isRead: false }])
})

test('a dismissed finding comes back when its priority rises, though the amount does not', async () => {
  const { landlord, owe, insights } = await inArrears(400)
  const { id, priority } = insights[0]!
  await app.send(dismissInsight, landlord, { params: { id } })
  expect(priority).toBe('low')
  expect(await owe(400, '2026-03-04')).toMatchObject([{ id, priority: 'medium' }])
})

test('a dismissal can be taken back, once or twice', async () => {
  const { landlord, insights } = await inArrears(300)
  const { id } = insights[0]!
  await app.send(dismissInsight, landlord, { params: { id } })
  expect(await app.list(landlord)).toEqual([])
  for (let n = 0; n < 2; n++) expect((await app.send(restoreInsight, landlord, { params: { id } })).status).toBe(200)
  expect(await app.list(landlord)).toMatchObject([{ id }])
})

test('other pages are told when findings change, and not when a fact changes none', async () => {
  const { landlord, property, insights } = await inArrears(800)
  const told = () => app.published(InsightsRefreshed).filter(({ landlordId }) => landlordId === landlord.landlordId)
  await app.settled()
  const before = told().length
  expect(told().at(-1)).toEqual({ landlordId: landlord.landlordId, active: 1 })
  app.clock.advance(1000)
  await app.publish(PropertyCreated, { ...property, address: 'elsewhere' })
  await app.computed(landlord)
  await app.settled()
  expect(told()).toHaveLength(before)
  await app.send(dismissInsight, landlord, { params: { id: insights[0]!.id } })
  await app.settled()
  expect(told().at(-1)).toEqual({ landlordId: landlord.landlordId, active: 0 })
})

test('a finished request and a renewed lease take their findings along', async () => {
  const landlord = actors.landlord()
  const request = oldRequest(landlord)
  const tenant = tenantOf(landlord, { leaseEndDate: '2026-04-10' })
  await app.publish(RequestOpened, request)
  await app.publish(TenantCreated, tenant)
  expect((await app.computed(landlord)).map(({ insightType }) => insightType).toSorted()).toEqual([
    'maintenance_prediction',
    'tenant_retention',
  ])
  app.clock.advance(1000)
  await app.publish(RequestChanged, { ...request, status: 'completed' })
  await app.publish(TenantUpdated, { ...tenant, leaseEndDate: '2027-04-10' })
  expect(await app.computed(landlord)).toEqual([])
})
