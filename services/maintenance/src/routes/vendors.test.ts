import { randomUUID } from 'node:crypto'
import {
  createMaintenance,
  getMaintenance,
  listMaintenance,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import {
  createVendor,
  deleteVendor,
  listVendors,
  updateVendor,
  VendorChanged,
} from '@keyhold/contracts/maintenance/vendors'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const put = (landlord: LandlordActor, id: string, body: Record<string, unknown>) =>
  app.send(updateMaintenance, landlord, { params: { id }, body })
const vendors = async (landlord: LandlordActor, query: Record<string, unknown> = {}) =>
  (await app.send(listVendors, landlord, { query })).body
const request = async (landlord: LandlordActor, id: string) =>
  (await app.send(getMaintenance, landlord, { params: { id } })).body

test('a second vendor of the same name is refused, ignoring case and spacing', async () => {
  const landlord = actors.landlord()
  const vendor = await app.addVendor(landlord, {
    phone: '+1 555 010 0123',
    email: 'Office@Pipes.example',
    trades: ['plumbing', 'hvac'],
    notes: '',
  })
  expect(vendor).toMatchObject({
    name: 'Pipes Ltd',
    phone: '+1 555 010 0123',
    email: 'office@pipes.example',
    trades: ['plumbing', 'hvac'],
    notes: null,
    requests: 0,
    openRequests: 0,
    spent: 0,
  })
  for (const name of ['Pipes Ltd', 'PIPES LTD', ' pipes   ltd ']) {
    const { status, problem } = await app.send(createVendor, landlord, { body: { name } })
    expect([status, problem.code]).toEqual([409, 'conflict'])
  }
  expect((await app.send(createVendor, landlord, { body: { name: ' ' } })).problem.issues).toEqual([
    { path: 'name', message: 'Name is required' },
  ])
  const other = await app.addVendor(landlord, { name: 'Sparks' })
  expect(
    (await app.send(updateVendor, landlord, { params: { id: other.id }, body: { name: 'pipes LTD' } })).problem.detail,
  ).toBe('You already have a vendor named “pipes LTD”.')
  // Another landlord may use the same name.
  expect((await app.addVendor(actors.landlord())).id).not.toBe(vendor.id)
  await app.settled()
  expect(app.published(VendorChanged)).toContainEqual({ vendorId: vendor.id, landlordId: landlord.landlordId })
})

test('an edit changes the given fields only, trades included', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addVendor(landlord, { trades: ['plumbing'], phone: '555 010 0123' })
  const edited = await app.send(updateVendor, landlord, { params: { id }, body: { notes: 'Rings first', phone: '' } })
  expect(edited.body).toMatchObject({ name: 'Pipes Ltd', trades: ['plumbing'], phone: null, notes: 'Rings first' })
  expect((await app.send(updateVendor, landlord, { params: { id }, body: { trades: [] } })).body.trades).toEqual([])
  expect((await app.send(updateVendor, landlord, { params: { id }, body: { name: 'Pipes & Sons' } })).body.name).toBe(
    'Pipes & Sons',
  )
})

test('a chosen vendor sets name and contact of a request, which stay when the vendor changes', async () => {
  const landlord = actors.landlord()
  const vendor = await app.addVendor(landlord, { phone: '555 010 0123', email: 'a@pipes.example' })
  const { id, ...opened } = await app.openRequest(landlord, { vendorId: vendor.id })
  expect(opened).toMatchObject({ vendorId: vendor.id, vendorName: 'Pipes Ltd', vendorContact: '555 010 0123' })
  await app.send(updateVendor, landlord, {
    params: { id: vendor.id },
    body: { name: 'Pipes & Sons', phone: '555 010 0199' },
  })
  // The dialog sends the vendor as it was chosen.
  expect((await put(landlord, id, { title: 'Tap', vendorId: vendor.id })).body).toMatchObject({
    vendorName: 'Pipes Ltd',
    vendorContact: '555 010 0123',
  })
  const mail = await app.addVendor(landlord, { name: 'Sparks', email: 'b@sparks.example' })
  expect((await put(landlord, id, { vendorId: mail.id })).body).toMatchObject({
    vendorId: mail.id,
    vendorName: 'Sparks',
    vendorContact: 'b@sparks.example',
  })
  expect((await put(landlord, id, { vendorId: vendor.id, vendorContact: 'ask for Jo' })).body).toMatchObject({
    vendorName: 'Pipes & Sons',
    vendorContact: 'ask for Jo',
  })
  expect((await put(landlord, id, { vendorId: '' })).body).toMatchObject({
    vendorId: null,
    vendorName: null,
    vendorContact: null,
  })
  expect((await request(landlord, id)).history.slice(0, 2).map(({ changes }) => changes)).toEqual([
    [
      { field: 'vendorName', from: 'Pipes & Sons', to: null },
      { field: 'vendorContact', from: 'ask for Jo', to: null },
    ],
    [
      { field: 'vendorName', from: 'Sparks', to: 'Pipes & Sons' },
      { field: 'vendorContact', from: 'b@sparks.example', to: 'ask for Jo' },
    ],
  ])
})

test('a name alone finds the vendor of that name, or adds one with the contact as phone or email; an existing one is not changed', async () => {
  const landlord = actors.landlord()
  const first = await app.openRequest(landlord, { vendorName: 'Pipes Ltd', vendorContact: 'jo@pipes.example' })
  const second = await app.openRequest(landlord, { vendorName: 'PIPES ltd', vendorContact: '555 010 0123' })
  expect(second).toMatchObject({ vendorId: first.vendorId, vendorName: 'Pipes Ltd', vendorContact: '555 010 0123' })
  const third = await app.openRequest(landlord, { vendorName: 'pipes ltd' })
  expect(third.vendorContact).toBe('jo@pipes.example')
  await app.openRequest(landlord, { vendorName: 'Sparks', vendorContact: 'the blue van' })
  expect((await vendors(landlord)).map(({ name, phone, email, requests }) => [name, phone, email, requests])).toEqual([
    ['Pipes Ltd', null, 'jo@pipes.example', 3],
    ['Sparks', null, null, 1],
  ])
})

test('concurrent requests with the same new name add one vendor', async () => {
  const landlord = actors.landlord()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      app.send(createMaintenance, landlord, { body: { ...form, vendorName: n % 2 ? 'Sparks' : 'SPARKS' } }),
    ),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.vendorId}`)).size).toBe(1)
  expect(await vendors(landlord)).toHaveLength(1)
})

test('requests keep the name of a deleted vendor, and editing them does not add it again', async () => {
  const landlord = actors.landlord()
  const { id, vendorId } = await app.openRequest(landlord, {
    vendorName: 'Pipes Ltd',
    vendorContact: 'jo@pipes.example',
  })
  const remove = () => app.send(deleteVendor, landlord, { params: { id: vendorId! } })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await request(landlord, id)).toMatchObject({
    vendorId: null,
    vendorName: 'Pipes Ltd',
    vendorContact: 'jo@pipes.example',
  })
  expect((await put(landlord, id, { title: 'Tap', vendorName: 'Pipes Ltd', vendorId: null })).body).toMatchObject({
    vendorId: null,
    vendorName: 'Pipes Ltd',
  })
  expect(await vendors(landlord)).toEqual([])
  // Added again and chosen: a different vendor of the same name.
  const again = await app.addVendor(landlord)
  expect((await put(landlord, id, { vendorId: again.id })).body).toMatchObject({
    vendorId: again.id,
    vendorName: 'Pipes Ltd',
  })
})

test('the list shows number and cost of requests, in pages and by trade', async () => {
  const landlord = actors.landlord()
  const [a, b] = [
    await app.addVendor(landlord, { name: 'alpha', trades: ['hvac'] }),
    await app.addVendor(landlord, { name: 'Beta', notes: '100% sure' }),
  ]
  await app.addVendor(landlord, { name: 'Gamma', trades: ['hvac', 'general'] })
  for (const actualCost of ['100.10', '0.20', '']) await app.openRequest(landlord, { vendorId: a.id, actualCost })
  const done = await app.openRequest(landlord, { vendorId: b.id, actualCost: 5 })
  await put(landlord, done.id, { title: 'Tap', status: 'completed' })
  const first = await app.send(listVendors, landlord, { query: { limit: 2 } })
  expect(first.body.map(({ name, requests, openRequests, spent }) => [name, requests, openRequests, spent])).toEqual([
    ['alpha', 3, 3, 100.3],
    ['Beta', 1, 0, 5],
  ])
  expect(first.headers['x-total-count']).toBe('3')
  const cursor = /cursor=([^>&]+)/.exec(first.headers.link ?? '')?.[1]
  expect((await vendors(landlord, { limit: 2, cursor })).map(({ name }) => name)).toEqual(['Gamma'])
  expect((await vendors(landlord, { trade: 'hvac' })).map(({ name }) => name)).toEqual(['alpha', 'Gamma'])
  expect((await vendors(landlord, { q: '0%' })).map(({ name }) => name)).toEqual(['Beta'])
  expect((await app.send(listMaintenance, landlord, { query: { vendorId: a.id } })).headers['x-total-count']).toBe('3')
})

test("another landlord's vendor cannot be chosen, changed, deleted, filtered by or counted", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const vendor = await app.addVendor(owner)
  await app.openRequest(owner, { vendorId: vendor.id, actualCost: 50 })
  const { id } = await app.openRequest(other)
  for (const vendorId of [vendor.id, randomUUID()]) {
    expect((await app.send(createMaintenance, other, { body: { ...form, vendorId } })).status).toBe(404)
    expect((await put(other, id, { title: 'x', vendorId })).status).toBe(404)
    expect((await app.send(updateVendor, other, { params: { id: vendorId }, body: { name: 'x' } })).status).toBe(404)
    expect((await app.send(deleteVendor, other, { params: { id: vendorId } })).status).toBe(404)
    expect((await app.send(listMaintenance, other, { query: { vendorId } })).body).toEqual([])
  }
  expect(await vendors(other)).toEqual([])
  const found = await app.openRequest(other, { vendorName: 'Pipes Ltd' })
  expect(found.vendorId).not.toBe(vendor.id)
  expect(await vendors(other)).toMatchObject([{ requests: 1, spent: 0 }])
  for (const actor of [actors.tenantOf(owner), actors.visitor()]) {
    const refused = actor.role === 'visitor' ? 401 : 403
    expect((await app.send(listVendors, actor)).status).toBe(refused)
    expect((await app.send(deleteVendor, actor, { params: { id: vendor.id } })).status).toBe(refused)
  }
})
