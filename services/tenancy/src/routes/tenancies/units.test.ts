import { PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { UnitChanged } from '@keyhold/contracts/properties/units'
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

test('the first unit has no name until there is a second one; then both names are shown', async () => {
  const landlord = actors.landlord()
  const property = app.property(landlord)
  const ann = await people.add(landlord, { propertyId: property.propertyId })
  expect(ann).toMatchObject({ unitId: property.propertyId, unitName: null })
  const second = app.unit(property)
  await app.publish(UnitChanged, second)
  const ben = await people.add(landlord, { propertyId: property.propertyId, unitId: second.unitId })
  expect(ben).toMatchObject({ unitId: second.unitId, unitName: 'Unit 2' })
  expect((await people.tenant(landlord, ann.id)).unitName).toBe('Unit 1')
  await app.publish(UnitChanged, { ...second, unitId: property.propertyId, name: 'Front' })
  expect((await people.tenant(landlord, ann.id)).unitName).toBe('Front')
  expect((await people.tenancy(landlord, ben.tenancyId)).unitName).toBe('Unit 2')
  // Without a second unit the first has no name again; the removed unit keeps its name for its former tenant.
  await app.publish(UnitChanged, { ...second, isDeleted: true })
  await app.publish(UnitChanged, second)
  expect((await people.tenant(landlord, ann.id)).unitName).toBeNull()
  expect((await people.tenant(landlord, ben.id)).unitName).toBe('Unit 2')
})

test('an unknown unit is asked for once; a unit of another property or landlord, or none, is refused', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [property, elsewhere, theirs] = [app.property(landlord), app.property(landlord), app.property(other)]
  await app.publish(PropertyCreated, property)
  const { unitId } = app.unit(property)
  const { propertyId } = property
  const before = app.calls.units
  expect((await people.add(landlord, { propertyId, unitId })).unitId).toBe(unitId)
  expect((await people.add(landlord, { propertyId, unitId })).unitName).toBe('Unit 2')
  expect(app.calls.units).toBe(before + 1)
  const known = app.unit(elsewhere)
  await app.publish(UnitChanged, known)
  const gone = app.unit(property, { isDeleted: true })
  for (const wrong of [
    app.unit(elsewhere).unitId,
    known.unitId,
    app.unit(theirs).unitId,
    gone.unitId,
    theirs.propertyId,
    v7(),
  ]) {
    const body = { firstName: 'Eve', lastName: 'Else', email: `${v7()}@example.com`, propertyId, unitId: wrong }
    const answer = await app.send(createTenant, landlord, { body })
    expect(answer.problem.issues).toEqual([{ path: 'unitId', message: 'Choose one of the units of this property' }])
  }
  const withoutProperty = { firstName: 'Eve', lastName: 'Else', email: 'eve@example.com', unitId }
  expect((await app.send(createTenant, landlord, { body: withoutProperty })).problem.issues?.[0]?.path).toBe('unitId')
})

test('a tenancy can move to another unit of its property; a form without a unit does not move it', async () => {
  const landlord = actors.landlord()
  const [property, other] = [app.property(landlord), app.property(landlord)]
  const { unitId } = app.unit(property)
  const ann = await people.add(landlord, { propertyId: property.propertyId, monthlyRent: 900 })
  const move = (body: Record<string, unknown>) =>
    app.send(updateTenancy, landlord, { params: { id: ann.tenancyId ?? '' }, body })
  expect((await move({ unitId: app.unit(other).unitId })).status).toBe(400)
  expect((await move({ unitId })).body).toMatchObject({ unitId, unitName: 'Unit 2', propertyId: property.propertyId })
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ unitId, propertyId: property.propertyId })
  expect(
    (await people.change(landlord, ann.id, { propertyId: property.propertyId, unitId: '', monthlyRent: 950 })).body
      .unitId,
  ).toBe(unitId)
  expect((await people.change(landlord, ann.id, { unitId: property.propertyId })).body).toMatchObject({
    unitId: property.propertyId,
    tenancyId: ann.tenancyId,
  })
  expect((await people.change(landlord, ann.id, { propertyId: other.propertyId, unitId })).status).toBe(400)
  expect((await people.change(landlord, ann.id, { propertyId: other.propertyId })).body.unitId).toBe(other.propertyId)
})
