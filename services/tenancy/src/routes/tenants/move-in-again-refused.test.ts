import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { earlierLease, moveInAgain, movedOutAt, peopleOf, returnedAt } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set(movedOutAt))
afterAll(() => app?.stop())

test('moving into a deleted home is refused with the reason, and changes nothing', async () => {
  const landlord = actors.landlord()
  const { ann, propertyId, property } = await people.former(landlord)
  const release = await app.send(releaseProperty, actors.service('properties', landlord.landlordId), {
    body: { propertyId, name: property.name, timeZone: property.timeZone },
  })
  expect(release.status).toBe(200)
  for (const home of [{}, { propertyId }]) {
    const refused = await people.change(landlord, ann.id, { ...moveInAgain, ...home })
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
  expect((await people.change(landlord, ann.id, { ...moveInAgain, propertyId: '' })).body).toMatchObject({
    isActive: true,
    propertyId: null,
  })

  app.clock.set(movedOutAt)
  const flat = app.property(landlord)
  const unit = app.unit(flat)
  const ben = await people.add(landlord, { propertyId: flat.propertyId, unitId: unit.unitId, ...earlierLease })
  await people.change(landlord, ben.id, { isActive: false })
  await app.publish(UnitChanged, { ...unit, isDeleted: true })
  app.clock.set(returnedAt)
  const refused = await people.change(landlord, ben.id, moveInAgain)
  expect(refused.problem.issues).toEqual([
    { path: 'unitId', message: 'The unit they lived in was removed: choose another one' },
  ])
})

test("a tenant cannot move in again to another landlord's property, nor through another landlord", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { ann } = await people.former(mine)
  const foreign = app.property(other)
  expect((await people.change(mine, ann.id, { ...moveInAgain, propertyId: foreign.propertyId })).status).toBe(400)
  expect((await people.change(other, ann.id, moveInAgain)).status).toBe(404)
  expect((await people.tenant(mine, ann.id)).isActive).toBe(false)
})

test('nobody can return to a tenancy whose ledger moved to another home', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.set(returnedAt)
  await people.change(landlord, ann.id, { propertyId: app.property(landlord).propertyId })
  const refused = await people.change(landlord, ben.id, { isActive: true })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining('now belongs to another home'),
  ])
  expect((await people.tenant(landlord, ben.id)).isActive).toBe(false)
  expect((await people.change(landlord, ben.id, moveInAgain)).body).toMatchObject({
    isActive: true,
    leaseStartDate: '2026-08-20',
  })
})

test('a former tenant cannot be made active while another active tenant has the email address', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.former(landlord)
  await people.add(landlord, { email: ann.email })
  expect((await people.change(landlord, ann.id, moveInAgain)).status).toBe(409)
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ isActive: false, tenancyId })
  await app.settled()
  expect(app.published(TenantUpdated).some(({ tenantId, isActive }) => tenantId === ann.id && isActive)).toBe(false)
})
