import { ChargeChanged, ChargePaid, ChargesPosted, RentsPlanned } from '@keyhold/contracts/payments/events'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Dated } from '@keyhold/kit/messaging/projection'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { countStatements } from '../../testing/batches.ts'
import { lateFeeSteps } from '../../testing/late-fees.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'
import { applyTenancies } from './apply-tenancies.ts'

const app = await startPaymentsApp()
const { setPolicy } = lateFeeSteps(app)
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
const now = '2026-03-28T15:00:00.000Z'
beforeEach(() => app.clock.set(now))
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const minutesLater = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
const applyTo = (landlord: LandlordActor, list: readonly Dated<TenancySnapshot>[]) =>
  app
    .db('payments')
    .transaction(actors.service('payments', landlord.landlordId), (tx) => applyTenancies(tx, list, { now }))

/** Everything that payments stores of a landlord, without the ids that it makes up itself. */
async function stateOf({ landlordId }: LandlordActor) {
  const charges = owner`
    select c.id, concat_ws(' ', c.tenant_id, c.type, case when r.is_rent then 'rent' else coalesce(r.description, c.notes) end, c.period, c.due_date, c.created_at, c.cancelled_at) as name
    from charge c left join rule r on r.landlord_id = c.landlord_id and r.id = c.rule_id where c.landlord_id = ${landlordId}`
  return {
    tenants: await owner`
      select tenant_id, name, property_id, active, account_id, tenancy_id from tenant where landlord_id = ${landlordId} order by tenant_id`,
    tenancies: await owner`
      select to_jsonb(y) - 'landlord_id' as row from tenancy y where landlord_id = ${landlordId} order by tenancy_id`,
    rules: await owner`
      select to_jsonb(r) - 'landlord_id' - case when is_rent then '' else 'id' end as row from rule r where landlord_id = ${landlordId}
      order by tenancy_id, description`,
    charges: await owner`
      select n.name, to_jsonb(c) - '{landlord_id,id,rule_id}'::text[] as row from charge c join (${charges}) n using (id) order by 1`,
    allocations: await owner`
      select n.name, r.amount as received, a.amount from allocation a join (${charges}) n on n.id = a.charge_id
        join receipt r on r.id = a.receipt_id order by 1, 2, 3`,
    lateFees: await owner`
      select n.name, f.amount, f.status, f.reason, f.occurrence from late_fee f join (${charges}) n on n.id = f.charge_id order by 1, 4, 5`,
  }
}

/** What payments has published about a landlord, likewise. */
async function publishedFor({ landlordId }: LandlordActor) {
  await app.settled()
  const ofLandlord = (one: { landlordId: string }) => one.landlordId === landlordId
  const text = (values: unknown[]) => values.join(' ')
  const isRent = (ruleId: string, tenantId: string) => (ruleId === tenantId ? 'rent' : 'other')
  return {
    planned: app
      .published(RentsPlanned)
      .filter(ofLandlord)
      .map(({ tenantId, count }) => text([tenantId, count]))
      .toSorted(),
    posted: app
      .published(ChargesPosted)
      .filter(ofLandlord)
      .map(({ tenantId, ruleId, count }) => text([tenantId, isRent(ruleId, tenantId), count]))
      .toSorted(),
    changed: app
      .published(ChargeChanged)
      .filter(ofLandlord)
      .map(({ tenantId, amount, dueDate }) => text([tenantId, amount, dueDate]))
      .toSorted(),
    paid: app
      .published(ChargePaid)
      .filter(ofLandlord)
      .map(({ tenantId, amount, dueDate }) => text([tenantId, amount, dueDate]))
      .toSorted(),
  }
}

const billing = { dueDay: 1, proration: 'actual', postingDays: 60 } as const

/** Ids that the landlords have in common, so that what they end up with can be compared. */
const ids = Object.fromEntries(
  [
    'home',
    'far',
    'raised',
    'left',
    'voided',
    'returning',
    'ada',
    'ben',
    'new',
    'billed',
    'cora',
    'dan',
    'twice',
    'joint',
    'own',
    'again',
  ].map((name) => [name, v7()]),
) as Record<string, string>
const id = (name: string) => ids[name] ?? expect.fail(name)

const tenancyOf = (landlord: LandlordActor, name: string, over: Partial<TenancySnapshot> = {}) =>
  app.tenancySnapshot(
    app.tenantSnapshot(landlord, {
      tenantId: id(name),
      propertyId: id('home'),
      monthlyRent: 1000,
      leaseStartDate: '2026-01-01',
    }),
    { billing, termKind: 'rollover', ...over },
  )

/** Tenancies with payments, another recurring charge and a late fee. */
async function settle(landlord: LandlordActor): Promise<void> {
  await app.addProperty(landlord, { propertyId: id('home') })
  await app.addProperty(landlord, { propertyId: id('far'), timeZone: 'Pacific/Kiritimati' })
  await setPolicy(landlord)
  for (const name of ['raised', 'left', 'voided', 'returning'])
    await app.addTenant(landlord, { tenantId: id(name), propertyId: id('home') }, tenancyOf(landlord, name))
  await app.addTenant(
    landlord,
    { tenantId: id('ada') },
    tenancyOf(landlord, 'ada', { tenancyId: id('joint'), tenantIds: [id('ada'), id('ben')] }),
  )
  await app.addTenant(
    landlord,
    { tenantId: id('ben') },
    { tenancyId: id('joint'), accountId: id('ada'), tenantIds: [id('ada'), id('ben')] },
  )
  for (const name of ['left', 'voided'])
    await app.send(createRecurring, landlord, {
      body: { tenantId: id(name), description: 'Storage', amount: 20, startsOn: '2026-01-01', postingDays: 60 },
    })
  const rentsOf = async (name: string) =>
    (await app.send(listPayments, landlord, { query: { tenantId: id(name), sort: 'due', paymentType: 'rent' } })).body
  for (const name of ['left', 'returning'])
    for (const { id: charge } of await rentsOf(name)) await app.verify(landlord, charge)
  const [first, , third] = await rentsOf('raised')
  await app.verify(landlord, first!.id, { amountPaid: 400 })
  await app.verify(landlord, third!.id, { amountPaid: 10 })
  await app.charge(landlord, id('left'), { paymentType: 'other', amount: 50, dueDate: '2026-01-05', notes: 'Key' })
}

/** Events about all of them, and about new ones, in the order in which they are published. */
const eventsOf = (landlord: LandlordActor): Dated<TenancySnapshot>[] => {
  const roommates = { tenancyId: id('cora'), accountId: id('cora'), tenantIds: [id('cora'), id('dan')] }
  const list: [string, number, Partial<TenancySnapshot>][] = [
    ['new', 1, { billing: null }],
    ['billed', 1, { startDate: '2025-11-15', propertyId: id('far') }],
    ['cora', 1, roommates],
    ['raised', 2, { monthlyRent: 1200 }],
    ['left', 2, { movedOutOn: '2026-03-15' }],
    ['voided', 2, { isVoid: true }],
    ['returning', 2, { movedOutOn: '2026-02-10' }],
    ['returning', 3, { tenancyId: id('again'), startDate: '2026-04-01', monthlyRent: 700, billing: null }],
    ['raised', 3, { monthlyRent: 1300 }],
    ['raised', 1, { monthlyRent: 900 }],
    ['new', 1, { billing: null }],
    ['twice', 1, { monthlyRent: null }],
    ['twice', 2, { movedOutOn: '2026-05-15', billing: null }],
    ['ada', 2, { tenancyId: id('joint'), tenantIds: [id('ada')] }],
    ['ben', 2, { tenancyId: id('own'), monthlyRent: 600 }],
    ['dan', 3, { monthlyRent: 500, startDate: null }],
    ['cora', 2, { ...roommates, tenantIds: [id('cora')] }],
  ]
  return list.map(([name, minutes, over]) => ({
    snapshot: tenancyOf(landlord, name, over),
    asOf: minutesLater(minutes),
  }))
}

describe('several tenancies', () => {
  test('of any kind, at once, are the same as one by one: new, changed, moved out, voided, repeated, late, and of shared accounts', async () => {
    const [singly, inFives, together] = [actors.landlord(), actors.landlord(), actors.landlord()]
    for (const landlord of [singly, inFives, together]) await settle(landlord)
    for (const [landlord, size] of [
      [singly, 1],
      [inFives, 5],
      [together, 100],
    ] as const) {
      const events = eventsOf(landlord)
      for (let n = 0; n < events.length; n += size) await applyTo(landlord, events.slice(n, n + size))
    }
    const expected = { ...(await stateOf(singly)), ...(await publishedFor(singly)) }
    expect({ ...(await stateOf(inFives)), ...(await publishedFor(inFives)) }).toEqual(expected)
    expect({ ...(await stateOf(together)), ...(await publishedFor(together)) }).toEqual(expected)
    // The comparison is not of nothing.
    for (const [name, list] of Object.entries(expected)) expect([name, list.length > 0]).toEqual([name, true])
    // The newest one counts, although an older one came after it; and so does the tenancy that a tenant joined.
    const { body } = await app.send(listPayments, together, { query: { tenantId: id('raised'), sort: 'due' } })
    expect(body.map(({ amount }) => amount)).toEqual([1000, 1000, 1000, 1300, 1300])
    const tenancies = new Map(expected.tenants.map((row) => [row.tenant_id, row.tenancy_id]))
    expect([tenancies.get(id('ben')), tenancies.get(id('dan'))]).toEqual([id('own'), id('dan')])
  }, 60_000)

  test('keep their accounts, members and former members locked', async () => {
    const landlord = actors.landlord()
    const tenancy = (name: string, members: string[]) => ({
      snapshot: tenancyOf(landlord, name, { tenantIds: members.map(id) }),
      asOf: now,
    })
    await applyTo(landlord, [tenancy('ada', ['ada', 'ben']), tenancy('new', ['new']), tenancy('left', ['left'])])
    const unlocked = await app
      .db('payments')
      .transaction(actors.service('payments', landlord.landlordId), async (tx) => {
        await applyTenancies(tx, [tenancy('new', ['new', 'dan']), tenancy('ada', ['cora'])], { now })
        return owner`select tenant_id from tenant where landlord_id = ${landlord.landlordId} for no key update skip locked`
      })
    // Dan and Cora were not known before, so nobody else sees them yet.
    expect(unlocked).toEqual([{ tenant_id: id('left') }])
  })

  test('of which none is known yet take the same number of statements, however many they are', async () => {
    const landlord = actors.landlord()
    await app.addProperty(landlord, { propertyId: id('home') })
    const counts: number[] = []
    for (const size of [10, 50]) {
      const list = Array.from({ length: size }, () => {
        const tenantId = v7()
        const people = { tenancyId: v7(), accountId: tenantId, tenantIds: [tenantId, v7()] }
        return { snapshot: tenancyOf(landlord, 'new', { ...people, billing: null }), asOf: now }
      })
      await app.db('payments').transaction(actors.service('payments', landlord.landlordId), async (tx) => {
        const count = countStatements(tx)
        await applyTenancies(tx, list, { now })
        counts.push(count())
      })
    }
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeLessThanOrEqual(16)
    const [row] = await owner`select count(*)::int as charges from charge where landlord_id = ${landlord.landlordId}`
    expect(row?.charges).toBe(60 * 12)
  })

  test('with more periods than one statement has parameters are charged for all of them', async () => {
    const landlord = actors.landlord()
    const list = Array.from({ length: 60 }, () => {
      const tenantId = v7()
      const since = { tenancyId: tenantId, accountId: tenantId, tenantIds: [tenantId], startDate: '2016-01-01' }
      return { snapshot: tenancyOf(landlord, 'new', since), asOf: now }
    })
    await applyTo(landlord, list)
    const [row] = await owner`select count(*)::int as charges from charge where landlord_id = ${landlord.landlordId}`
    // January 2016 to May 2026.
    expect(row?.charges).toBe(60 * 125)
  })
})
