import {
  confirmAlert,
  getMaintenance,
  listMaintenance,
  settleSuggestion,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import {
  createTenantMaintenance,
  getTenantMaintenance,
  reopenRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const gas = { title: 'Gas smell', description: 'In the kitchen since noon.', category: 'general', priority: 'medium' }

async function reported(body: object = gas) {
  const given = await app.landlordWithTenant()
  const { body: made } = await app.send(createTenantMaintenance, given.tenantActor, { body: { ...body } })
  app.clock.advance(1000)
  const { id } = made
  return {
    ...given,
    id,
    made,
    settle: (accept: boolean, actor = given.landlord) =>
      app.send(settleSuggestion, actor, { params: { id }, body: { accept } }),
    confirm: (actor = given.landlord) => app.send(confirmAlert, actor, { params: { id } }),
    put: (more: object) => app.send(updateMaintenance, given.landlord, { params: { id }, body: { ...more } }),
    read: async () => (await app.send(getMaintenance, given.landlord, { params: { id } })).body,
    events: async () => {
      await app.settled()
      return app.published(RequestChanged).filter(({ requestId }) => requestId === id)
    },
  }
}

test('a suggestion stands beside what the tenant chose, with its words, and changes nothing by itself', async () => {
  const { landlord, tenantActor, id, made } = await reported()
  expect(made).toMatchObject({ category: 'general', priority: 'medium' })
  expect(made).not.toHaveProperty('suggestion')
  const suggestion = { category: 'plumbing', priority: 'emergency', words: ['gas smell'] }
  expect((await app.send(listMaintenance, landlord)).body).toMatchObject([
    { category: 'general', priority: 'medium', suggestion },
  ])
  expect((await app.send(getTenantMaintenance, tenantActor, { params: { id } })).body).not.toHaveProperty('suggestion')
  await app.settled()
  expect(app.published(RequestOpened).at(-1)).toMatchObject({ priority: 'medium', suggestedPriority: 'emergency' })
})

test('one click takes it over, with the deadline, in the history; a second one is refused', async () => {
  const { settle, read, events } = await reported()
  const { body } = await settle(true)
  expect(body).toMatchObject({ category: 'plumbing', priority: 'emergency', suggestion: null, alert: 'confirmed' })
  expect(Date.parse(body.dueAt) - Date.parse(body.createdAt)).toBe(4 * 3_600_000)
  expect((await read()).history[0]).toMatchObject({
    by: 'landlord',
    changes: [
      { field: 'category', from: 'general', to: 'plumbing' },
      { field: 'priority', from: 'medium', to: 'emergency' },
    ],
  })
  expect((await settle(true)).problem.status).toBe(409)
  // Accepting is not raising: the landlord is not alerted of what they did.
  expect((await events()).at(-1)).toMatchObject({ alertSince: null })
  expect((await events()).at(-1)).not.toHaveProperty('previousPriority')
})

test('a dismissed suggestion is gone, and so is one that the landlord decided in the edit dialog', async () => {
  const first = await reported()
  expect((await first.settle(false)).body).toMatchObject({ category: 'general', priority: 'medium', suggestion: null })
  expect((await first.read()).suggestion).toBeNull()
  const second = await reported()
  await second.put({ priority: 'high' })
  expect((await second.read()).suggestion).toBeNull()
})

test('nothing is suggested where the tenant chose what the words say', async () => {
  const { read } = await reported({ ...gas, category: 'plumbing', priority: 'emergency' })
  expect(await read()).toMatchObject({ suggestion: null, alert: 'sounding' })
  const appliance = await reported({
    title: 'Fridge not cold',
    description: 'Warm',
    category: 'appliance',
    priority: 'high',
  })
  expect((await appliance.read()).suggestion).toBeNull()
  const own = await app.landlordWithTenant()
  const made = await app.openRequest(own.landlord, gas)
  expect(made).toMatchObject({ suggestion: null, alert: null })
})

test('an emergency sounds until it is confirmed; who and when stand in the history of both sides', async () => {
  const { landlord, tenantActor, id, confirm, read, events } = await reported()
  expect(await read()).toMatchObject({ alert: 'sounding' })
  const answers = await Promise.all([confirm(), confirm(), confirm()])
  expect(answers.map(({ body }) => body.alert)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  const entries = (await read()).history.filter(({ changes }) => changes[0]?.field === 'alert')
  expect(entries).toMatchObject([{ by: 'landlord', isShared: true, at: app.clock.now().toISOString() }])
  expect((await app.send(getTenantMaintenance, tenantActor, { params: { id } })).body.history[0]).toMatchObject({
    changes: [{ field: 'alert', to: 'confirmed' }],
  })
  const [row] = await app
    .db('maintenance')
    .read(landlord, (sql) => sql`select alert_confirmed_by from request where id = ${id}`)
  expect(row).toEqual({ alertConfirmedBy: landlord.userId })
  expect((await events()).at(-1)).toMatchObject({ alertSince: null })
})

test('starting the work or finding that it is not an emergency confirms it too; other edits do not', async () => {
  const one = await reported()
  await one.put({ title: 'Gas' })
  expect((await one.read()).alert).toBe('sounding')
  await one.put({ status: 'in_progress' })
  expect((await one.read()).alert).toBe('confirmed')
  const other = await reported({ ...gas, priority: 'emergency' })
  await other.put({ priority: 'low' })
  expect((await other.read()).alert).toBe('confirmed')
})

test('an emergency that is opened again sounds again', async () => {
  const { tenantActor, id, put, read, events } = await reported({ ...gas, priority: 'emergency' })
  await put({ status: 'in_progress' })
  await put({ status: 'completed' })
  expect((await read()).alert).toBeNull()
  await app.send(reopenRequest, tenantActor, { params: { id }, body: { note: 'It smells again.' } })
  expect((await read()).alert).toBe('sounding')
  expect((await events()).at(-1)?.alertSince).toBe(app.clock.now().toISOString())
})

test('another landlord, the tenant and visitors cannot settle or confirm', async () => {
  const { tenantActor, settle, confirm, read } = await reported()
  const { landlord: other } = await app.landlordWithTenant()
  expect([(await settle(true, other)).status, (await confirm(other)).status]).toEqual([404, 404])
  expect(
    (await app.send(settleSuggestion, tenantActor, { params: { id: other.landlordId }, body: { accept: true } }))
      .status,
  ).toBe(403)
  expect((await app.send(confirmAlert, tenantActor, { params: { id: other.landlordId } })).status).toBe(403)
  expect(await read()).toMatchObject({ alert: 'sounding', priority: 'medium' })
})
