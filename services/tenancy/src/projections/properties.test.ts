import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { untilWaiting } from '@keyhold/kit/testing/batches'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nightClaimsOf, transactionWithNights } from '../domain/nights/with-nights.ts'
import { addTenants } from '../domain/tenants/add-tenant.ts'
import { actors, startTenancyApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => void (app = await startTenancyApp()))
afterAll(() => app.stop())

const actorOf = ({ landlordId }: LandlordActor) => serviceActor('tenancy', landlordId)

/** A tenant for each property, as an import adds them. */
const addTo = (tx: Tx, { landlordId }: LandlordActor, propertyIds: string[], isActive = true) =>
  addTenants(tx, {
    landlordId,
    at: app.clock.now().toISOString(),
    by: { by: 'landlord', userId: landlordId },
    forms: propertyIds.map((propertyId) => ({
      // The same in every run of the transaction.
      email: `${propertyId}-${isActive}@example.com`,
      firstName: 'Ann',
      lastName: 'Archer',
      propertyId,
      isActive,
    })),
  })

const inTransaction = <T>(landlord: LandlordActor, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  transactionWithNights({ db: app.db('tenancy'), call: app.runtime.call }, actorOf(landlord), fn)

async function furnish(count: number) {
  const landlord = actors.landlord()
  const all = Array.from({ length: count }, () => app.property(landlord))
  for (const one of all) await app.publish(PropertyUpdated, one)
  return { landlord, all, ids: all.map(({ propertyId }) => propertyId).toSorted() }
}

test('while tenants are added, their property cannot be released, and its events do not wait', async () => {
  const { landlord, all, ids } = await furnish(1)
  const body = { propertyId: ids[0]!, name: 'Elm Street 1', timeZone: 'America/New_York' }
  const { released } = await inTransaction(landlord, async (tx) => {
    await addTo(tx, landlord, ids)
    // The first run claims the nights only.
    if (nightClaimsOf(tx)?.granted.size === 0) return { released: null }
    await app.publish(PropertyUpdated, { ...all[0]!, name: 'Elm Court' })
    const answer = app.send(releaseProperty, actors.service('properties', landlord.landlordId), { body })
    await untilWaiting(tx, 1)
    return { released: answer }
  })
  expect((await released)?.problem).toMatchObject({ status: 409, code: 'property-occupied' })
})

test('adding many tenants takes as many statements as adding one, whether or not they live there', async () => {
  const { landlord, ids } = await furnish(8)
  const statementsFor = (propertyIds: string[]) =>
    inTransaction(landlord, async (tx) => {
      const spies = (['select', 'insert', 'update', 'execute'] as const).map((name) => vi.spyOn(tx, name))
      await addTo(tx, landlord, propertyIds)
      await addTo(tx, landlord, propertyIds, false)
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    })
  const [one, many] = [await statementsFor(ids.slice(0, 1)), await statementsFor(ids.slice(1))]
  expect(one).toBeGreaterThan(10)
  expect(many).toBe(one)
})
