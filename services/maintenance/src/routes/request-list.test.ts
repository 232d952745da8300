import { listMaintenance, listMaintenanceAlias, maintenanceSummary } from '@keyhold/contracts/maintenance/requests'
import { updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
let landlordWithTenant: Awaited<ReturnType<typeof app.landlordWithTenant>>

beforeAll(async () => {
  app = await startMaintenanceApp()
  landlordWithTenant = await app.landlordWithTenant()
  const { landlord, property, tenant } = landlordWithTenant
  await app.openRequest(landlord, {
    title: 'tap',
    propertyId: property.propertyId,
    tenantId: tenant.tenantId,
    priority: 'emergency',
  })
  await app.openRequest(landlord, {
    title: '100% humidity',
    description: 'In the cellar_1',
    propertyId: property.propertyId,
  })
  const done = await app.openRequest(landlord, { title: 'Boiler', priority: 'emergency' })
  await app.send(updateMaintenance, landlord, {
    params: { id: done.id },
    body: { title: 'Boiler', status: 'completed' },
  })
  await app.send(updateMaintenance, landlord, {
    params: { id: (await app.openRequest(landlord, { title: 'Fence' })).id },
    body: { status: 'in_progress' },
  })
  await app.openRequest(actors.landlord(), { title: 'tap of another' })
})
afterAll(() => app.stop())

const titles = async (query: Record<string, unknown>) => {
  const { body, headers } = await app.send(listMaintenance, landlordWithTenant.landlord, { query })
  return {
    titles: body.map(({ title }) => title),
    total: headers['x-total-count'],
    cursor: /cursor=([^>&]+)/.exec(headers.link ?? '')?.[1],
  }
}

test('the list is newest first, in pages', async () => {
  const first = await titles({ limit: 3 })
  expect(first).toMatchObject({ titles: ['Fence', 'Boiler', '100% humidity'], total: '4' })
  expect(await titles({ limit: 3, cursor: first.cursor })).toEqual({ titles: ['tap'], total: '4', cursor: undefined })
  expect((await app.send(listMaintenance, landlordWithTenant.landlord, { query: { cursor: '%00' } })).status).toBe(400)
})

test('filters apply to the list and to the total', async () => {
  const { property, tenant } = landlordWithTenant
  expect(await titles({ status: 'open' })).toMatchObject({ titles: ['100% humidity', 'tap'], total: '2' })
  expect(await titles({ priority: 'emergency', limit: 1 })).toMatchObject({ titles: ['Boiler'], total: '2' })
  expect(await titles({ propertyId: property.propertyId })).toMatchObject({ total: '2' })
  expect(await titles({ tenantId: tenant.tenantId, status: 'open' })).toMatchObject({ titles: ['tap'], total: '1' })
  expect((await app.send(listMaintenance, landlordWithTenant.landlord, { query: { status: 'pending' } })).status).toBe(
    400,
  )
})

test('a search is literal, in title and description', async () => {
  expect((await titles({ q: '0%' })).titles).toEqual(['100% humidity'])
  expect((await titles({ q: 'CELLAR_' })).titles).toEqual(['100% humidity'])
  expect((await titles({ q: '_' })).titles).toEqual(['100% humidity'])
  expect((await titles({ q: 'tap' })).total).toBe('3') // the form's description speaks of one
})

test('the older path has the same answer', async () => {
  const [list, alias] = [
    await app.send(listMaintenance, landlordWithTenant.landlord, { query: { limit: 2 } }),
    await app.send(listMaintenanceAlias, landlordWithTenant.landlord, { query: { limit: 2 } }),
  ]
  expect([alias.body, alias.headers['x-total-count']]).toEqual([list.body, list.headers['x-total-count']])
  expect(alias.headers.link).toContain('/api/maintenance?')
})

test('the summary counts requests by status, and open emergencies', async () => {
  const { landlord, property } = landlordWithTenant
  expect((await app.send(maintenanceSummary, landlord)).body).toEqual({
    byStatus: { open: 2, in_progress: 1, completed: 1, cancelled: 0 },
    emergencies: 1,
    pastDue: 0,
  })
  expect(
    (await app.send(maintenanceSummary, landlord, { query: { propertyId: property.propertyId } })).body.byStatus,
  ).toEqual({
    open: 2,
    in_progress: 0,
    completed: 0,
    cancelled: 0,
  })
  expect((await app.send(maintenanceSummary, actors.landlord())).body).toEqual({
    byStatus: { open: 0, in_progress: 0, completed: 0, cancelled: 0 },
    emergencies: 0,
    pastDue: 0,
  })
})

test('by deadline: open requests first, the earliest deadline on top; filters find past-due and unassigned ones', async () => {
  const { landlord, property } = await app.landlordWithTenant()
  const at = { propertyId: property.propertyId }
  const put = (id: string, body: Record<string, unknown>) =>
    app.send(updateMaintenance, landlord, { params: { id }, body })
  const listed = async (query: Record<string, unknown>, by: LandlordActor = landlord) => {
    const { body, headers } = await app.send(listMaintenance, by, { query })
    return {
      titles: body.map(({ title }) => title),
      total: headers['x-total-count'],
      cursor: /cursor=([^>&]+)/.exec(headers.link ?? '')?.[1],
    }
  }
  await app.openRequest(landlord, { ...at, title: 'low', priority: 'low' })
  const done = await app.openRequest(landlord, { ...at, title: 'done', priority: 'emergency' })
  await put(done.id, { title: 'done', status: 'cancelled' })
  await app.openRequest(landlord, { ...at, title: 'high', priority: 'high', vendorName: 'Pipes Ltd' })
  const begun = await app.openRequest(landlord, { ...at, title: 'begun', priority: 'emergency' })
  await put(begun.id, { status: 'in_progress' })
  await app.openRequest(landlord, { ...at, title: 'fire', priority: 'emergency' })

  const first = await listed({ sort: 'deadline', limit: 3 })
  expect(first).toMatchObject({ titles: ['begun', 'fire', 'high'], total: '5' })
  expect(await listed({ sort: 'deadline', limit: 3, cursor: first.cursor })).toEqual({
    titles: ['low', 'done'],
    total: '5',
    cursor: undefined,
  })
  expect((await listed({ unassigned: true })).titles).toEqual(['fire', 'low'])
  expect((await listed({ pastDue: true })).total).toBe('0')

  app.clock.advance(4 * 3_600_000)
  expect((await listed({ pastDue: 'true', sort: 'deadline' })).titles).toEqual(['begun', 'fire'])
  const { body } = await app.send(maintenanceSummary, landlord)
  expect(body).toMatchObject({ pastDue: 2, emergencies: 2 })
  expect(
    (await app.send(listMaintenance, landlord)).body.filter(({ isPastDue }) => isPastDue).map(({ title }) => title),
  ).toEqual(['fire', 'begun'])
  expect((await listed({ pastDue: true }, actors.landlord())).total).toBe('0')
  expect((await app.send(listMaintenance, landlord, { query: { sort: 'price' } })).status).toBe(400)
})
