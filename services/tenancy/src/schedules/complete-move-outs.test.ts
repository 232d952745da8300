import { PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import { TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../testing/test-app.ts'
import { peopleOf } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
// An app for each test, because the clock of schedules only goes forward.
beforeEach(async () => {
  app = await startTenancyApp({ now: '2026-03-06T15:00:00Z' })
  people = peopleOf(app)
  await app.tick()
})
afterEach(() => app?.stop())

async function home(landlord: LandlordActor, timeZone: string) {
  const property = app.property(landlord, { timeZone })
  await app.publish(PropertyCreated, property)
  return people.add(landlord, { propertyId: property.propertyId, leaseStartDate: '2026-01-01', monthlyRent: 900 })
}
const leaveTenancy = (landlord: LandlordActor, id: string | null, body: Record<string, unknown>) =>
  app.send(moveOut, landlord, { params: { id: id ?? '' }, body })
const left = (id: string) => app.published(TenantLeft).filter(({ tenantId }) => tenantId === id).length
async function goTo(instant: string): Promise<void> {
  app.clock.set(instant)
  await app.tick()
  await app.settled()
}

// 8 March 2026 has 23 hours in New York, where clocks go forward: 05:00 to 04:00 UTC.
test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T04:46:00Z', '2026-03-08T05:01:00Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T03:46:00Z', '2026-03-09T04:01:00Z'],
  ['Pacific/Kiritimati', '2026-03-08', '2026-03-07T09:46:00Z', '2026-03-07T10:01:00Z'],
  ['Asia/Kathmandu', '2026-03-08', '2026-03-07T18:01:00Z', '2026-03-07T18:16:00Z'],
  ['Pacific/Pago_Pago', '2026-03-08', '2026-03-08T10:46:00Z', '2026-03-08T11:01:00Z'],
])(
  'in %s a tenant who moves out on %s is active until that day begins, and inactive from then on',
  async (timeZone, day, before, after) => {
    const landlord = actors.landlord()
    const ann = await home(landlord, timeZone)
    const planned = await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: day })
    expect(planned.body).toMatchObject({ status: 'active', movedOutOn: day })
    // The move-out day is announced, and the tenant is still a member.
    expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
      movedOutOn: day,
      tenantIds: [ann.id],
      changedBy: landlord.userId,
    })
    await goTo(before)
    expect([(await people.tenant(landlord, ann.id)).isActive, left(ann.id)]).toEqual([true, 0])
    await goTo(after)
    expect([(await people.tenant(landlord, ann.id)).isActive, left(ann.id)]).toEqual([false, 1])
    expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ movedOutOn: day, changedBy: null })
    expect(await people.tenancy(landlord, ann.tenancyId)).toMatchObject({ status: 'ended', movedOutOn: day })
    await goTo('2026-03-20T15:00:00Z')
    expect(left(ann.id)).toBe(1)
    const { body: history } = await app.send(tenantHistory, landlord, { params: { id: ann.id } })
    expect(history.map(({ what, by }) => [what, by])).toEqual([
      ['moved_out', 'system'],
      ['moved_out', 'landlord'],
      ['created', 'landlord'],
    ])
  },
)

test('a planned move-out can be moved to another day, or cancelled', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord, 'America/New_York')
  await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: '2026-03-10' })
  expect((await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: '2026-03-12' })).body.movedOutOn).toBe('2026-03-12')
  await goTo('2026-03-11T15:00:00Z')
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(true)
  expect((await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: null })).body.movedOutOn).toBeNull()
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ movedOutOn: null, tenantIds: [ann.id] })
  await goTo('2026-03-13T15:00:00Z')
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(true)
  // An edit of the person, as the page sends it, does not cancel it.
  await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: '2026-03-14' })
  expect((await people.change(landlord, ann.id, { isActive: true, phone: '212 555 0100' })).status).toBe(200)
  await goTo('2026-03-14T15:00:00Z')
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(false)
})

test('two tenants with different move-out days leave on their own days, and the property can be released after the last', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord, 'America/New_York')
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  await leaveTenancy(landlord, ann.tenancyId, { tenantId: ann.id, movedOutOn: '2026-03-10' })
  expect((await people.tenancy(landlord, ann.tenancyId)).movedOutOn).toBeNull()
  await leaveTenancy(landlord, ann.tenancyId, { tenantId: ben.id, movedOutOn: '2026-03-12' })
  expect((await people.tenancy(landlord, ann.tenancyId)).movedOutOn).toBe('2026-03-12')
  const release = () =>
    app.send(releaseProperty, actors.service('properties', landlord.landlordId), {
      body: { propertyId: ann.propertyId ?? '', name: 'Elm Street 1', timeZone: 'America/New_York' },
    })
  await goTo('2026-03-10T15:00:00Z')
  expect([left(ann.id), left(ben.id), (await release()).status]).toEqual([1, 0, 409])
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ tenantIds: [ben.id], movedOutOn: '2026-03-12' })
  await goTo('2026-03-12T15:00:00Z')
  expect([left(ann.id), left(ben.id), (await release()).status]).toEqual([1, 1, 200])
})

test('one run completes the due move-outs of many landlords', async () => {
  const landlords = Array.from({ length: 12 }, () => actors.landlord())
  const homes = await Promise.all(landlords.map((landlord) => home(landlord, 'America/New_York')))
  await Promise.all(
    homes.map(({ tenancyId }, i) => leaveTenancy(landlords[i]!, tenancyId, { movedOutOn: '2026-03-10' })),
  )
  await goTo('2026-03-10T15:00:00Z')
  for (const [i, { id }] of homes.entries())
    expect([(await people.tenant(landlords[i]!, id)).isActive, left(id)]).toEqual([false, 1])
})
