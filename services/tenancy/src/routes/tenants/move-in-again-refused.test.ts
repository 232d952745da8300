import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set(movedOut))
afterAll(() => app?.stop())

// They move out on 15 March in New York, and move in again on 20 August.
const [movedOut, back] = ['2026-03-15T15:00:00Z', '2026-08-20T15:00:00Z']
const terms = { leaseStartDate: '2025-07-01', leaseEndDate: '2026-06-30', monthlyRent: 1200, securityDeposit: 1200 }

/** A tenant who lived alone and left months ago. */
async function former(landlord: LandlordActor, more: Record<string, unknown> = {}) {
  const property = app.property(landlord)
  const ann = await people.add(landlord, { propertyId: property.propertyId, ...terms, ...more })
  await people.change(landlord, ann.id, { isActive: false })
  app.clock.set(back)
  return { ann, property, propertyId: property.propertyId, tenancyId: ann.tenancyId }
}

const again = { isActive: true, leaseStartDate: '2026-08-20', leaseEndDate: '' }
test('moving into a deleted home is refused with the reason, and changes nothing', async () => {
  const landlord = actors.landlord()
  const { ann, propertyId, property } = await former(landlord)
  const release = await app.send(releaseProperty, actors.service('properties', landlord.landlordId), {
    body: { propertyId, name: property.name, timeZone: property.timeZone },
  })
  expect(release.status).toBe(200)
  for (const home of [{}, { propertyId }]) {
    const refused = await people.change(landlord, ann.id, { ...again, ...home })
    expect([refused.status, refused.problem.issues]).toEqual([
      400,
      [
        {
          path: 'propertyId',
          message: 'The property they lived in was deleted or archived: choose another one, or none',
        },
      ],
    ])
  }
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(false)
  expect((await people.change(landlord, ann.id, { ...again, propertyId: '' })).body).toMatchObject({
    isActive: true,
    propertyId: null,
  })

  app.clock.set(movedOut)
  const flat = app.property(landlord)
  const unit = app.unit(flat)
  const ben = await people.add(landlord, { propertyId: flat.propertyId, unitId: unit.unitId, ...terms })
  await people.change(landlord, ben.id, { isActive: false })
  await app.publish(UnitChanged, { ...unit, isDeleted: true })
  app.clock.set(back)
  const refused = await people.change(landlord, ben.id, again)
  expect(refused.problem.issues).toEqual([
    { path: 'unitId', message: 'The unit they lived in was removed: choose another one' },
  ])
})

test("a tenant cannot move in again to another landlord's property, nor through another landlord", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { ann } = await former(mine)
  const foreign = app.property(other)
  expect((await people.change(mine, ann.id, { ...again, propertyId: foreign.propertyId })).status).toBe(400)
  expect((await people.change(other, ann.id, again)).status).toBe(404)
  expect((await people.tenant(mine, ann.id)).isActive).toBe(false)
})
test('nobody can return to a tenancy whose ledger moved to another home', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...terms })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.set(back)
  await people.change(landlord, ann.id, { propertyId: app.property(landlord).propertyId })
  const refused = await people.change(landlord, ben.id, { isActive: true })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining('now belongs to another home'),
  ])
  expect((await people.tenant(landlord, ben.id)).isActive).toBe(false)
  expect((await people.change(landlord, ben.id, again)).body).toMatchObject({
    isActive: true,
    leaseStartDate: '2026-08-20',
  })
})
test('a former tenant cannot be made active while another active tenant has the e-mail address', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await former(landlord)
  await people.add(landlord, { email: ann.email })
  expect((await people.change(landlord, ann.id, again)).status).toBe(409)
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ isActive: false, tenancyId })
  await app.settled()
  expect(app.published(TenantUpdated).some(({ tenantId, isActive }) => tenantId === ann.id && isActive)).toBe(false)
})
