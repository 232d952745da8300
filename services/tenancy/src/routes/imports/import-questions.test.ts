import { answerImport, startImport, undoImport } from '@keyhold/contracts/tenancy/imports'
import { getTenancy, listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { csv, startImportsApp } from '../../testing/imports.ts'

let app: Awaited<ReturnType<typeof startImportsApp>>
beforeAll(async () => {
  app = await startImportsApp()
})
beforeEach(() => app.clock.set('2026-03-15T15:00:00Z'))
afterAll(() => app?.stop())

const heading = 'first name,last name,email,property,rent,start,end'

const addTenant = async (landlord: LandlordActor, firstName: string, more: Record<string, unknown>) => {
  const body = { firstName, lastName: 'Archer', email: `${firstName}@example.com`, ...more }
  const answer = await app.send(createTenant, landlord, { body })
  if (answer.status !== 201) throw new Error(`Adding answered ${answer.status}: ${answer.problem.detail}`)
  return answer.body
}

const answer = (landlord: LandlordActor, id: string, body: Record<string, unknown>) =>
  app.send(answerImport, landlord, { params: { id }, body })

/** Names by tenancy, in the order of the names. */
const households = async (landlord: LandlordActor) => {
  const { body } = await app.send(listTenancies, landlord, { query: { status: 'current', limit: 500 } })
  return body
    .map(({ tenants }) =>
      tenants
        .map(({ firstName }) => firstName)
        .toSorted()
        .join(' '),
    )
    .toSorted()
}

test('rows of an occupied home and of a home that an earlier row names wait for an answer, and nothing is imported before it', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Oak House')
  app.property(landlord, 'Elm House')
  const ann = await addTenant(landlord, 'Ann', { propertyId, leaseStartDate: '2026-01-01', monthlyRent: 1200 })
  const checked = await app.check(
    landlord,
    csv(
      heading,
      'Ben,B,ben@example.com,Oak House,,2026-02-01,',
      'Cara,C,cara@example.com,Elm House,900,2026-01-01,',
      'Dan,D,dan@example.com,Elm House,900,2026-03-01,',
      'Eve,E,eve@example.com,,,,',
    ),
  )
  const { id } = checked
  expect([checked.counts.valid, checked.counts.question, checked.questions]).toEqual([2, 2, { home: 2, term: 0 }])
  const started = await app.send(startImport, landlord, { params: { id } })
  expect(started.problem).toMatchObject({
    status: 409,
    detail: '2 rows wait for your answer. Nothing has been imported yet.',
    issues: [
      {
        path: 'line 2',
        message: 'This home is occupied (Ann Archer): choose whether the tenant joins them or has a separate tenancy',
      },
      {
        path: 'line 4',
        message: 'This home is occupied (Cara C): choose whether the tenant joins them or has a separate tenancy',
      },
    ],
  })
  expect((await app.send(listTenants, landlord, {})).body).toHaveLength(1)
  expect((await answer(actors.landlord(), id, { home: 'join' })).status).toBe(404)

  const joined = await answer(landlord, id, { home: 'join' })
  expect([joined.status, joined.body.counts.valid, joined.body.questions]).toEqual([200, 4, { home: 0, term: 0 }])
  const [ben, , dan] = await app.rows(landlord, id)
  expect([ben?.answers, dan?.answers]).toEqual([{ home: { tenancyId: ann.tenancyId } }, { home: { line: 3 } }])
  await app.send(startImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'done')).counts).toMatchObject({ imported: 4, failed: 0 })
  expect(await households(landlord)).toEqual(['Ann Ben', 'Cara Dan'])
  const { body } = await app.send(getTenancy, landlord, { params: { id: ann.tenancyId ?? '' } })
  // From the row's lease start on, on the terms of the tenancy.
  expect([body.tenants.map(({ joinedOn }) => joinedOn), body.currentRent]).toEqual([[null, '2026-02-01'], 1200])
})

test('each row can have its own answer, and a line that does not ask is refused', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Ash House')
  const ann = await addTenant(landlord, 'Ann', { propertyId })
  await addTenant(landlord, 'Ben', { propertyId })
  const people = ['Cara', 'Dan', 'Eve', 'Finn'].map((name) => `${name},X,${name}@example.com,Ash House,,,`)
  const { id } = await app.check(landlord, csv(heading, ...people, 'Gil,X,gil@example.com,,,,'))
  // Two tenancies share the home: nothing is assumed.
  expect((await answer(landlord, id, { home: 'join' })).body.questions.home).toBe(4)
  const refused = await answer(landlord, id, { home: 'own', lines: [2, 6] })
  expect([refused.status, refused.problem.issues]).toEqual([
    400,
    [{ path: 'line 6', message: 'Choose how this tenant lives with those who live there' }],
  ])
  expect((await answer(landlord, id, { home: 'join', lines: [2], line: 3 })).status).toBe(400)
  expect((await answer(landlord, id, { home: 'own', term: 'ends' })).status).toBe(400)
  expect((await answer(landlord, id, {})).status).toBe(400)
  const foreign = actors.landlord()
  const stranger = await addTenant(foreign, 'Zoe', { propertyId: app.property(foreign, 'Far House').propertyId })
  for (const [path, named] of [
    ['tenancyId', { tenancyId: stranger.tenancyId }],
    ['line', { line: 99 }],
  ] as const) {
    const nobody = await answer(landlord, id, { home: 'join', ...named })
    const message = `No row asks about this ${path === 'line' ? 'line' : 'tenancy'}`
    expect([nobody.status, nobody.problem?.issues]).toEqual([400, [{ path, message }]])
  }
  await answer(landlord, id, { home: 'join', lines: [2], tenancyId: ann.tenancyId })
  await answer(landlord, id, { home: 'own' })
  await answer(landlord, id, { home: 'join', lines: [5], line: 4 })
  await app.send(startImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'done')).counts).toMatchObject({ imported: 5 })
  expect(await households(landlord)).toEqual(['Ann Cara', 'Ben', 'Dan', 'Eve Finn'])
  expect((await answer(landlord, id, { home: 'own' })).status).toBe(409)
})

test('a short lease asks whether billing ends with it, except of a tenant who joins others', async () => {
  const landlord = actors.landlord()
  for (const name of ['Oak', 'Elm', 'Ash', 'Fir']) app.property(landlord, name)
  const checked = await app.check(
    landlord,
    csv(
      heading,
      'Ann,A,ann@example.com,Oak,900,2026-01-01,2026-06-30',
      'Ben,B,ben@example.com,Elm,900,2026-01-01,2026-12-01',
      'Cara,C,cara@example.com,Ash,900,2026-01-01,2026-12-02',
      'Dan,D,dan@example.com,Fir,,2026-01-01,2026-06-30',
      'Eve,E,eve@example.com,Oak,900,2026-01-01,2026-06-30',
    ),
  )
  const { id } = checked
  expect(checked.questions).toEqual({ home: 1, term: 3 })
  expect((await answer(landlord, id, { home: 'join' })).body.questions).toEqual({ home: 0, term: 2 })
  await answer(landlord, id, { term: 'ends', lines: [2] })
  expect((await answer(landlord, id, { term: 'goes_on' })).body.counts).toMatchObject({ valid: 5, question: 0 })
  await app.send(startImport, landlord, { params: { id } })
  await app.waitFor(landlord, id, 'done')
  const { body } = await app.send(listTenancies, landlord, { query: { limit: 500 } })
  const terms = body.map(({ tenants, termKind, billing }) => [
    tenants[0]?.firstName,
    termKind,
    billing?.endsWithTerm ?? false,
  ])
  expect(terms.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
    ['Ann', 'fixed', true],
    ['Ben', 'rollover', false],
    ['Cara', 'fixed', false],
    ['Dan', 'fixed', false],
  ])
})

test('rows whose lease has begun are billed from the day that the landlord or the row names, else from the start', async () => {
  const landlord = actors.landlord()
  const file = () =>
    csv(
      'first name,last name,email,rent,start,bill from',
      'Ann,A,ann@example.com,900,2024-01-01,',
      'Ben,B,ben@example.com,900,2024-01-01,2025-07-01',
      'Cara,C,cara@example.com,900,2026-05-01,',
      'Dan,D,dan@example.com,,2024-01-01,',
    )
  const imported = async (body: Record<string, unknown>) => {
    const checked = await app.check(landlord, file())
    const { id } = checked
    expect([checked.begun, checked.counts.valid]).toEqual([2, 4])
    await app.send(startImport, landlord, { params: { id }, body })
    expect((await app.waitFor(landlord, id, 'done')).begun).toBe(0)
    const { body: tenancies } = await app.send(listTenancies, landlord, { query: { limit: 500 } })
    const days = tenancies.map(({ tenants, billing }) => [tenants[0]?.firstName, billing?.billFrom ?? null])
    await app.send(undoImport, landlord, { params: { id } })
    await app.waitFor(landlord, id, 'undone')
    return Object.fromEntries(days)
  }
  expect(await imported({})).toEqual({ Ann: null, Ben: '2025-07-01', Cara: null, Dan: null })
  expect(await imported({ billFrom: '2026-04-01' })).toEqual({
    Ann: '2026-04-01',
    Ben: '2025-07-01',
    Cara: null,
    Dan: null,
  })
})

test('a row fails if somebody moved into its home after the check, and so do those who live with that row', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Yew House')
  const { id } = await app.check(
    landlord,
    csv(heading, 'Ann,A,ann@example.com,Yew House,,,', 'Ben,B,ben@example.com,Yew House,,,'),
  )
  await answer(landlord, id, { home: 'join' })
  await addTenant(landlord, 'Cara', { propertyId })
  await app.send(startImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'done')).counts).toMatchObject({ imported: 0, failed: 2 })
  expect((await app.rows(landlord, id)).map(({ issues }) => issues)).toEqual([
    [
      {
        path: 'property',
        message: 'Someone lives there now. Upload the file again to choose how this tenant lives with them',
      },
    ],
    [{ path: '', message: 'The tenant on line 2, with whom they live, was not imported' }],
  ])
  expect(await households(landlord)).toEqual(['Cara'])
})

test('an undo takes back whole households, and those who joined others leave them', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, 'Oak House')
  app.property(landlord, 'Elm House')
  const ann = await addTenant(landlord, 'Ann', { propertyId })
  app.paid.add(ann.id)
  // More rows than one batch between those who live together.
  const others = Array.from({ length: 60 }, (_, i) => `Other ${i},X,other${i}@example.com,,,,`)
  const { id } = await app.check(
    landlord,
    csv(
      heading,
      'Ben,B,ben@example.com,Oak House,,,',
      'Cara,C,cara@example.com,Elm House,,,',
      ...others,
      'Dan,D,dan@example.com,Elm House,,,',
    ),
  )
  await answer(landlord, id, { home: 'join' })
  await app.send(startImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'done')).counts.imported).toBe(63)
  expect(await households(landlord)).toEqual(['Ann Ben', 'Cara Dan'])
  await app.send(undoImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'undone')).counts).toMatchObject({ undone: 63, kept: 0 })
  const { body } = await app.send(listTenancies, landlord, { query: { limit: 500 } })
  expect(body.map(({ accountId, status }) => [accountId, status])).toEqual([[ann.id, 'open']])
})

test('a payment on the ledger of a household keeps all who share it', async () => {
  const landlord = actors.landlord()
  app.property(landlord, 'Oak House')
  const { id } = await app.check(
    landlord,
    csv(heading, 'Ann,A,ann@example.com,Oak House,,,', 'Ben,B,ben@example.com,Oak House,,,'),
  )
  await answer(landlord, id, { home: 'join' })
  await app.send(startImport, landlord, { params: { id } })
  await app.waitFor(landlord, id, 'done')
  const [ann] = await app.rows(landlord, id)
  app.paid.add(ann?.tenantId ?? '')
  await app.send(undoImport, landlord, { params: { id } })
  expect((await app.waitFor(landlord, id, 'undone')).counts).toMatchObject({ undone: 0, kept: 2 })
  expect(await households(landlord)).toEqual(['Ann Ben'])
})
