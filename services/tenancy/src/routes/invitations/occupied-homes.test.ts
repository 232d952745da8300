import { createInvitation, listInvitations, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import { serviceActor, type LandlordActor } from '@keyhold/kit/runtime/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentLease, peopleOf } from '../../testing/people.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

/** A home where Ann lives. */
async function occupied(landlord: LandlordActor) {
  const property = app.property(landlord)
  const ann = await people.add(landlord, { propertyId: property.propertyId, ...currentLease })
  return { property, propertyId: property.propertyId, ann, tenancyId: ann.tenancyId! }
}
const invite = (landlord: LandlordActor, body: Record<string, unknown>) =>
  app.send(createInvitation, landlord, { body: { email: 'cleo@example.com', ...body } })
async function register(landlord: LandlordActor, token: string) {
  const person = { firstName: 'Cleo', lastName: 'Cole' }
  const { status, body } = await app.send(registerTenant, actors.visitor(), { body: { ...person, token } })
  expect(status).toBe(201)
  return people.tenant(landlord, body.tenantId)
}
const withoutHome = async ({ landlordId }: LandlordActor) =>
  (await app.send(tenancyAttention, serviceActor('gateway', landlordId), { query: {} })).body.withoutHome

test('an invitation into an occupied home is refused until it says how the tenant lives there', async () => {
  const landlord = actors.landlord()
  const { property, propertyId, ann } = await occupied(landlord)
  const asked = await invite(landlord, { propertyId })
  expect(asked.problem).toMatchObject({
    status: 409,
    code: 'confirmation-needed',
    detail: 'This home is occupied (Ann Archer). Choose whether the tenant joins them or has a separate tenancy.',
    issues: [{ path: 'tenancyId' }],
  })
  expect([(await app.send(listInvitations, landlord)).body, app.messages]).toEqual([[], []])
  expect((await invite(landlord, { propertyId, unitId: app.unit(property).unitId })).status).toBe(201)
  // Registration leaves her in the home that her record has.
  expect((await invite(landlord, { propertyId, email: ann.email })).status).toBe(201)
})

test('a tenant who was invited to join a tenancy shares its ledger from the day of registration', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, tenancyId } = await occupied(landlord)
  const { token } = await app.invite(landlord, { tenancyId })
  expect((await app.send(listInvitations, landlord)).body).toMatchObject([
    { propertyId, unitId: propertyId, tenancyId, separate: false },
  ])
  const cleo = await register(landlord, token)
  expect(cleo).toMatchObject({ tenancyId, propertyId, coTenants: [{ tenantId: ann.id, name: 'Ann Archer' }] })
  expect((await people.tenancy(landlord, tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id, joinedOn: null },
    { tenantId: cleo.id, joinedOn: '2026-03-15' },
  ])
  expect(await withoutHome(landlord)).toEqual({ total: 0, items: [] })
})

test('an existing record without a home joins the tenancy too, unless it leaves a debt behind', async () => {
  const landlord = actors.landlord()
  const { tenancyId } = await occupied(landlord)
  const ben = await people.add(landlord, { firstName: 'Ben', email: 'ben@example.com' })
  expect(
    (await register(landlord, (await app.invite(landlord, { email: ben.email, tenancyId })).token)).tenancyId,
  ).toBe(tenancyId)
  const dora = await people.add(landlord, { firstName: 'Dora', email: 'dora@example.com' })
  const charge = { chargeId: dora.id, propertyId: null, paymentType: 'other' as const, settledOn: null }
  app.ledgers.set(dora.id, { charges: [{ ...charge, amount: 50, open: 50, dueDate: '2026-03-01' }] })
  const { token } = await app.invite(landlord, { email: dora.email, tenancyId })
  expect((await register(landlord, token)).tenancyId).toBeNull()
  expect((await withoutHome(landlord)).items).toMatchObject([{ tenantId: dora.id }])
})

test('a tenant who was invited with a tenancy of their own has one beside the others', async () => {
  const landlord = actors.landlord()
  const { propertyId, tenancyId } = await occupied(landlord)
  const cleo = await register(landlord, (await app.invite(landlord, { propertyId, separate: true })).token)
  expect(cleo).toMatchObject({ propertyId, coTenants: [] })
  expect(cleo.tenancyId).not.toBe(tenancyId)
})

test("another landlord's tenancy, an ended one, or both answers at once are refused", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { tenancyId, ann } = await occupied(mine)
  const refused = async (who: LandlordActor, body: Record<string, unknown>) => {
    const { status, problem } = await invite(who, body)
    return [status, problem.issues]
  }
  expect(await refused(other, { tenancyId })).toEqual([
    400,
    [{ path: 'tenancyId', message: 'Choose one of your tenancies' }],
  ])
  expect(await refused(mine, { tenancyId, separate: true })).toEqual([
    400,
    [{ path: 'separate', message: 'Choose either their tenancy or a separate one' }],
  ])
  await people.change(mine, ann.id, { isActive: false })
  expect(await refused(mine, { tenancyId })).toEqual([
    400,
    [{ path: 'tenancyId', message: 'Everyone has moved out of this tenancy' }],
  ])
})

/** What can happen between an invitation and the registration. */
const changes: Record<string, (landlord: LandlordActor) => Promise<string>> = {
  'others have moved in': async (landlord) => {
    const { propertyId } = app.property(landlord)
    const { token } = await app.invite(landlord, { propertyId })
    await people.add(landlord, { propertyId, ...currentLease })
    return token
  },
  'the tenancy to join has ended': async (landlord) => {
    const { ann, tenancyId } = await occupied(landlord)
    const { token } = await app.invite(landlord, { tenancyId })
    await people.change(landlord, ann.id, { isActive: false })
    return token
  },
}

test.each(Object.entries(changes))(
  'where %s since, the tenant has no home until the landlord gives one',
  async (_, prepare) => {
    const landlord = actors.landlord()
    const token = await prepare(landlord)
    const cleo = await register(landlord, token)
    expect([cleo.propertyId, cleo.tenancyId]).toEqual([null, null])
    const item = {
      tenantId: cleo.id,
      name: 'Cleo Cole',
      propertyName: 'Elm Street 1',
      registeredAt: expect.any(String),
    }
    expect(await withoutHome(landlord)).toEqual({ total: 1, items: [item] })
    expect(await withoutHome(actors.landlord())).toEqual({ total: 0, items: [] })
    const { propertyId } = app.property(landlord, { name: 'Oak Lane 2' })
    await people.change(landlord, cleo.id, { propertyId })
    expect(await withoutHome(landlord)).toEqual({ total: 0, items: [] })
  },
)

test('of two who register for one vacant home without an answer, at once, one lives there and the other is listed', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const links = await Promise.all([app.invite(landlord, { propertyId }), app.invite(landlord, { propertyId })])
  const tenants = await Promise.all(links.map(({ token }) => register(landlord, token)))
  expect(tenants.map((one) => one.propertyId).filter(Boolean)).toEqual([propertyId])
  expect((await withoutHome(landlord)).total).toBe(1)
})
