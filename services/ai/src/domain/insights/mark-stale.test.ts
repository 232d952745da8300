import { RentsPlanned } from '@keyhold/contracts/payments/events'
import { PropertyCreated, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { silentLog } from '@keyhold/kit/runtime/log'
import { attemptsBehind, envelopeOf } from '@keyhold/kit/testing/batches'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factEvents } from '../../events/projections.ts'
import { chargeOf, propertyOf, startAiApp, tenantOf } from '../../testing/test-app.ts'
import { markLedgersStale, refreshInsights } from './mark-stale.ts'

let app: Awaited<ReturnType<typeof startAiApp>>
beforeAll(async () => void (app = await startAiApp()))
afterAll(() => app.stop())

const actorOf = ({ landlordId }: LandlordActor) => serviceActor('ai', landlordId)
const transaction = <T>(landlord: LandlordActor, fn: (tx: Tx) => Promise<T>) =>
  app.db('ai').transaction(actorOf(landlord), fn)

/** Handles the events as the consumer does, in a transaction of the caller. */
async function handle<D extends z.ZodObject>(tx: Tx, contract: EventContract<D>, list: z.output<D>[]): Promise<void> {
  const now = app.clock.now().toISOString()
  const envelopes = list.map((data) => envelopeOf(contract, data, now))
  const handler = factEvents().find((one) => one.contract.type === contract.type)
  await handler?.handle(envelopes, { tx, log: silentLog, clock: app.clock })
}

/** A landlord whose insights are stale, and whose refresh no worker begins: the pause after the last one lasts until `end`. */
async function pausedLandlord() {
  const landlord = actors.landlord()
  const { landlordId } = landlord
  const pause = (until: string) =>
    transaction(landlord, (tx) =>
      tx.execute(
        sql`update job set lease_until = ${until}::timestamptz where landlord_id = ${landlordId} and done_at is not null`,
      ),
    )
  await transaction(landlord, (tx) =>
    tx.execute(sql`
      insert into job (name, landlord_id, key, data, run_at, done_at)
      values (${refreshInsights.name}, ${landlordId}, 'insights', '{}', now(), now())`),
  )
  await pause('infinity')
  await app.publish(TenantCreated, endingSoon(landlord))
  return { landlord, end: () => pause('-infinity') }
}

/** A tenant about whom there is one insight. */
const endingSoon = (landlord: LandlordActor) => tenantOf(landlord, { leaseEndDate: '2026-04-01' })

const waiting = ({ landlordId }: LandlordActor) =>
  app
    .db('ai')
    .adminTransaction('for the test', (tx) =>
      tx.execute<{ version: string }>(
        sql`select xmin || ' ' || ctid as version from job where landlord_id = ${landlordId} and holder is null and done_at is null`,
      ),
    )

test('a burst of events writes the refresh that waits once', async () => {
  const { landlord } = await pausedLandlord()
  const before = await waiting(landlord)
  const now = app.clock.now().toISOString()
  const tenants = Array.from({ length: 60 }, () => tenantOf(landlord))
  const planned = tenants.map(({ landlordId, tenantId }) => ({ landlordId, tenantId, count: 12 }))
  await app.bus.publish([
    ...tenants.map((one) => envelopeOf(TenantCreated, one, now)),
    ...planned.map((one) => envelopeOf(RentsPlanned, one, now)),
  ])
  await app.settled()
  expect(before).toHaveLength(1)
  expect(await waiting(landlord)).toEqual(before)
})

test('no refresh begins before a change that relies on it is committed', async () => {
  const { landlord, end } = await pausedLandlord()
  await transaction(landlord, async (tx) => {
    await handle(tx, TenantCreated, [endingSoon(landlord)])
    await end()
    await app.tick()
    expect(await waiting(landlord)).toHaveLength(1)
  })
  expect(await app.computed(landlord)).toHaveLength(2)
})

test('a change that commits after a refresh has read leads to another refresh', async () => {
  const { landlord, end } = await pausedLandlord()
  const { landlordId } = landlord
  // As a worker leaves it that has read the records and not stored its findings yet.
  await transaction(landlord, (tx) =>
    tx.execute(sql`update job set holder = gen_random_uuid() where landlord_id = ${landlordId} and done_at is null`),
  )
  await transaction(landlord, (tx) => handle(tx, TenantCreated, [endingSoon(landlord)]))
  expect(await waiting(landlord)).toHaveLength(1)
  await transaction(landlord, (tx) =>
    tx.execute(
      sql`update job set done_at = now() where landlord_id = ${landlordId} and holder is not null and done_at is null`,
    ),
  )
  await end()
  expect(await app.computed(landlord)).toHaveLength(2)
})

test('batches of one landlord do not wait for each other', async () => {
  const { landlord } = await pausedLandlord()
  await transaction(landlord, async (tx) => {
    await handle(tx, TenantCreated, [tenantOf(landlord)])
    await transaction(landlord, (other) => handle(other, PropertyCreated, [propertyOf(landlord)]))
  })
})

test('two batches at once that mark the same ledgers in opposite order do not deadlock', async () => {
  const { landlord } = await pausedLandlord()
  const { landlordId } = landlord
  const [first, second] = [v7(), v7()].toSorted() as [string, string]
  const planned = (...tenantIds: string[]) => tenantIds.map((tenantId) => ({ landlordId, tenantId, count: 12 }))
  await transaction(landlord, (tx) => handle(tx, RentsPlanned, planned(first, second)))
  const attempts = await attemptsBehind(app.db('ai'), actorOf(landlord), {
    lock: sql`select from ledger where landlord_id = ${landlordId} and tenant_id = ${first} for update`,
    works: [
      (tx) => handle(tx, RentsPlanned, planned(first, second)),
      (tx) => handle(tx, RentsPlanned, planned(second, first, second)),
    ],
  })
  expect(attempts).toEqual([1, 1])
})

test('marking ledgers again writes no index', async () => {
  const landlord = actors.landlord()
  const tenantIds = Array.from({ length: 200 }, () => v7())
  const mark = (tx: Tx) => markLedgersStale(tx, landlord.landlordId, tenantIds)
  await transaction(landlord, mark)
  const updates = await transaction(landlord, async (tx) => {
    const count = async () =>
      (
        await tx.execute<{ all: number; inPlace: number }>(
          sql`select n_tup_upd as all, n_tup_hot_upd as "inPlace" from pg_stat_xact_user_tables where schemaname = 'ai' and relname = 'ledger'`,
        )
      )[0] ?? { all: 0, inPlace: 0 }
    // Counts of the connection's earlier transactions can be among them.
    const before = await count()
    await mark(tx)
    const after = await count()
    return { all: after.all - before.all, inPlace: after.inPlace - before.inPlace }
  })
  expect(updates).toEqual({ all: 200, inPlace: 200 })
})

test('events that arrive at once, some of them late, give the insights of the same events one by one', async () => {
  const told = async (isTogether: boolean) => {
    const landlord = actors.landlord()
    const homes = [1500, 2000, 2000, 2000].map((monthlyRent) => propertyOf(landlord, { monthlyRent }))
    const tenants = homes.map(({ propertyId }) => tenantOf(landlord, { propertyId, leaseEndDate: '2026-04-01' }))
    const [debtor, left] = tenants as [(typeof tenants)[0], (typeof tenants)[0]]
    app.owners.ledgers.set(debtor.tenantId, {
      awaitingConfirmation: 0,
      credit: 0,
      charges: [chargeOf({ dueDate: '2026-02-01' })],
    })
    const at = (second: number) => new Date(app.clock.now().getTime() + second * 1000).toISOString()
    const { landlordId } = landlord
    const events = [
      ...homes.map((home) => envelopeOf(PropertyUpdated, home, at(2))),
      ...homes.map((home) => envelopeOf(PropertyCreated, { ...home, monthlyRent: 9000 }, at(1))),
      ...tenants.map((tenant) => envelopeOf(TenantCreated, tenant, at(2))),
      envelopeOf(TenantUpdated, { ...debtor, leaseEndDate: '2026-04-30' }, at(4)),
      envelopeOf(TenantUpdated, { ...debtor, leaseEndDate: '2030-01-01' }, at(3)),
      envelopeOf(TenantLeft, { ...left, isActive: false }, at(3)),
      ...tenants.map(({ tenantId }) => envelopeOf(RentsPlanned, { landlordId, tenantId, count: 12 }, at(3))),
    ]
    for (const batch of isTogether ? [events] : events.map((one) => [one])) {
      await app.bus.publish(batch)
      await app.settled()
    }
    return (await app.computed(landlord)).map(({ title, priority }) => `${title}: ${priority}`).toSorted()
  }
  const together = await told(true)
  expect(together).toEqual(await told(false))
  expect(together).toHaveLength(4)
})
