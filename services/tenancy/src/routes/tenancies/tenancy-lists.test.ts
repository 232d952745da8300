import { listTenancies, moveOut, tenancyAttention, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { listTenancySnapshots } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

// Today is 15 March 2026 in New York.
const terms = { leaseStartDate: '2026-01-01', leaseEndDate: '2026-12-31', monthlyRent: 1200, securityDeposit: 1500 }
const home = async (landlord: LandlordActor, more: Record<string, unknown> = {}) => {
  const { propertyId } = app.property(landlord)
  return people.add(landlord, { propertyId, ...terms, ...more })
}
const update = (landlord: LandlordActor, id: string | null, body: Record<string, unknown>) =>
  app.send(updateTenancy, landlord, { params: { id: id ?? v7() }, body })
const leaveTenancy = (landlord: LandlordActor, id: string | null, body: Record<string, unknown>) =>
  app.send(moveOut, landlord, { params: { id: id ?? v7() }, body })
const list = async (landlord: LandlordActor, query: Record<string, unknown> = {}) => {
  const answer = await app.send(listTenancies, landlord, { query })
  expect(answer.status, answer.problem?.detail).toBe(200)
  return {
    ids: answer.body.map(({ id }) => id),
    total: Number(answer.headers['x-total-count']),
    next: /cursor=([\w-]+)/.exec(answer.headers.link ?? '')?.[1],
  }
}
const attention = async (landlord: LandlordActor, query: Record<string, unknown> = {}) =>
  (await app.send(tenancyAttention, actors.service('gateway', landlord.landlordId), { query })).body
test('the list is filtered by home, tenant, text and status, and paged', async () => {
  const landlord = actors.landlord()
  const made = []
  for (const lastName of ['Zoe', 'Young', 'Xu']) {
    app.clock.advance(1000)
    made.push(await home(landlord, { lastName }))
  }
  const [zoe, young, xu] = made.map(({ tenancyId }) => tenancyId)
  expect(await list(landlord)).toMatchObject({ ids: [xu, young, zoe], total: 3 })
  expect((await list(landlord, { propertyId: made[1]?.propertyId })).ids).toEqual([young])
  expect((await list(landlord, { unitId: made[1]?.unitId })).ids).toEqual([young])
  expect((await list(landlord, { tenantId: made[2]?.id })).ids).toEqual([xu])
  expect((await list(landlord, { q: 'zoe' })).ids).toEqual([zoe])
  expect((await list(landlord, { q: 'ELM STREET' })).total).toBe(3)
  expect((await list(landlord, { q: '%' })).total).toBe(0)
  await leaveTenancy(landlord, young ?? '', { movedOutOn: '2026-03-15' })
  await leaveTenancy(landlord, zoe ?? '', { movedOutOn: '2026-03-16' })
  expect((await list(landlord, { status: 'current' })).ids).toEqual([xu, zoe])
  expect((await list(landlord, { status: 'ended' })).ids).toEqual([young])
  for (const query of [{}, { endingWithin: 365 }]) {
    const all = await list(landlord, query)
    const seen: string[] = []
    for (let cursor: string | undefined = '', first = true; first || cursor; first = false) {
      const page = await list(landlord, { ...query, limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...page.ids)
      cursor = page.next
    }
    expect(seen).toEqual(all.ids)
  }
  expect((await app.send(listTenancies, landlord, { query: { cursor: 'nonsense' } })).status).toBe(400)
})

test('tenancies that end soon or are in holdover need attention; rolled over, moving out and ended ones do not', async () => {
  const landlord = actors.landlord()
  const ending = async (leaseEndDate: string, more: Record<string, unknown> = {}) =>
    (await home(landlord, { leaseEndDate, ...more })).tenancyId
  const [over, soon, late] = [await ending('2026-02-28'), await ending('2026-05-14'), await ending('2026-05-15')]
  const [rolled, rolling] = [await ending('2026-03-14'), await ending('2026-03-15')]
  for (const id of [rolled, rolling]) await update(landlord, id, { termKind: 'rollover' })
  await update(landlord, await ending('2026-04-01'), { termKind: 'at_will' })
  await leaveTenancy(landlord, await ending('2026-04-01'), { movedOutOn: '2026-04-01' })
  await leaveTenancy(landlord, await ending('2026-04-01'), { movedOutOn: '2026-03-15' })
  expect((await list(landlord, { endingWithin: 60 })).ids).toEqual([over, rolling, soon])
  expect((await list(landlord, { endingWithin: 61 })).ids).toEqual([over, rolling, soon, late])
  const couple = await people.add(landlord, { firstName: 'Ben', tenancyId: over })
  const needsAttention = await attention(landlord, { limit: 1 })
  expect(needsAttention).toEqual({
    withoutHome: { items: [], total: 0 },
    total: 3,
    ending: [
      {
        tenancyId: over,
        tenantId: couple.coTenants[0]?.tenantId,
        name: 'Ann Archer & Ben Archer',
        propertyName: 'Elm Street 1',
        endDate: '2026-02-28',
      },
    ],
  })
})

test('status and lists use the date at the property', async () => {
  const landlord = actors.landlord()
  app.clock.set('2026-06-30T10:30:00Z')
  try {
    // On Kiritimati it is already 1 July.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone) =>
      app.property(landlord, { timeZone }),
    )
    for (const property of [east, west]) await app.publish(PropertyCreated, property!)
    const early = await people.add(landlord, { propertyId: east!.propertyId, ...terms, leaseEndDate: '2026-06-30' })
    const late = await people.add(landlord, { propertyId: west!.propertyId, ...terms, leaseEndDate: '2026-06-30' })
    expect((await people.tenancy(landlord, early.tenancyId)).status).toBe('holdover')
    expect((await people.tenancy(landlord, late.tenancyId)).status).toBe('active')
    await leaveTenancy(landlord, early.tenancyId, { movedOutOn: '2026-07-01' })
    await leaveTenancy(landlord, late.tenancyId, { movedOutOn: '2026-07-01' })
    expect((await list(landlord, { status: 'ended' })).ids).toEqual([early.tenancyId])
    expect([
      (await people.tenant(landlord, early.id)).isActive,
      (await people.tenant(landlord, late.id)).isActive,
    ]).toEqual([false, true])
  } finally {
    app.clock.set('2026-03-15T15:00:00Z')
  }
})

test('other services can read all tenancies page by page, with the same snapshots as in events', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  await people.add(landlord, { tenancyId: ann.tenancyId })
  const gone = await home(landlord)
  await leaveTenancy(landlord, gone.tenancyId, { movedOutOn: '2026-03-01' })
  await home(landlord)
  const payments = actors.service('payments', landlord.landlordId)
  const all = []
  for (let after: string | undefined; ;) {
    const { body } = await app.send(listTenancySnapshots, payments, {
      query: { limit: 2, ...(after ? { after } : {}) },
    })
    if (body.length === 0) break
    all.push(...body)
    after = body.at(-1)?.tenancyId
  }
  expect(all).toHaveLength(3)
  for (const snapshot of all)
    expect(await people.lastSnapshot(snapshot.tenancyId)).toMatchObject({ ...snapshot, changedBy: landlord.userId })
})
