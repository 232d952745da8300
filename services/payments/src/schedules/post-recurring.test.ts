import { ChargesPosted, RentsPlanned } from '@keyhold/contracts/payments/events'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { silentLog } from '@keyhold/kit/runtime/log'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaymentsApp } from '../testing/test-app.ts'
import { postRecurring } from './post-recurring.ts'

const app = await startPaymentsApp()
const database = app.db('payments')
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

const monthly = { dueDay: 1, proration: 'none', postingDays: 0 } as const
const owed = async (tenantId: string, landlord: LandlordActor = ann) =>
  (await app.send(listPayments, landlord, { query: { tenantId, sort: 'due' } })).body.map(({ dueDate }) => dueDate)
const rent = (landlord: LandlordActor, startDate: string, over: { propertyId?: string } = {}) =>
  app.addTenant(
    landlord,
    { monthlyRent: 1000, leaseStartDate: startDate, ...over },
    { billing: monthly, termKind: 'rollover' },
  )

/** A second run, as another replica would do. */
const run = (given: Partial<{ signal: AbortSignal }> = {}) =>
  postRecurring({ db: database, log: silentLog }).run({
    slot: app.clock.now(),
    clock: app.clock,
    log: silentLog,
    signal: new AbortController().signal,
    finish: () => Promise.resolve(),
    ...given,
  })

describe('recurring charges are posted', () => {
  test('on the local day of the property, neither earlier nor twice', async () => {
    const west = await rent(ann, '2026-03-01', {
      propertyId: await app.addProperty(ann, { timeZone: 'America/Los_Angeles' }),
    })
    const far = await rent(ann, '2026-03-01', {
      propertyId: await app.addProperty(ann, { timeZone: 'Pacific/Kiritimati' }),
    })
    app.clock.set('2026-03-31T09:59:00Z')
    await run()
    expect([await owed(west.tenantId), await owed(far.tenantId)]).toEqual([['2026-03-01'], ['2026-03-01']])
    app.clock.set('2026-03-31T10:00:00Z') // the first of April on Kiritimati
    await run()
    expect([await owed(west.tenantId), await owed(far.tenantId)]).toEqual([
      ['2026-03-01'],
      ['2026-03-01', '2026-04-01'],
    ])
    app.clock.set('2026-04-01T06:59:00Z')
    await run()
    expect(await owed(west.tenantId)).toEqual(['2026-03-01'])
    app.clock.set('2026-04-01T07:00:00Z')
    for (let times = 0; times < 3; times++) await run()
    expect([await owed(west.tenantId), await owed(far.tenantId)]).toEqual([
      ['2026-03-01', '2026-04-01'],
      ['2026-03-01', '2026-04-01'],
    ])
  })

  test('once for everything a downtime missed, even by two concurrent replicas, with one event', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, () => rent(ann, '2026-05-01')))
    const bob = actors.landlord()
    const other = await rent(bob, '2026-06-01')
    expect(await owed(tenants[0]!.tenantId)).toEqual([])
    app.clock.set('2026-08-20T15:00:00Z')
    await Promise.all([run(), run(), run()])
    for (const { tenantId } of tenants)
      expect(await owed(tenantId)).toEqual(['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01'])
    expect(await owed(other.tenantId, bob)).toEqual(['2026-06-01', '2026-07-01', '2026-08-01'])
    await app.settled()
    const planned = app.published(RentsPlanned).filter(({ landlordId }) => landlordId === ann.landlordId)
    expect(planned.map(({ count }) => count)).toEqual([4, 4, 4, 4])
    app.clock.set('2026-09-01T15:00:00Z')
    await run()
    await app.settled()
    expect(app.published(RentsPlanned).filter(({ landlordId }) => landlordId === ann.landlordId)).toHaveLength(4)
    expect(
      app
        .published(ChargesPosted)
        .filter(({ landlordId }) => landlordId === ann.landlordId)
        .map(({ count }) => count),
    ).toEqual([1, 1, 1, 1])
  })

  test('and are paid from existing credit', async () => {
    const tenant = await rent(ann, '2026-03-01')
    const [first] = (await app.send(listPayments, ann)).body
    await app.verify(ann, first!.id, { amountPaid: 1500 })
    app.clock.set('2026-04-02T15:00:00Z')
    await run()
    expect(
      (await app.send(listPayments, ann, { query: { tenantId: tenant.tenantId, sort: 'due' } })).body.map(
        ({ amountPaid }) => amountPaid,
      ),
    ).toEqual([1000, 500])
  })

  test('not after the move-out, and not if the landlord cancelled them', async () => {
    const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-03-01' })
    const terms = { billing: monthly, termKind: 'rollover' } as const
    await app.addTenant(ann, snapshot, terms)
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { ...terms, movedOutOn: '2026-04-20' }))
    app.clock.set('2026-07-02T15:00:00Z')
    await run()
    expect(await owed(snapshot.tenantId)).toEqual(['2026-03-01', '2026-04-01'])
  })

  test('for other landlords if one fails; the next run retries that one', async () => {
    const bob = actors.landlord()
    const [broken, fine] = [await rent(ann, '2026-04-01'), await rent(bob, '2026-04-01')]
    const spoil = (steps: string) =>
      database.transaction(ann, (tx) =>
        tx.execute(sql`update rule set steps = ${steps}::jsonb where id = ${broken.tenantId}`),
      )
    await spoil('[{"startsOn": "2026-04-01", "amount": 1e12}]')
    app.clock.set('2026-04-02T15:00:00Z')
    await expect(run()).rejects.toThrow('were not posted')
    expect([await owed(broken.tenantId), await owed(fine.tenantId, bob)]).toEqual([[], ['2026-04-01']])
    await spoil('[{"startsOn": "2026-04-01", "amount": 1000}]')
    await run()
    expect(await owed(broken.tenantId)).toEqual(['2026-04-01'])
  })

  test('for more rules than one query reads', async () => {
    const rules = Array.from({ length: 1203 }, (_, n) => n)
    await database.transaction(ann, async (tx) => {
      await tx.execute(
        sql`insert into tenant (landlord_id, tenant_id, name, active, account_id) select ${ann.landlordId}, uuidv7(), 'T', true, uuidv7() from generate_series(1, ${rules.length}::int)`,
      )
      await tx.execute(sql`
        insert into rule (landlord_id, tenant_id, type, steps, starts_on, proration, posting_days, is_rent, next_post_on)
        select t.landlord_id, t.tenant_id, 'other', '[{"startsOn":"2026-04-01","amount":5}]'::jsonb, '2026-04-01', 'none', 0, false, '2026-04-01' from tenant t`)
    })
    app.clock.set('2026-04-01T15:00:00Z')
    await run()
    const count = async () => (await app.send(listPayments, ann, { query: { limit: 1 } })).headers['x-total-count']
    expect(await count()).toBe('1203')
    await run()
    expect(await count()).toBe('1203')
  }, 60_000)
})
