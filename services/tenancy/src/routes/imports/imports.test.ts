import { createTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import {
  createImport,
  deleteImport,
  getImport,
  listImportRows,
  listImports,
  maxCheckedImports,
  maxImportRows,
  startImport,
  undoImport,
} from '@keyhold/contracts/tenancy/imports'
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
test('a file is checked row by row without creating tenants', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Elm House')
  app.property(actors.landlord(), 'Their House')
  await app.send(createTenant, landlord, { body: { firstName: 'Old', lastName: 'Tenant', email: 'old@example.com' } })
  const checked = await app.check(
    landlord,
    csv(
      'First Name,Surname,Email,Shoe size,Property,Move-in,Lease end,Rent,DOB',
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
    questions: { home: 0, term: 0 },
    begun: 1,
    counts: { valid: 2, question: 0, invalid: 5, imported: 0, failed: 0, undone: 0, kept: 0 },
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
        { path: 'leaseStartDate', message: 'This date does not exist. With slashes, put the month first' },
        { path: 'monthlyRent', message: 'Enter the amount as 1250 or 1,250.00' },
        { path: 'property', message: 'None of your properties has this name or address' },
      ],
    ],
    [6, 'invalid', [{ path: 'email', message: 'This email address is already on line 2' }]],
    [7, 'invalid', [{ path: 'email', message: 'You already have an active tenant with this email address' }]],
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
    'The file has no column for Last name and Email. The first line must contain the column headings.',
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
    [4, 'Contains invalid characters'],
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
