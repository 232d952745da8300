import { claimLeaseNights, createBlock, deleteBlock, listNights } from '@keyhold/contracts/properties/nights'
import { archiveProperty, deleteProperty } from '@keyhold/contracts/properties/properties'
import { createUnit, deleteUnit } from '@keyhold/contracts/properties/units'
import { TenancyChanged, type TenancyNights } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app?.stop())

const range = { from: '2026-01-01', to: '2028-12-31' }

async function home() {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  return { landlord, propertyId: id, unitId: id }
}
const block = (landlord: LandlordActor, unitId: string, from: string, until: string, reason = 'Painting') =>
  app.send(createBlock, landlord, { params: { id: unitId }, body: { from, until, reason } })
const nightsIn = async (landlord: LandlordActor, propertyId: string, query: Record<string, string> = range) =>
  (await app.send(listNights, landlord, { params: { id: propertyId }, query })).body
const shown = async (landlord: LandlordActor, propertyId: string) =>
  (await nightsIn(landlord, propertyId)).map(({ kind, from, until, label }) => [kind, from, until, label])

interface Lease {
  unitId: string
  from: string
  until: string | null
  tenancyId?: string
  canBeCut?: boolean
}
const leaseClaim = ({ tenancyId = v7(), canBeCut = false, ...nights }: Lease) => ({
  claimId: v7(),
  tenancyId,
  label: 'Ann Archer',
  canBeCut,
  ...nights,
})
const claimLeases = async (landlord: LandlordActor, ...claims: ReturnType<typeof leaseClaim>[]) =>
  (await app.send(claimLeaseNights, actors.service('tenancy', landlord.landlordId), { body: { claims } })).body

/** The event of a tenancy that has these nights now. */
const changed = (
  { landlordId }: LandlordActor,
  { tenancyId, nights, claimIds = [] }: { tenancyId: string; nights?: TenancyNights | null; claimIds?: string[] },
) =>
  app.publish(TenancyChanged, {
    tenancyId,
    landlordId,
    propertyId: null,
    unitId: null,
    accountId: tenancyId,
    tenantIds: [],
    startDate: null,
    endDate: null,
    termKind: 'fixed',
    monthlyRent: null,
    rentSteps: [],
    securityDeposit: null,
    billing: null,
    movedOutOn: null,
    isVoid: false,
    ...(nights === undefined ? {} : { nights }),
    claimIds,
  })

test('the landlord blocks nights with a reason, sees them, and gives them back', async () => {
  const { landlord, propertyId, unitId } = await home()
  const { status, body } = await block(landlord, unitId, '2026-07-01', '2026-07-05', 'New kitchen')
  expect([status, body]).toMatchObject([201, { kind: 'block', label: 'New kitchen', unitId, propertyId }])
  expect(await shown(landlord, propertyId)).toEqual([['block', '2026-07-01', '2026-07-05', 'New kitchen']])
  const taken = await block(landlord, unitId, '2026-07-04', '2026-07-06')
  expect([taken.status, taken.problem]).toMatchObject([
    409,
    {
      code: 'nights-taken',
      detail:
        'These dates are taken: the block “New kitchen” has Jul 1, 2026 to Jul 5, 2026. The nearest free dates are Jun 29, 2026 to Jul 1, 2026 or Jul 5, 2026 to Jul 7, 2026.',
      freeNights: [
        { from: '2026-06-29', until: '2026-07-01' },
        { from: '2026-07-05', until: '2026-07-07' },
      ],
    },
  ])
  expect(await nightsIn(landlord, propertyId, { from: '2026-07-05', to: '2026-08-01' })).toEqual([])
  expect((await app.send(deleteBlock, landlord, { params: { id: body.id } })).status).toBe(204)
  expect((await app.send(deleteBlock, landlord, { params: { id: body.id } })).status).toBe(404)
  expect(await shown(landlord, propertyId)).toEqual([])
})

test('a block that is submitted twice exists once', async () => {
  const { landlord, propertyId, unitId } = await home()
  const headers = { 'idempotency-key': v7() }
  const body = { from: '2026-07-01', until: '2026-07-05', reason: 'Painting' }
  const send = () => app.send(createBlock, landlord, { params: { id: unitId }, body, headers })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await nightsIn(landlord, propertyId)).toHaveLength(1)
})

test.each([
  [{ from: '2026-07-05', until: '2026-07-05', reason: 'Painting' }, 'The last day must be after the first.'],
  [{ from: '2026-07-01', until: '2030-07-05', reason: 'Painting' }, 'Choose at most three years.'],
  [{ from: '2026-07-01', until: '2026-07-05' }, 'Say why the home is not available'],
  [{ from: '', until: '2026-07-05', reason: 'Painting' }, 'Enter the first night'],
])('a block with %j is refused in a sentence', async (body, sentence) => {
  const { landlord, unitId } = await home()
  const { status, problem } = await app.send(createBlock, landlord, { params: { id: unitId }, body })
  expect(status).toBe(400)
  expect([problem.detail, ...(problem.issues ?? []).map(({ message }) => message)]).toContain(sentence)
})

test('another landlord sees, blocks and frees nothing', async () => {
  const { landlord, propertyId, unitId } = await home()
  const other = actors.landlord()
  const { body } = await block(landlord, unitId, '2026-07-01', '2026-07-05')
  expect((await app.send(listNights, other, { params: { id: propertyId }, query: range })).status).toBe(404)
  expect((await block(other, unitId, '2027-07-01', '2027-07-05')).status).toBe(404)
  expect((await app.send(deleteBlock, other, { params: { id: body.id } })).status).toBe(404)
  const [answer] = await claimLeases(other, leaseClaim({ unitId, from: '2027-01-01', until: null }))
  expect(answer).toMatchObject({ nights: null, refusal: { detail: 'This unit does not exist any more.' } })
  expect(await nightsIn(landlord, propertyId)).toHaveLength(1)
})

test('a lease is claimed before its tenancy is stored, moved by its events, and cannot be deleted as a block', async () => {
  const { landlord, propertyId, unitId } = await home()
  const { body: second } = await app.send(createUnit, landlord, { params: { id: propertyId }, body: { name: 'Attic' } })
  const tenancyId = v7()
  const first = leaseClaim({ tenancyId, unitId, from: '2026-05-01', until: '2026-09-01' })
  const nights = { from: '2026-05-01', until: '2026-09-01' }
  expect(await claimLeases(landlord, first)).toEqual([{ claimId: first.claimId, nights, refusal: null }])
  // A repeated call answers the same.
  expect(await claimLeases(landlord, first)).toEqual([{ claimId: first.claimId, nights, refusal: null }])
  expect((await block(landlord, unitId, '2026-08-31', '2026-09-02')).status).toBe(409)
  await changed(landlord, { tenancyId, nights: { unitId, ...nights, label: 'Ann Archer' }, claimIds: [first.claimId] })
  await app.settled()
  expect(await shown(landlord, propertyId)).toEqual([['lease', '2026-05-01', '2026-09-01', 'Ann Archer']])
  expect((await app.send(deleteBlock, landlord, { params: { id: tenancyId } })).status).toBe(409)
  // It moves to another unit: both are claimed until the event comes.
  const move = leaseClaim({ tenancyId, unitId: second.id, from: '2026-05-01', until: null })
  await claimLeases(landlord, move)
  expect((await block(landlord, unitId, '2026-08-31', '2026-09-02')).status).toBe(409)
  const moved = { unitId: second.id, from: '2026-05-01', until: null, label: 'Ann & Ben' }
  await changed(landlord, { tenancyId, nights: moved, claimIds: [move.claimId] })
  await app.settled()
  expect((await block(landlord, unitId, '2026-08-31', '2026-09-02')).status).toBe(201)
  // It ends; an older event, without nights, says nothing about them.
  await changed(landlord, { tenancyId })
  await app.settled()
  expect(await shown(landlord, propertyId)).toContainEqual(['lease', '2026-05-01', null, 'Ann & Ben'])
  await changed(landlord, { tenancyId, nights: null })
  await app.settled()
  expect((await nightsIn(landlord, propertyId)).map(({ kind }) => kind)).toEqual(['block'])
})

test('leases that are claimed together are answered one by one: refused, cut or granted', async () => {
  const { landlord, unitId } = await home()
  const empty = await app.addProperty(landlord)
  await block(landlord, unitId, '2026-07-01', '2026-07-05', 'Painting')
  const answers = await claimLeases(
    landlord,
    leaseClaim({ unitId, from: '2026-06-01', until: '2026-08-01' }),
    leaseClaim({ unitId, from: '2026-06-01', until: '2026-08-01', canBeCut: true }),
    leaseClaim({ unitId, from: '2026-07-02', until: null, canBeCut: true }),
    leaseClaim({ unitId: empty.id, from: '2026-06-01', until: null }),
  )
  expect(answers.map(({ nights }) => nights)).toEqual([
    null,
    { from: '2026-06-01', until: '2026-07-01' },
    null,
    { from: '2026-06-01', until: null },
  ])
  expect(answers.map(({ refusal }) => refusal?.detail.split('.')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'These dates are taken: the block “Painting” has Jul 1, 2026 to Jul 5, 2026'),
    undefined,
  ])
  expect(answers[2]?.refusal?.freeNights).toEqual([{ from: '2026-07-05', until: null }])
})

test('claims whose tenancy never came are released once tenancy says so, and others are kept', async () => {
  const { landlord, propertyId, unitId } = await home()
  const [lost, late] = [
    leaseClaim({ unitId, from: '2026-05-01', until: '2026-06-01' }),
    leaseClaim({ unitId, from: '2026-07-01', until: '2026-08-01' }),
  ]
  await claimLeases(landlord, lost, late)
  app.tenancy.usedClaims.add(late.claimId)
  await tick()
  expect(await nightsIn(landlord, propertyId)).toHaveLength(2)
  app.clock.advance(60_000)
  app.tenancy.isDown = true
  await tick()
  expect(await nightsIn(landlord, propertyId)).toHaveLength(2)
  app.tenancy.isDown = false
  await tick()
  expect((await nightsIn(landlord, propertyId)).map(({ from }) => from)).toEqual(['2026-07-01'])
})

test('a unit with nights ahead is not removed, and a removed one takes no more', async () => {
  const { landlord, propertyId } = await home()
  const { body: unit } = await app.send(createUnit, landlord, { params: { id: propertyId }, body: { name: 'Attic' } })
  const { body } = await block(landlord, unit.id, '2026-07-01', '2026-07-05')
  const remove = () => app.send(deleteUnit, landlord, { params: { id: unit.id } })
  expect((await remove()).problem).toMatchObject({
    status: 409,
    detail: 'Stays or blocks are planned in this unit. Cancel them before you remove it.',
  })
  await app.send(deleteBlock, landlord, { params: { id: body.id } })
  expect((await remove()).status).toBe(204)
  expect((await block(landlord, unit.id, '2026-08-01', '2026-08-05')).status).toBe(404)
})

test('a property with stays or blocks ahead is neither archived nor deleted', async () => {
  const { landlord, propertyId } = await home()
  const params = { id: propertyId }
  const { body } = await block(landlord, propertyId, '2026-07-01', '2026-07-05')
  for (const endpoint of [archiveProperty, deleteProperty])
    expect((await app.send(endpoint, landlord, { params })).problem.detail).toMatch(
      /^Stays or blocks are planned in this property\. Cancel them before you (archive|delete) it\.$/,
    )
  expect(app.tenancy.released).not.toContain(propertyId)
  app.clock.set('2026-07-05T12:00:00Z')
  await block(landlord, propertyId, '2026-06-01', '2026-06-05')
  expect((await app.send(deleteProperty, landlord, { params })).status).toBe(204)
  expect((await app.send(deleteBlock, landlord, { params: { id: body.id } })).status).toBe(204)
})

test('a block that is made while a property is being deleted keeps it', async () => {
  const { landlord, propertyId } = await home()
  app.tenancy.meanwhile.push(() => block(landlord, propertyId, '2026-09-01', '2026-09-05'))
  const answer = await app.send(deleteProperty, landlord, { params: { id: propertyId } })
  expect([answer.status, answer.problem.code]).toEqual([409, 'property-occupied'])
  expect((await nightsIn(landlord, propertyId)).map(({ from }) => from)).toEqual(['2026-09-01'])
})

async function tick() {
  app.clock.advance(60_000)
  await app.tick()
  await app.settled()
}
