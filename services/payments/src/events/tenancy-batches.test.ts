import { RentsPlanned } from '@keyhold/contracts/payments/events'
import { listPayments, type Payment } from '@keyhold/contracts/payments/payments'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { listDeadLetters } from '@keyhold/kit/messaging/dead-letters'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { postDue } from '../domain/rents/post-due.ts'
import { eventOf, startBatches } from '../testing/batches.ts'
import { startPaymentsApp } from '../testing/test-app.ts'

const app = await startPaymentsApp()
const batches = await startBatches(app)
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
let ann = actors.landlord()
const now = '2026-03-15T15:00:00.000Z'
const later = '2026-03-15T15:00:01.000Z'
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set(now)
})
afterAll(async () => {
  await owner.end()
  await batches.stop()
  await app.stop()
})

type Tenant = ReturnType<typeof app.tenantSnapshot>

const people = (count: number, over: Partial<Tenant> = {}): Tenant[] =>
  Array.from({ length: count }, () =>
    app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-03-01', ...over }),
  )
const created = (list: readonly Tenant[]) => list.map((one) => eventOf(TenantCreated, one, now))
const changed = (list: readonly Tenant[], over: (one: Tenant) => Partial<TenancySnapshot> = () => ({}), time = now) =>
  list.map((one) => eventOf(TenancyChanged, app.tenancySnapshot(one, over(one)), time))
const rentsOf = async ({ tenantId }: Tenant) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', limit: 100 } })).body
const countsOf = (list: readonly Tenant[]) => Promise.all(list.map(async (one) => (await rentsOf(one)).length))
const twelve = (list: readonly Tenant[]) => list.map(() => 12)

describe('a batch', () => {
  test('of new tenants and one of their tenancies: each has twelve rents and one event, under their name', async () => {
    const list = people(30)
    await batches.deliver([...created(list), ...changed(list)])
    expect(await countsOf(list)).toEqual(twelve(list))
    await app.settled()
    const planned = app.published(RentsPlanned).filter(({ landlordId }) => landlordId === ann.landlordId)
    expect(planned).toHaveLength(list.length)
    expect(new Map(planned.map(({ tenantId, count }) => [tenantId, count]))).toEqual(
      new Map(list.map(({ tenantId }) => [tenantId, 12])),
    )
    expect((await rentsOf(list[7]!))[0]).toMatchObject({ tenantName: 'Tess Tenant' })
  })

  test('with several events of one tenant and one tenancy, repeated and late ones: the newest is what is stored', async () => {
    const [tess, tom] = people(2) as [Tenant, Tenant]
    await batches.deliver([
      ...created([tess, tom]),
      eventOf(TenantUpdated, { ...tess, lastName: 'Second' }, later),
      eventOf(TenantUpdated, { ...tess, lastName: 'First' }, now),
      eventOf(TenantLeft, tom, later),
      eventOf(TenantUpdated, tom, now),
      ...changed([tess]),
      ...changed([tess, tom], () => ({ monthlyRent: 1200 }), later),
      ...changed([tess, tom]),
      ...changed([tess, tom], () => ({ monthlyRent: 1200 }), later),
    ])
    // The first one is due already, so it keeps its price.
    expect((await rentsOf(tess)).map(({ amount }) => amount)).toEqual([1000, ...Array<number>(11).fill(1200)])
    expect((await rentsOf(tom)).map(({ amount }) => amount)).toEqual(Array<number>(12).fill(1200))
    expect((await rentsOf(tess))[0]).toMatchObject({ tenantName: 'Tess Second' })
    expect(
      await owner`select active from tenant where landlord_id = ${ann.landlordId} and tenant_id = ${tom.tenantId}`,
    ).toMatchObject([{ active: false }])
  })

  test('with an event that fails: the others take effect, and it waits for its retry without any of its effects', async () => {
    await owner`create function refuse_rent() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`
    await owner`create trigger refuse_rent before insert on charge for each row when (new.amount = 666.66) execute function refuse_rent()`
    const list = people(5)
    const failing = { ...list[2]!, monthlyRent: 666.66 }
    try {
      await batches.deliver([...created(list), ...changed(list.with(2, failing))])
      expect(await countsOf(list)).toEqual([12, 12, 0, 12, 12])
      const stored = await owner`select tenancy_id from tenancy where landlord_id = ${ann.landlordId}`
      expect(stored).toHaveLength(4)
      const waiting = await owner`select subject from event_retry where event ->> 'landlordid' = ${ann.landlordId}`
      expect(waiting).toMatchObject([{ subject: failing.tenantId }])
    } finally {
      await owner`drop trigger refuse_rent on charge`
    }
    app.clock.advance(1_000)
    await batches.retry()
    expect(await countsOf(list)).toEqual(twelve(list))
    expect(await listDeadLetters(app.db('payments'))).toEqual([])
  })
})

describe('at the same time, and without waiting for each other in a circle, handled once:', () => {
  const waiting = () =>
    app
      .db('payments')
      .read(
        ann,
        (sql) => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )

  /**
   * Starts one piece of work after the other while a tenant in the middle is locked, each when the one before waits: so each has locked what comes before
   * that tenant in its order. `handlers` is how often handlers are called when no transaction is repeated.
   */
  async function runAtOnce(handlers: number, middle: Tenant, work: (() => Promise<unknown>)[]): Promise<unknown[]> {
    const before = batches.handled()
    const running: Promise<unknown>[] = []
    await owner.begin(async (sql) => {
      await sql`select from tenant where landlord_id = ${ann.landlordId} and tenant_id = ${middle.tenantId} for no key update`
      for (const one of work) {
        running.push(one())
        await until(async () => (await waiting()).length === running.length, {
          what: `${running.length} of them to wait`,
        })
      }
    })
    const results = await Promise.all(running)
    expect(batches.handled() - before).toBe(handlers)
    return results
  }

  test('two batches, each of which has the tenants of the other one’s tenancies', async () => {
    const list = people(40)
    const [odd, even] = [1, 0].map((rest) => list.filter((_, n) => n % 2 === rest)) as [Tenant[], Tenant[]]
    const before = batches.handled()
    await Promise.all([
      batches.deliver([...created(odd), ...changed(even)]),
      batches.deliver([...created(even), ...changed(odd)]),
    ])
    expect(batches.handled() - before).toBe(4)
    expect(await countsOf(list)).toEqual(twelve(list))
  })

  test('tenants that are partly known, and their tenancies in the opposite order', async () => {
    const list = people(40)
    await batches.deliver(created(list.filter((_, n) => n % 3 === 0)))
    await runAtOnce(3, list[18]!, [
      () => batches.deliver(list.map((one) => eventOf(TenantUpdated, one, later))),
      () => batches.deliver(changed(list.toReversed())),
      () => batches.deliver(list.toReversed().map((one) => eventOf(TenantLeft, one, now))),
    ])
    expect(await countsOf(list)).toEqual(twelve(list))
  })

  test('tenancies that share accounts and members, in opposite order', async () => {
    const list = people(20)
    await batches.deliver(created(list))
    const [first, second] = [list, list.toReversed()].map((some) =>
      changed(some, ({ tenantId }) => {
        const next = list[(list.findIndex((one) => one.tenantId === tenantId) + 1) % list.length]
        return { tenancyId: v7(), tenantIds: [tenantId, next!.tenantId] }
      }),
    )
    await runAtOnce(2, list[10]!, [() => batches.deliver(first!), () => batches.deliver(second!)])
    // Each account has the rents of both of its tenancies.
    const rows =
      await owner`select count(*)::int as count from charge where landlord_id = ${ann.landlordId} group by tenant_id`
    expect(rows.map(({ count }) => count as number)).toEqual(list.map(() => 24))
  })

  test('a batch and payments that a landlord confirms on its accounts', async () => {
    const list = people(6)
    await batches.deliver([...created(list), ...changed(list)])
    const firsts = await Promise.all(list.map(async (one) => (await rentsOf(one))[0] as Payment))
    const [, ...answers] = await runAtOnce(1, list[3]!, [
      () => batches.deliver(changed(list.toReversed(), () => ({ monthlyRent: 1100 }), later)),
      () => app.verify(ann, firsts[0]!.id),
      () => app.verify(ann, firsts[3]!.id),
    ])
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await Promise.all(list.map(rentsOf))).toMatchObject(
      list.map((_, n) => [
        { amount: 1000, amountPaid: n % 3 === 0 ? 1000 : 0 },
        ...Array.from({ length: 11 }, () => ({ amount: 1100, amountPaid: 0 })),
      ]),
    )
  })

  test('a batch and the schedule that posts recurring charges, whose rules are in the opposite order', async () => {
    const list = people(20)
    const rules = list.map(() => v7()).toReversed()
    const billing = { dueDay: 1, proration: 'none', postingDays: 5 } as const
    const terms = (one: Tenant) => ({
      tenancyId: rules[list.indexOf(one)] ?? '',
      billing,
      termKind: 'rollover' as const,
    })
    await batches.deliver([...created(list), ...changed(list, terms)])
    app.clock.set('2026-04-28T15:00:00Z')
    let attempts = 0
    const [, posted] = await runAtOnce(1, list[10]!, [
      () => batches.deliver(changed(list, (one) => ({ ...terms(one), monthlyRent: 1100 }), later)),
      () =>
        app.db('payments').transaction(actors.service('payments', ann.landlordId), (tx) => {
          attempts++
          const ids = rules.toSorted()
          return postDue(tx, { landlordId: ann.landlordId, ids, now: app.clock.now().toISOString() })
        }),
    ])
    // The batch came first and has posted April and May.
    expect([attempts, posted]).toEqual([1, 0])
    expect(await countsOf(list)).toEqual(list.map(() => 3))
  })
})
