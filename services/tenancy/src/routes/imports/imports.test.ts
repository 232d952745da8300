import { PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, deleteTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import {
  createImport,
  deleteImport,
  getImport,
  ImportProgressed,
  listImportRows,
  listImports,
  maxCheckedImports,
  maxImportRows,
  startImport,
  undoImport,
} from '@keyhold/contracts/tenancy/imports'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a file is checked row by row without creating tenants', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Elm House')
  app.property(actors.landlord(), 'Their House')
  await app.send(createTenant, landlord, { body: { firstName: 'Old', lastName: 'Tenant', email: 'old@example.com' } })
  const checked = await app.check(
    landlord,
    csv(
      'First Name,Surname,E-mail,Shoe size,Property,Move-in,Lease end,Rent,DOB',
      'Ann,Archer,Ann@Example.com,38,elm house,3/1/2026,"Feb 28, 2027","$1,250.50",1990-02-28',
      '',
      ',Baker,b@example.com,,,,,,',
      'Cid,Cook,c@example.com,,Their House,13/1/2026,,free,',
      'Dee,Diaz,ANN@example.com,,,,,,',
      'Eve,East,Old@example.com,,,,,,',
      'Fay,Fox,f@example.com,,,2026-02-01,2026-01-31,,',
      '=1+1,"O""Neil",g@example.com',
    ),
  )
  expect(checked).toEqual({
    id: expect.any(String),
    landlordId: landlord.landlordId,
    fileName: 'tenants.csv',
    status: 'checked',
    total: 7,
    counts: { valid: 2, invalid: 5, imported: 0, failed: 0, undone: 0, kept: 0 },
    unknownColumns: ['Shoe size'],
    createdAt: app.clock.now().toISOString(),
    updatedAt: app.clock.now().toISOString(),
  })
  expect(await app.find(landlord, checked.id)).toEqual(checked)
  expect((await app.send(listImports, landlord)).body).toEqual([checked])

  const rows = await app.rows(landlord, checked.id)
  expect(rows.map(({ line, status, issues }) => [line, status, issues])).toEqual([
    [2, 'valid', []],
    [4, 'invalid', [{ path: 'firstName', message: 'First name is required' }]],
    [
      5,
      'invalid',
      [
        { path: 'leaseStartDate', message: 'There is no such day: with slashes the month comes first' },
        { path: 'monthlyRent', message: 'Write the amount like 1250 or 1,250.00' },
        { path: 'property', message: 'None of your properties has this name or address' },
      ],
    ],
    [6, 'invalid', [{ path: 'email', message: 'This e-mail address is already on line 2' }]],
    [7, 'invalid', [{ path: 'email', message: 'You already have an active tenant with this e-mail address' }]],
    [8, 'invalid', [{ path: 'leaseEndDate', message: 'The lease must end after it starts' }]],
    [9, 'valid', []],
  ])
  expect(rows[0]?.fields).toMatchObject({
    email: 'Ann@Example.com',
    monthlyRent: '$1,250.50',
    leaseStartDate: '3/1/2026',
  })
  expect(rows[6]?.fields).toEqual({ firstName: '=1+1', lastName: 'O"Neil', email: 'g@example.com' })
  expect((await tenantsOf(landlord)).map(({ lastName }) => lastName)).toEqual(['Tenant'])

  await app.send(startImport, landlord, { params: { id: checked.id } })
  await app.waitFor(landlord, checked.id, 'done')
  const made = await tenantsOf(landlord)
  expect(made.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    'Ann Archer',
    '=1+1 O"Neil',
    'Old Tenant',
  ])
  expect(made[0]).toMatchObject({
    email: 'ann@example.com',
    propertyId,
    propertyName: 'Elm House',
    leaseStartDate: '2026-03-01',
    leaseEndDate: '2027-02-28',
    monthlyRent: 1250.5,
    dateOfBirth: '1990-02-28',
    isActive: true,
  })
})

test('a missing file, a missing column or too many rows are refused with the reason', async () => {
  const landlord = actors.landlord()
  const refusal = async (file: ReturnType<typeof csv> | undefined) => {
    const { status, problem } = await app.send(createImport, landlord, { body: { file } })
    return [status, problem.detail]
  }
  expect(await refusal(undefined)).toEqual([400, 'Choose a CSV file.'])
  expect(await refusal(csv('first name,phone', 'Ann,1'))).toEqual([
    400,
    'The file has no column for Last name and E-mail. The first line must contain the column headings.',
  ])
  expect(await refusal(csv('first name,last name,email', ''))).toEqual([
    400,
    'The file has headings, but no tenants below them.',
  ])
  expect(await refusal({ name: 'a.xlsx', bytes: Uint8Array.of(0x50, 0x4b, 3, 4) })).toEqual([
    400,
    'This is an Excel workbook. Save it as a CSV file and choose that one.',
  ])
  expect(await refusal(validRows(maxImportRows + 1))).toEqual([
    400,
    `The file has more than ${maxImportRows.toLocaleString('en')} tenants. Please import it in parts.`,
  ])
  expect((await app.send(listImports, landlord)).body).toEqual([])
})

test('properties beyond the first page of the portfolio are found', async () => {
  const landlord = actors.landlord()
  for (let i = 0; i < 1001; i++) app.property(landlord, `Row House ${i}`)
  const { id } = await app.check(
    landlord,
    csv('first name,last name,email,property', 'A,A,a@example.com,Row House 0', 'B,B,b@example.com,row house 1000'),
  )
  expect((await app.rows(landlord, id)).map(({ issues }) => issues)).toEqual([[], []])
})

test('characters that the database cannot store are an issue, and are replaced in the stored row', async () => {
  const landlord = actors.landlord()
  const { id } = await app.check(
    landlord,
    csv('first name,last name,email', 'A\0nn,Archer,a@example.com', `${'x'.repeat(5000)},B,b@example.com`),
  )
  expect(
    (await app.rows(landlord, id)).map(({ fields, issues }) => [fields.firstName?.length, issues[0]?.message]),
  ).toEqual([
    [4, 'Contains characters that cannot be printed'],
    [1000, 'At most 100 characters'],
  ])
  // A heading cut in the middle of a character.
  const checked = await app.check(
    landlord,
    csv(`first name,last name,email,${'x'.repeat(99)}😀 more`, 'A,B,c@example.com,1'),
  )
  expect(checked.unknownColumns).toEqual([`${'x'.repeat(99)}\uFFFD`])
})

test('rows are listed in file order, paged and filtered by status', async () => {
  const landlord = actors.landlord()
  const { id } = await app.check(
    landlord,
    csv('first name,last name,email', 'A,A,a@example.com', 'B,B,', 'C,C,c@example.com', 'D,D,d@example.com'),
  )
  const params = { id }
  const first = await app.send(listImportRows, landlord, { params, query: { limit: 2, status: 'valid' } })
  expect(first.body.map(({ line }) => line)).toEqual([2, 4])
  expect(first.headers['x-total-count']).toBe('3')
  const cursor = /cursor=([^&>]+)/.exec(first.headers.link ?? '')?.[1]
  const second = await app.send(listImportRows, landlord, { params, query: { limit: 2, status: 'valid', cursor } })
  expect(second.body.map(({ line }) => line)).toEqual([5])
  expect(second.headers.link).toBeUndefined()
  expect((await app.send(listImportRows, landlord, { params, query: { cursor: 'x' } })).status).toBe(400)
})

test('imports are listed newest first, paged', async () => {
  const landlord = actors.landlord()
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await app.check(landlord, validRows(1))).id)
  const first = await app.send(listImports, landlord, { query: { limit: 2 } })
  const cursor = /cursor=([^&>]+)/.exec(first.headers.link ?? '')?.[1]
  const second = await app.send(listImports, landlord, { query: { limit: 2, cursor } })
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids)
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
    ['failed', [{ path: '', message: 'You already have an active tenant with this e-mail address' }]],
    ['failed', [{ path: 'property', message: 'Choose one of your properties' }]],
    ['failed', [{ path: 'unit', message: 'This unit has been removed' }]],
    ['imported', []],
  ])
})

test('an undo archives tenants who were not used since, and keeps the others', async () => {
  const landlord = actors.landlord()
  app.property(landlord, 'Fir House')
  const { id } = await app.importFile(
    landlord,
    csv(
      'first name,last name,email,property,rent,start',
      ...['a', 'b', 'c', 'd'].map((name) => `${name},${name},${name}@example.com,Fir House,900,2026-01-01`),
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
    'No row of this file can be imported. Correct the file and upload it again.',
  ])
})

test('the number of checked files that were not started is limited', async () => {
  const landlord = actors.landlord()
  for (let i = 0; i < maxCheckedImports; i++) await app.check(landlord, validRows(1))
  const answer = await app.send(createImport, landlord, { body: { file: validRows(1) } })
  expect([answer.status, answer.problem.detail]).toEqual([
    409,
    `You have ${maxCheckedImports} checked files that were not imported. Delete some of them first.`,
  ])
})

test('a file sent twice with the same Idempotency-Key is one import', async () => {
  const landlord = actors.landlord()
  const headers = { 'idempotency-key': v7() }
  const [one, other] = [
    await app.send(createImport, landlord, { body: { file: validRows(2) }, headers }),
    await app.send(createImport, landlord, { body: { file: validRows(2) }, headers }),
  ]
  expect(other.body).toEqual(one.body)
  expect((await app.send(listImports, landlord)).body).toHaveLength(1)
})

test('another landlord, a tenant and a visitor cannot see or use an import', async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  app.property(mine, 'Mine')
  const { id } = await app.check(mine, validRows(1))
  const params = { id }
  for (const endpoint of [getImport, listImportRows, startImport, undoImport, deleteImport]) {
    expect((await app.send(endpoint, other, { params })).status, endpoint.path).toBe(404)
    expect((await app.send(endpoint, actors.tenantOf(mine), { params })).status, endpoint.path).toBe(403)
    expect((await app.send(endpoint, actors.visitor(), { params })).status, endpoint.path).toBe(401)
  }
  expect((await app.send(listImports, other)).body).toEqual([])
  expect((await app.send(createImport, actors.tenantOf(mine), { body: { file: validRows(1) } })).status).toBe(403)
  const stolen = await app.check(other, csv('first name,last name,email,property', 'A,A,a@example.com,Mine'))
  expect(stolen.counts.invalid).toBe(1)
  expect((await app.find(mine, id)).status).toBe('checked')
})
