import { createProperty, deleteProperty, getProperty, listProperties, PropertyCreated, PropertyDeleted, propertyFacts, PropertyUpdated, updateProperty } from '@keyhold/contracts/properties/properties'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenants'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, openHouse, tenantAt } from '../../testing/test-app.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

test('the full form makes a property whose zone follows its state, and tells the others', async () => {
  const landlord = actors.landlord()
  const { status, body } = await house.send(createProperty, landlord, {
    body: { ...form, bedrooms: '3', bathrooms: 2.5, squareFeet: '', securityDeposit: null, amenities: ['Garden'], isOccupied: true },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    landlordId: landlord.landlordId,
    name: 'Oak House',
    bedrooms: 3,
    bathrooms: 2.5,
    squareFeet: null,
    monthlyRent: 1850.5,
    securityDeposit: null,
    amenities: ['Garden'],
    images: [],
    isOccupied: true,
    timeZone: 'America/Chicago',
    createdAt: house.clock.now().toISOString(),
  })
  expect(body).not.toHaveProperty('deletedAt')
  expect((await house.send(getProperty, landlord, { params: { id: body.id } })).body).toEqual(body)
  await house.settled()
  expect(house.published(PropertyCreated).filter(({ propertyId }) => propertyId === body.id)).toEqual([
    {
      propertyId: body.id,
      landlordId: landlord.landlordId,
      name: 'Oak House',
      address: '12 Oak St',
      city: 'Austin',
      state: 'TX',
      timeZone: 'America/Chicago',
      monthlyRent: 1850.5,
      propertyType: 'house',
      bedrooms: 3,
      squareFeet: null,
      isDeleted: false,
      isArchived: false,
    },
  ])
})

test('the quick add names the property after its address', async () => {
  const { status, body } = await house.send(createProperty, actors.landlord(), {
    body: { address: '5 Elm St', type: 'condo', monthlyRent: '900', bedrooms: '1', bathrooms: '1.5', description: '' },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: '5 Elm St',
    address: '5 Elm St',
    propertyType: 'condo',
    city: null,
    state: null,
    zipCode: null,
    monthlyRent: 900,
    timeZone: 'America/New_York',
  })
})

test('a given time zone holds', async () => {
  expect(await house.addProperty(actors.landlord(), { timeZone: 'America/Denver' })).toMatchObject({ timeZone: 'America/Denver' })
})

test('every missing field is named with the sentence of the form', async () => {
  const { status, problem } = await house.send(createProperty, actors.landlord(), {
    body: { monthlyRent: '', bedrooms: 0, bathrooms: 1.3, timeZone: 'Mars/Olympus' },
  })
  expect(status).toBe(400)
  expect(Object.fromEntries(problem.issues?.map(({ path, message }) => [path, message]) ?? [])).toMatchObject({
    name: 'Property name is required',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zipCode: 'ZIP code is required',
    propertyType: 'Property type is required',
    monthlyRent: 'Monthly rent is required',
    bedrooms: 'Bedrooms must be a valid positive number',
    timeZone: 'Unknown time zone',
  })
  const negative = await house.send(createProperty, actors.landlord(), { body: { ...form, monthlyRent: -5 } })
  expect(negative.problem.issues).toEqual([{ path: 'monthlyRent', message: 'Monthly rent must be a valid positive number' }])
})

test('a visitor is asked to sign in, a tenant may not', async () => {
  expect((await house.send(createProperty, actors.visitor(), { body: form })).status).toBe(401)
  expect((await house.send(createProperty, actors.tenantOf(actors.landlord()), { body: form })).status).toBe(403)
})

test('a PUT changes the fields it carries; an empty rent stays; a derived zone follows the state', async () => {
  const landlord = actors.landlord()
  const before = await house.addProperty(landlord, { amenities: ['Garden'], description: 'Quiet' })
  const { status, body } = await house.send(updateProperty, landlord, {
    params: { id: before.id },
    body: { state: 'California', monthlyRent: '', description: '' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...before,
    state: 'California',
    timeZone: 'America/Los_Angeles',
    description: null,
    updatedAt: house.clock.now().toISOString(),
  })
  await house.settled()
  expect(house.published(PropertyUpdated).at(-1)).toMatchObject({ propertyId: before.id, timeZone: 'America/Los_Angeles' })
})

test("another landlord's property can't be read, changed, deleted, listed or counted", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await house.addProperty(owner)
  await house.addProperty(other, { name: 'Mine' })
  for (const answer of [
    await house.send(getProperty, other, { params: { id } }),
    await house.send(updateProperty, other, { params: { id }, body: { name: 'Taken' } }),
    await house.send(deleteProperty, other, { params: { id } }),
  ]) {
    expect([answer.status, answer.problem.detail]).toEqual([404, 'Property not found'])
  }
  const list = await house.send(listProperties, other)
  expect([list.body.map(({ name }) => name), list.headers['x-total-count']]).toEqual([['Mine'], '1'])
  expect((await house.send(getProperty, owner, { params: { id } })).body.name).toBe('Oak House')
})

test('a double submit with one Idempotency-Key makes one property, also at once', async () => {
  const landlord = actors.landlord()
  const twice = await Promise.all([1, 2].map(() => house.send(createProperty, landlord, { body: form, headers: { 'idempotency-key': 'k1' } })))
  const again = await house.send(createProperty, landlord, { body: form, headers: { 'idempotency-key': 'k1' } })
  expect([...twice, again].map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set([...twice, again].map(({ body }) => body.id)).size).toBe(1)
  expect((await house.send(listProperties, landlord)).headers['x-total-count']).toBe('1')
})

test('a deleted property leaves every list and count, and its facts stay for those who refer to it', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  expect((await house.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
  expect((await house.send(getProperty, landlord, { params: { id } })).status).toBe(404)
  expect((await house.send(updateProperty, landlord, { params: { id }, body: { name: 'x' } })).status).toBe(404)
  expect((await house.send(deleteProperty, landlord, { params: { id } })).status).toBe(404)
  expect((await house.send(listProperties, landlord)).headers['x-total-count']).toBe('0')
  expect((await house.send(propertyFacts, actors.service('payments', landlord.landlordId), { params: { id } })).body).toMatchObject({
    name: 'Oak House',
    isDeleted: true,
  })
  await house.settled()
  expect(house.published(PropertyDeleted).filter(({ propertyId }) => propertyId === id)).toHaveLength(1)
})

test('a property with active tenants is not deleted; after they left it is', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  house.tenancy.occupied.add(id)
  const refused = await house.send(deleteProperty, landlord, { params: { id } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'property-occupied'])
  expect((await house.send(getProperty, landlord, { params: { id } })).status).toBe(200)
  house.tenancy.occupied.delete(id)
  expect((await house.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
})

test('tenancy decides: a tenant who left there does not keep the property, though we still hear otherwise', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  await house.publish(TenantCreated, tenantAt(landlord, id))
  expect((await house.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
})

test("tenancy is asked for the landlord's own property alone", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await house.addProperty(owner)
  expect((await house.send(deleteProperty, other, { params: { id } })).status).toBe(404)
  expect(house.tenancy.released).not.toContain(id)
})

test('deleted many times at once it is deleted once', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  const answers = await Promise.all(Array.from({ length: 6 }, () => house.send(deleteProperty, landlord, { params: { id } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404, 404])
  await house.settled()
  expect(house.published(PropertyDeleted).filter(({ propertyId }) => propertyId === id)).toHaveLength(1)
})
