import { maintenanceAttention, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const finish = (landlord: LandlordActor, id: string, completedDate: string, status = 'completed') =>
  app.send(updateMaintenance, landlord, { params: { id }, body: { title: 'Done', status, completedDate } })
const costs = async (landlord: LandlordActor, query: Record<string, unknown>) =>
  (await app.send(maintenanceCosts, actors.service('payments', landlord.landlordId), { query })).body

test('costs are summed by completion date and property, both days included, for completed requests only', async () => {
  const { landlord, property } = await app.landlordWithTenant()
  const { propertyId } = property
  const open = (fields: Record<string, unknown>) => app.openRequest(landlord, fields)
  for (const [actualCost, on] of [
    [100.1, '2026-03-01'],
    [0.2, '2026-03-01'],
    [50, '2026-03-31'],
    [999, '2026-04-01'],
    [999, '2026-02-28'],
  ] as const)
    await finish(landlord, (await open({ propertyId, actualCost })).id, on)
  await finish(landlord, (await open({ actualCost: 7 })).id, '2026-03-31')
  await finish(landlord, (await open({ propertyId })).id, '2026-03-02')
  await finish(landlord, (await open({ propertyId, actualCost: 999 })).id, '2026-03-02', 'cancelled')
  await open({ propertyId, actualCost: 999, completedDate: '2026-03-02' })

  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect((await costs(landlord, march)).costs).toEqual([
    { on: '2026-03-01', propertyId, amount: 100.3 },
    { on: '2026-03-31', propertyId, amount: 50 },
    { on: '2026-03-31', propertyId: null, amount: 7 },
  ])
  expect((await costs(landlord, { ...march, propertyId })).costs).toHaveLength(2)
  expect((await costs(actors.landlord(), march)).costs).toEqual([])
})

test("requests opened by the last day in the property's time zone are counted, unless closed before the first", async () => {
  const { landlord, property } = await app.landlordWithTenant()
  const open = async (at: string, close = false) => {
    app.clock.set(at)
    const { id } = await app.openRequest(landlord, { propertyId: property.propertyId })
    if (close) await finish(landlord, id, at.slice(0, 10))
  }
  await open('2026-03-01T05:59:59Z', true) // in Chicago still February, and done
  await open('2026-03-01T06:00:00Z', true) // March
  await open('2026-01-15T12:00:00Z') // still open
  await open('2026-04-01T04:30:00Z') // still March
  await open('2026-04-01T05:00:00Z') // April
  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect((await costs(landlord, march)).byStatus).toEqual({ open: 2, in_progress: 0, completed: 1, cancelled: 0 })
  expect((await costs(actors.landlord(), march)).byStatus).toEqual({
    open: 0,
    in_progress: 0,
    completed: 0,
    cancelled: 0,
  })
})

test('unassigned emergencies and past-due requests are listed once each, oldest first', async () => {
  const { landlord } = await app.landlordWithTenant()
  const begin = (id: string) =>
    app.send(updateMaintenance, landlord, { params: { id }, body: { status: 'in_progress' } })
  const fire = await app.openRequest(landlord, { title: 'fire', priority: 'emergency' })
  await app.openRequest(landlord, { title: 'gas', priority: 'emergency' })
  await app.openRequest(landlord, { title: 'given', priority: 'emergency', vendorName: 'Pipes Ltd' })
  await begin((await app.openRequest(landlord, { title: 'begun', priority: 'emergency' })).id)
  await app.openRequest(landlord, { title: 'later', priority: 'low' })
  const waiting = async (actor: LandlordActor, query = {}) => {
    const { body } = await app.send(maintenanceAttention, actors.service('gateway', actor.landlordId), { query })
    const titles = (part: (typeof body)['pastDue']) => [part.total, ...part.items.map(({ title }) => title)]
    return [titles(body.emergencies), titles(body.pastDue)]
  }
  expect(await waiting(landlord)).toEqual([[2, 'fire', 'gas'], [0]])
  app.clock.advance(5 * 3_600_000)
  expect(await waiting(landlord)).toEqual([
    [2, 'fire', 'gas'],
    [2, 'given', 'begun'],
  ])
  expect(await waiting(landlord, { limit: 1 })).toEqual([
    [2, 'fire'],
    [2, 'given'],
  ])
  await begin(fire.id)
  expect(await waiting(landlord)).toEqual([
    [1, 'gas'],
    [3, 'fire', 'given', 'begun'],
  ])
  expect(await waiting(actors.landlord())).toEqual([[0], [0]])
})
