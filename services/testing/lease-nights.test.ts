import { landlordSubscription, Subscription } from '@keyhold/contracts/billing/subscriptions'
import { createBlock, deleteBlock, listNights } from '@keyhold/contracts/properties/nights'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors, startTestApp, stub, type TestApp } from '@keyhold/kit/testing/test-app'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadServices } from '../registry.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-lease-nights-'))
  app = await startTestApp(await loadServices(['properties', 'tenancy']), {
    env: { DATA_DIR: folder, PUBLIC_URL: 'https://rent.test' },
    stubs: [
      stub(landlordSubscription, ({ params: { landlordId } }) =>
        Subscription.parse({
          landlordId,
          plan: 'professional',
          status: 'active',
          maxProperties: 25,
          trialStartDate: null,
          trialEndDate: null,
        }),
      ),
    ],
  })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

async function home() {
  const landlord = actors.landlord()
  const body = {
    name: 'Oak House',
    address: '12 Oak St',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    propertyType: 'house',
    monthlyRent: 1850,
  }
  const { body: property } = await app.send(createProperty, landlord, { body })
  await app.settled()
  return { landlord, propertyId: property.id }
}
const add = (landlord: LandlordActor, propertyId: string, more: Record<string, unknown> = {}) =>
  app.send(createTenant, landlord, {
    body: {
      firstName: 'Ann',
      lastName: 'Archer',
      email: `${v7()}@example.com`,
      propertyId,
      leaseStartDate: '2026-01-01',
      leaseEndDate: '2026-06-30',
      monthlyRent: 900,
      ...more,
    },
  })
const block = (landlord: LandlordActor, unitId: string, from: string, until: string) =>
  app.send(createBlock, landlord, { params: { id: unitId }, body: { from, until, reason: 'Painting' } })
async function nightsOf(landlord: LandlordActor, propertyId: string) {
  await app.settled()
  const query = { from: '2026-01-01', to: '2028-12-31' }
  const { body } = await app.send(listNights, landlord, { params: { id: propertyId }, query })
  return body.map(({ kind, from, until }) => [kind, from, until])
}

test('a lease and a block never have the same night, whichever comes first and however it changes', async () => {
  const { landlord, propertyId } = await home()
  const { body: ann } = await add(landlord, propertyId)
  expect((await block(landlord, propertyId, '2026-06-30', '2026-07-02')).problem.detail).toContain(
    'the lease of Ann Archer has Jan 1, 2026 to Jul 1, 2026',
  )
  const { body: painting } = await block(landlord, propertyId, '2026-07-01', '2026-07-05')
  const change = (body: Record<string, unknown>) => app.send(updateTenant, landlord, { params: { id: ann.id }, body })
  for (const body of [{ leaseEndDate: '2026-07-31' }, { termKind: 'rollover' }])
    expect((await change(body)).problem).toMatchObject({ status: 409, code: 'nights-taken' })
  expect((await add(landlord, propertyId, { leaseStartDate: '2026-07-04', leaseEndDate: '2026-12-31' })).status).toBe(
    409,
  )
  expect(await nightsOf(landlord, propertyId)).toEqual([
    ['lease', '2026-01-01', '2026-07-01'],
    ['block', '2026-07-01', '2026-07-05'],
  ])
  await app.send(deleteBlock, landlord, { params: { id: painting.id } })
  expect((await change({ termKind: 'rollover' })).status).toBe(200)
  expect(await nightsOf(landlord, propertyId)).toEqual([['lease', '2026-01-01', null]])
  const body = { movedOutOn: '2026-05-10' }
  await app.send(moveOut, landlord, { params: { id: ann.tenancyId! }, body })
  expect(await nightsOf(landlord, propertyId)).toEqual([['lease', '2026-01-01', '2026-05-10']])
  expect((await block(landlord, propertyId, '2026-05-10', '2026-05-12')).status).toBe(201)
  const undo = await app.send(moveOut, landlord, { params: { id: ann.tenancyId! }, body: { movedOutOn: null } })
  expect(undo.problem).toMatchObject({ status: 409, code: 'nights-taken' })
})

test('a connection that breaks between claim and commit leaves no tenancy, and its nights come free', async () => {
  const { landlord, propertyId } = await home()
  const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    // The moment after the claim was made, in the transaction that is to use it.
    await owner.unsafe(`
      create function break_off() returns trigger language plpgsql security definer as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger break_off before insert on tenancy.night_claim_outcome for each row when (new.is_used) execute function break_off()`)
    expect((await add(landlord, propertyId)).status).toBeGreaterThanOrEqual(500)
    await owner.unsafe('drop trigger break_off on tenancy.night_claim_outcome')
    expect((await app.send(listTenants, landlord)).body).toEqual([])
    expect((await block(landlord, propertyId, '2026-03-20', '2026-03-22')).status).toBe(409)
    app.clock.advance(60_000)
    await app.tick() // registers the schedules
    app.clock.advance(120_000)
    await app.tick()
    expect(await nightsOf(landlord, propertyId)).toEqual([])
    expect((await block(landlord, propertyId, '2026-03-20', '2026-03-22')).status).toBe(201)
  } finally {
    await owner.end()
  }
})

test('leases and blocks that are asked for at the same time: one side gets the night, the other is told', async () => {
  const { landlord, propertyId } = await home()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0 ? add(landlord, propertyId) : block(landlord, propertyId, '2026-05-01', '2026-05-03'),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  const [leases, blocks] = [0, 1].map((side) => statuses.filter((one, n) => n % 2 === side && one === 201).length)
  expect([leases, blocks]).toEqual(leases ? [4, 0] : [0, 1])
  expect((await nightsOf(landlord, propertyId)).map(([kind]) => kind)).toEqual(
    leases ? ['lease', 'lease', 'lease', 'lease'] : ['block'],
  )
})
