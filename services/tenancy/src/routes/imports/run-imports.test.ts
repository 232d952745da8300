import { PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, deleteTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { deleteImport, getImport, ImportProgressed, startImport, undoImport } from '@keyhold/contracts/tenancy/imports'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takenFrom } from '../../testing/nights.ts'
import { csv, startImportsApp, validRows } from '../../testing/imports.ts'

let app: Awaited<ReturnType<typeof startImportsApp>>
beforeAll(async () => {
  app = await startImportsApp()
})
afterAll(() => app?.stop())

const tenantsOf = async (landlord: LandlordActor) =>
  (await app.send(listTenants, landlord, { query: { limit: 500, sort: 'name' } })).body

const unitOf = (landlord: LandlordActor, propertyId: string, name: string) => ({
  unitId: v7(),
  landlordId: landlord.landlordId,
  propertyId,
  name,
  marketRent: null,
  isDeleted: false,
})
test('an import starts once however often the request is repeated, and its progress is announced', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Oak House')
  const annex = unitOf(landlord, propertyId, 'Annex')
  await app.publish(UnitChanged, annex)
  const { id } = await app.check(
    landlord,
    csv(
      'first name,last name,email,property,unit,rent,start',
      'A,A,a@example.com,Oak House,annex,900,2026-01-31',
      'B,B,b@example.com,Oak House,Unit 1,,',
      'C,C,c@example.com,,,,',
    ),
  )
  const params = { id }
  const answers = await Promise.all([1, 2, 3].map(() => app.send(startImport, landlord, { params })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await app.waitFor(landlord, id, 'done')).counts).toMatchObject({ imported: 3, valid: 0 })
  expect((await app.send(startImport, landlord, { params })).body.status).toBe('done')
  const made = await tenantsOf(landlord)
  expect(made.map(({ unitId }) => unitId)).toEqual([annex.unitId, propertyId, null])
  expect((await app.rows(landlord, id)).map(({ tenantId }) => tenantId)).toEqual(made.map((one) => one.id))
  await app.settled()
  const theirs = <T extends { landlordId: string }>(events: T[]) =>
    events.filter(({ landlordId }) => landlordId === landlord.landlordId)
  expect(theirs(app.published(TenantCreated)).map(({ tenantId }) => tenantId)).toEqual(made.map((one) => one.id))
  expect(theirs(app.published(TenancyChanged)).map(({ unitId, monthlyRent }) => [unitId, monthlyRent])).toEqual([
    [annex.unitId, 900],
    [propertyId, null],
  ])
  expect(theirs(app.published(ImportProgressed)).map(({ status }) => status)).toEqual(['checked', 'running', 'done'])
})

test('rows that can no longer be imported fail with the reason, and the others are imported', async () => {
  const landlord = actors.landlord()
  const [gone, home] = [app.property(landlord, 'Gone House'), app.property(landlord, 'Ash House')]
  const attic = unitOf(landlord, home.propertyId, 'Attic')
  await app.publish(UnitChanged, attic)
  const { id } = await app.check(
    landlord,
    csv(
      'first name,last name,email,property,unit',
      'A,A,a@example.com,,',
      'B,B,b@example.com,Gone House,',
      'C,C,c@example.com,Ash House,Attic',
      'D,D,d@example.com,,',
    ),
  )
  await app.send(createTenant, landlord, { body: { firstName: 'A', lastName: 'A', email: 'a@example.com' } })
  await app.publish(PropertyDeleted, { ...gone, isDeleted: true })
  await app.publish(UnitChanged, { ...attic, isDeleted: true })
  await app.send(startImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'done')).counts).toMatchObject({ imported: 1, failed: 3 })
  expect((await app.rows(landlord, id)).map(({ status, issues }) => [status, issues])).toEqual([
    ['failed', [{ path: '', message: 'You already have an active tenant with this email address' }]],
    ['failed', [{ path: 'property', message: 'Choose one of your properties' }]],
    ['failed', [{ path: 'unit', message: 'This unit has been removed' }]],
    ['imported', []],
  ])
})

test('a row whose nights are taken fails with the reason, and the others of its batch are imported', async () => {
  const landlord = actors.landlord()
  const [, booked] = ['a', 'b', 'c'].map((name) => app.property(landlord, `Yew House ${name}`))
  const granting = app.nights.answer
  const refusing = takenFrom('2026-07-01')
  app.nights.answer = (claims) =>
    claims.flatMap((one) =>
      one.unitId === booked?.propertyId
        ? refusing([one])
        : [{ claimId: one.claimId, nights: { from: one.from, until: one.until }, refusal: null }],
    )
  const { id } = await app.importFile(
    landlord,
    csv(
      'first name,last name,email,property,rent,start',
      ...['a', 'b', 'c'].map((name) => `${name},${name},${name}@example.com,Yew House ${name},900,2026-01-01`),
    ),
  )
  app.nights.answer = granting
  const message = 'These dates are taken: the booking of Gus Guest has Jul 1, 2026 to Jul 5, 2026'
  expect((await app.rows(landlord, id)).map(({ status, issues }) => [status, issues])).toEqual([
    ['imported', []],
    ['failed', [{ path: '', message }]],
    ['imported', []],
  ])
  expect((await tenantsOf(landlord)).map(({ firstName }) => firstName)).toEqual(['a', 'c'])
})

test('an undo archives tenants who were not used since, and keeps the others', async () => {
  const landlord = actors.landlord()
  for (const name of ['a', 'b', 'c', 'd']) app.property(landlord, `Fir House ${name}`)
  const { id } = await app.importFile(
    landlord,
    csv(
      'first name,last name,email,property,rent,start',
      ...['a', 'b', 'c', 'd'].map((name) => `${name},${name},${name}@example.com,Fir House ${name},900,2026-01-01`),
    ),
  )
  const [, b, c] = await tenantsOf(landlord)
  await app.send(updateTenant, landlord, { params: { id: b?.id ?? '' }, body: { phone: '212 555 0123' } })
  app.paid.add(c?.id ?? '')
  const params = { id }
  const answers = await Promise.all([1, 2].map(() => app.send(undoImport, landlord, { params })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await app.waitFor(landlord, id, 'undone')).counts).toMatchObject({ undone: 2, kept: 2, imported: 0 })
  expect((await app.rows(landlord, id)).map(({ status, issues }) => [status, issues[0]?.message])).toEqual([
    ['undone', undefined],
    ['kept', 'This tenant has been changed, invited or joined by others since'],
    ['kept', 'A payment has been recorded for this tenant since'],
    ['undone', undefined],
  ])
  expect((await tenantsOf(landlord)).map(({ firstName }) => firstName)).toEqual(['b', 'c'])
  // Tenants of an undone import are not listed as archived.
  expect((await app.send(deleteTenant, landlord, { params: { id: b?.id ?? '' } })).status).toBe(204)
  const { body: archived, headers } = await app.send(listTenants, landlord, { query: { status: 'archived' } })
  expect([archived.map(({ firstName }) => firstName), headers['x-total-count']]).toEqual([['b'], '1'])
  expect((await app.send(undoImport, landlord, { params })).body.status).toBe('undone')
  await app.settled()
  const left = app.published(TenantLeft).filter(({ landlordId }) => landlordId === landlord.landlordId)
  expect(left.map(({ firstName }) => firstName)).toEqual(['a', 'd', 'b'])
  expect(
    app.published(TenancyChanged).filter(({ landlordId, isVoid }) => isVoid && landlordId === landlord.landlordId),
  ).toHaveLength(2)
  const again = await app.send(startImport, landlord, { params })
  expect([again.status, again.problem.detail]).toEqual([
    409,
    'This import was undone. Upload the file again to import it once more.',
  ])
  // Their addresses are free again.
  expect((await app.importFile(landlord, csv('first name,last name,email', 'a,a,a@example.com'))).counts.imported).toBe(
    1,
  )
})

test('only an import that was not started can be deleted, and only a started one undone', async () => {
  const landlord = actors.landlord()
  const { id } = await app.check(landlord, validRows(2))
  const params = { id }
  expect((await app.send(undoImport, landlord, { params })).status).toBe(409)
  expect((await app.send(deleteImport, landlord, { params })).status).toBe(204)
  for (const answer of [
    app.send(getImport, landlord, { params }),
    app.send(startImport, landlord, { params }),
    app.send(deleteImport, landlord, { params }),
  ])
    expect((await answer).status).toBe(404)
  const done = await app.importFile(landlord, validRows(2))
  const refused = await app.send(deleteImport, landlord, { params: { id: done.id } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'illegal-transition'])
  expect(await app.rows(landlord, done.id)).toHaveLength(2)
})

test('a file without a valid row cannot be started', async () => {
  const landlord = actors.landlord()
  const { id } = await app.check(landlord, csv('first name,last name,email', 'A,A,'))
  const answer = await app.send(startImport, landlord, { params: { id } })
  expect([answer.status, answer.problem.detail]).toEqual([
    409,
    'None of the rows in this file can be imported. Correct the file and upload it again.',
  ])
})
