import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '@keyhold/contracts/properties/properties'
import {
  PropertyCreated,
  PropertyDeleted,
  getPropertySnapshot,
  PropertyUpdated,
} from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startPropertiesApp, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

test('the full form makes a property with the time zone of its state, and publishes it', async () => {
  const landlord = actors.landlord()
  const { status, body } = await app.send(createProperty, landlord, {
    body: {
      ...form,
      bedrooms: '3',
      bathrooms: 2.5,
      squareFeet: '',
      securityDeposit: null,
      amenities: ['Garden'],
      isOccupied: true,
    },
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
    createdAt: app.clock.now().toISOString(),
  })
  expect(body).not.toHaveProperty('deletedAt')
  expect((await app.send(getProperty, landlord, { params: { id: body.id } })).body).toEqual(body)
  await app.settled()
  expect(app.published(PropertyCreated).filter(({ propertyId }) => propertyId === body.id)).toEqual([
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
  const { status, body } = await app.send(createProperty, actors.landlord(), {
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

test('a given time zone is used', async () => {
  expect(await app.addProperty(actors.landlord(), { timeZone: 'America/Denver' })).toMatchObject({
    timeZone: 'America/Denver',
  })
})

test('every missing field is reported with the message of the form', async () => {
  const { status, problem } = await app.send(createProperty, actors.landlord(), {
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
  const negative = await app.send(createProperty, actors.landlord(), { body: { ...form, monthlyRent: -5 } })
  expect(negative.problem.issues).toEqual([
    { path: 'monthlyRent', message: 'Monthly rent must be a valid positive number' },
  ])
})

test('a visitor gets 401, a tenant 403', async () => {
  expect((await app.send(createProperty, actors.visitor(), { body: form })).status).toBe(401)
  expect((await app.send(createProperty, actors.tenantOf(actors.landlord()), { body: form })).status).toBe(403)
})

test('a PUT changes the given fields; an empty rent means no change; a derived zone follows the state', async () => {
  const landlord = actors.landlord()
  const before = await app.addProperty(landlord, { amenities: ['Garden'], description: 'Quiet' })
  const { status, body } = await app.send(updateProperty, landlord, {
    params: { id: before.id },
    body: { state: 'California', monthlyRent: '', description: '' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...before,
    state: 'California',
    timeZone: 'America/Los_Angeles',
    description: null,
    updatedAt: app.clock.now().toISOString(),
  })
  await app.settled()
  expect(app.published(PropertyUpdated).at(-1)).toMatchObject({
    propertyId: before.id,
    timeZone: 'America/Los_Angeles',
  })
})

test("another landlord's property can't be read, changed, deleted, listed or counted", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.addProperty(owner)
  await app.addProperty(other, { name: 'Mine' })
  for (const answer of [
    await app.send(getProperty, other, { params: { id } }),
    await app.send(updateProperty, other, { params: { id }, body: { name: 'Taken' } }),
    await app.send(deleteProperty, other, { params: { id } }),
  ]) {
    expect([answer.status, answer.problem.detail]).toEqual([404, 'Property not found'])
  }
  const list = await app.send(listProperties, other)
  expect([list.body.map(({ name }) => name), list.headers['x-total-count']]).toEqual([['Mine'], '1'])
  expect((await app.send(getProperty, owner, { params: { id } })).body.name).toBe('Oak House')
})

test('repeated and concurrent requests with one Idempotency-Key make one property', async () => {
  const landlord = actors.landlord()
  const twice = await Promise.all(
    [1, 2].map(() => app.send(createProperty, landlord, { body: form, headers: { 'idempotency-key': 'k1' } })),
  )
  const again = await app.send(createProperty, landlord, { body: form, headers: { 'idempotency-key': 'k1' } })
  expect([...twice, again].map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set([...twice, again].map(({ body }) => body.id)).size).toBe(1)
  expect((await app.send(listProperties, landlord)).headers['x-total-count']).toBe('1')
})

test('a deleted property is left out of lists and counts, and its snapshot stays available', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  expect((await app.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
  expect((await app.send(getProperty, landlord, { params: { id } })).status).toBe(404)
  expect((await app.send(updateProperty, landlord, { params: { id }, body: { name: 'x' } })).status).toBe(404)
  expect((await app.send(deleteProperty, landlord, { params: { id } })).status).toBe(404)
  expect((await app.send(listProperties, landlord)).headers['x-total-count']).toBe('0')
  expect(
    (await app.send(getPropertySnapshot, actors.service('payments', landlord.landlordId), { params: { id } })).body,
  ).toMatchObject({
    name: 'Oak House',
    isDeleted: true,
  })
  await app.settled()
  expect(app.published(PropertyDeleted).filter(({ propertyId }) => propertyId === id)).toHaveLength(1)
})

test('a property with active tenants is not deleted; after they left it can be', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  app.tenancy.occupied.add(id)
  const refused = await app.send(deleteProperty, landlord, { params: { id } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'property-occupied'])
  expect((await app.send(getProperty, landlord, { params: { id } })).status).toBe(200)
  app.tenancy.occupied.delete(id)
  expect((await app.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
})

test('tenancy decides: a tenant who left does not prevent deletion, even before the event arrives', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  await app.publish(TenantCreated, tenantAt(landlord, id))
  expect((await app.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
})

test("tenancy is asked only for the landlord's own property", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.addProperty(owner)
  expect((await app.send(deleteProperty, other, { params: { id } })).status).toBe(404)
  expect(app.tenancy.released).not.toContain(id)
})

test('concurrent deletes delete once', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => app.send(deleteProperty, landlord, { params: { id } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404, 404])
  await app.settled()
  expect(app.published(PropertyDeleted).filter(({ propertyId }) => propertyId === id)).toHaveLength(1)
})
