import { restoreTenant, tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { deleteTenant } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
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

const historyOf = async (landlord: LandlordActor, id: string) =>
  (await app.send(tenantHistory, landlord, { params: { id } })).body

test('a tenant who moves in again where somebody else lives gets a tenancy apart from them', async () => {
  const landlord = actors.landlord()
  const { ann, propertyId } = await people.former(landlord)
  const eve = await people.add(landlord, {
    firstName: 'Eve',
    propertyId,
    leaseStartDate: '2026-05-01',
    monthlyRent: 1300,
  })
  const { body } = await people.change(landlord, ann.id, moveInAgain)
  expect(body).toMatchObject({ propertyId, coTenants: [] })
  expect(await people.lastSnapshot(eve.tenancyId)).toMatchObject({ tenantIds: [eve.id], movedOutOn: null })
  // They can also join the other tenancy.
  const { body: joint } = await people.change(landlord, ann.id, { tenancyId: eve.tenancyId })
  expect(joint).toMatchObject({
    tenancyId: eve.tenancyId,
    leaseStartDate: '2026-05-01',
    coTenants: [{ tenantId: eve.id }],
  })
})

test('a restored tenant can move in again or count as never having left', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.former(landlord)
  await app.send(deleteTenant, landlord, { params: { id: ann.id } })
  expect((await people.change(landlord, ann.id, moveInAgain)).status).toBe(404)
  await app.send(restoreTenant, landlord, { params: { id: ann.id } })
  const { body } = await people.change(landlord, ann.id, moveInAgain)
  expect(body.tenancyId).not.toBe(tenancyId)
  expect((await historyOf(landlord, ann.id)).map(({ what }) => what)).toEqual([
    'moved_in',
    'restored',
    'archived',
    'moved_out',
    'created',
  ])

  app.clock.set(movedOutAt)
  const ben = await people.former(landlord)
  await app.send(deleteTenant, landlord, { params: { id: ben.ann.id } })
  await app.send(restoreTenant, landlord, { params: { id: ben.ann.id } })
  expect((await people.change(landlord, ben.ann.id, { isActive: true })).body.tenancyId).toBe(ben.tenancyId)
})

test('a former co-tenant can return to the others or open a tenancy of their own, and the shared one does not change', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  const cleo = await people.add(landlord, { firstName: 'Cleo', tenancyId: ann.tenancyId })
  for (const { id } of [ben, cleo]) await people.change(landlord, id, { isActive: false })
  app.clock.set(returnedAt)
  const { body } = await people.change(landlord, ben.id, moveInAgain)
  expect(body).toMatchObject({ leaseStartDate: '2026-08-20', coTenants: [] })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({ accountId: ben.id, tenantIds: [ben.id] })
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
    startDate: '2025-07-01',
    monthlyRent: 1200,
    tenantIds: [ann.id],
    movedOutOn: null,
  })
  expect((await people.change(landlord, cleo.id, { isActive: true })).body.tenancyId).toBe(ann.tenancyId)
  // The holder of the shared ledger cannot take it along.
  await people.change(landlord, ann.id, { isActive: false })
  app.clock.advance(24 * 60 * 60 * 1000)
  const refused = await people.change(landlord, ann.id, { isActive: true, leaseStartDate: '2026-08-21' })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining("Others share this tenant's ledger"),
  ])
})

test('of two tenants who left together, the one whose ledger is not shared can move in again alone', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  for (const { id } of [ann, ben]) await people.change(landlord, id, { isActive: false })
  app.clock.set(returnedAt)
  // Ben can see Ann's ledger, and would see her future charges.
  const refused = await people.change(landlord, ann.id, moveInAgain)
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('add the person again')])
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ isActive: false, tenancyId: ann.tenancyId })
  const { body } = await people.change(landlord, ben.id, moveInAgain)
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({ accountId: ben.id, tenantIds: [ben.id] })
  // As Ben's co-tenant she uses his ledger.
  const { body: both } = await people.change(landlord, ann.id, { isActive: true, tenancyId: body.tenancyId })
  expect(both).toMatchObject({ tenancyId: body.tenancyId, coTenants: [{ tenantId: ben.id, name: 'Ben Archer' }] })
})
