import { nightClaimOutcomes } from '@keyhold/contracts/tenancy/night-outcomes'
import { listTenancies, moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, deleteTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { registerTenant } from '@keyhold/contracts/tenancy/invitations'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { currentLease, peopleOf } from '../../testing/people.ts'
import { takenFrom } from '../../testing/nights.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
let granting: typeof app.nights.answer
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
  granting = app.nights.answer
})
afterEach(() => void (app.nights.answer = granting))
afterAll(() => app?.stop())

const nightsOf = async (tenancyId: string | null) => {
  await app.settled()
  return app.published(TenancyChanged).findLast((one) => one.tenancyId === tenancyId)?.nights
}
const claimedFor = (tenancyId: string | null) => app.nights.claimed.filter((one) => one.tenancyId === tenancyId)

/** Ann in a home of her own, and everything that was claimed for her. */
async function ann(landlord: LandlordActor, more: Record<string, unknown> = {}) {
  const { propertyId } = app.property(landlord)
  const { id, tenancyId } = await people.add(landlord, { propertyId, ...currentLease, ...more })
  return { id, tenancyId, propertyId }
}

test('a new tenancy claims its nights once, and its event says which it has and by which claim', async () => {
  const { tenancyId, propertyId } = await ann(actors.landlord())
  const nights = { unitId: propertyId, from: '2026-01-01', until: '2027-01-01', label: 'Ann Archer' }
  const claimed = claimedFor(tenancyId)
  expect(claimed).toMatchObject([{ tenancyId, ...nights, canBeCut: false }])
  expect(await nightsOf(tenancyId)).toEqual(nights)
  const event = app.published(TenancyChanged).findLast((one) => one.tenancyId === tenancyId)
  expect(event?.claimIds).toEqual([claimed[0]?.claimId])
})

test('a tenant whose nights are taken is not added, and the form shows why', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  app.nights.answer = takenFrom('2026-07-01')
  const body = { firstName: 'Ann', lastName: 'Archer', email: 'ann@example.com', propertyId, ...currentLease }
  const { status, problem } = await app.send(createTenant, landlord, { body })
  expect([status, problem.code, problem.detail]).toEqual([
    409,
    'nights-taken',
    'These dates are taken: the booking of Gus Guest has Jul 1, 2026 to Jul 5, 2026.',
  ])
  expect((await app.send(listTenants, landlord)).body).toEqual([])
  expect((await app.send(createTenant, landlord, { body: { ...body, leaseEndDate: '2026-06-30' } })).status).toBe(201)
})

test('more nights are claimed before a change is stored, fewer are given back by its event', async () => {
  const landlord = actors.landlord()
  const { id, tenancyId, propertyId } = await ann(landlord)
  const unit = app.unit({ ...app.properties.get(propertyId)! })
  const ways: [string, () => Promise<{ status: number }>, [string, string | null] | null, number][] = [
    ['a higher rent', () => people.change(landlord, id, { monthlyRent: 1300 }), ['2026-01-01', '2027-01-01'], 0],
    [
      'an earlier end',
      () => people.change(landlord, id, { leaseEndDate: '2026-09-30' }),
      ['2026-01-01', '2026-10-01'],
      0,
    ],
    ['a later end', () => people.change(landlord, id, { leaseEndDate: '2026-10-31' }), ['2026-01-01', '2026-11-01'], 1],
    [
      'an earlier start',
      () => people.change(landlord, id, { leaseStartDate: '2025-12-01' }),
      ['2025-12-01', '2026-11-01'],
      1,
    ],
    [
      'month to month',
      () => people.changeTerms(landlord, tenancyId, { termKind: 'at_will', endDate: null }),
      ['2025-12-01', null],
      1,
    ],
    ['another unit', () => people.change(landlord, id, { unitId: unit.unitId }), ['2025-12-01', null], 1],
    [
      'a planned move-out',
      () => app.send(moveOut, landlord, { params: { id: tenancyId! }, body: { movedOutOn: '2026-05-10' } }),
      ['2025-12-01', '2026-05-10'],
      0,
    ],
    [
      'its undoing',
      () => app.send(moveOut, landlord, { params: { id: tenancyId! }, body: { movedOutOn: null } }),
      ['2025-12-01', null],
      1,
    ],
    ['leaving today', () => people.change(landlord, id, { isActive: false }), ['2025-12-01', '2026-03-15'], 0],
    ['not having left after all', () => people.change(landlord, id, { isActive: true }), ['2025-12-01', null], 1],
    ['no home', () => people.change(landlord, id, { propertyId: null }), null, 0],
    ['a home again', () => people.change(landlord, id, { propertyId }), ['2025-12-01', null], 1],
    ['archiving', () => app.send(deleteTenant, landlord, { params: { id } }), ['2025-12-01', '2026-03-15'], 0],
  ]
  for (const [what, change, expected, claims] of ways) {
    const before = app.nights.claimed.length
    expect((await change()).status, what).toBeLessThan(300)
    const nights = await nightsOf(tenancyId)
    expect(nights ? [nights.from, nights.until] : nights, what).toEqual(expected)
    expect(app.nights.claimed.length - before, what).toBe(claims)
  }
})

test('a change that would collide is refused before anything of it is stored', async () => {
  const landlord = actors.landlord()
  const { id, tenancyId } = await ann(landlord, { leaseEndDate: '2026-06-30' })
  app.nights.answer = takenFrom('2026-07-01')
  await app.settled()
  const events = app.published(TenancyChanged).length
  for (const body of [{ leaseEndDate: '2026-07-31', phone: '212 555 0100' }, { termKind: 'rollover' }]) {
    const { status, problem } = await people.change(landlord, id, body)
    expect([status, problem.code]).toEqual([409, 'nights-taken'])
  }
  expect(await people.tenant(landlord, id)).toMatchObject({ leaseEndDate: '2026-06-30', phone: null })
  await app.settled()
  expect(app.published(TenancyChanged)).toHaveLength(events)
  // What needs no more nights is not refused.
  expect((await people.changeTerms(landlord, tenancyId, { monthlyRent: 1500 })).status).toBe(200)
})

test('a co-tenant who joins claims nothing, and one who moves to a home of their own claims that', async () => {
  const landlord = actors.landlord()
  const { ben, ann: first, tenancyId } = await people.couple(landlord)
  expect(claimedFor(tenancyId)).toHaveLength(1)
  expect(await nightsOf(tenancyId)).toMatchObject({ label: 'Ann Archer & Ben Archer' })
  const there = app.property(landlord)
  await people.change(landlord, ben.id, { propertyId: there.propertyId })
  const moved = await people.tenant(landlord, ben.id)
  expect(claimedFor(moved.tenancyId)).toMatchObject([{ unitId: there.propertyId, from: '2026-03-15' }])
  expect(await nightsOf(first.tenancyId)).toMatchObject({ label: 'Ann Archer', until: '2027-01-01' })
})

test('who registers for a home that is booked meanwhile gets no home, and the landlord is told', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { token } = await app.invite(landlord, { propertyId })
  app.nights.answer = takenFrom('2026-07-01')
  const body = { token, firstName: 'Ida', lastName: 'Invited' }
  const answer = await app.send(registerTenant, { role: 'visitor', ip: '' }, { body })
  expect(answer.status).toBeLessThan(300)
  const tenants = await app.send(listTenants, landlord)
  expect(tenants.body).toMatchObject([{ firstName: 'Ida', propertyId: null }])
})

test('a repeated and a concurrent submission make one tenancy', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const body = { firstName: 'Ann', lastName: 'Archer', email: `${v7()}@example.com`, propertyId, ...currentLease }
  const headers = { 'idempotency-key': v7() }
  const answers = await Promise.all([1, 2, 3].map(() => app.send(createTenant, landlord, { body, headers })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((one) => one.body.id)).size).toBe(1)
  expect((await app.send(listTenancies, landlord)).body).toHaveLength(1)
})

test('a claim that was given up is not used: the transaction claims again', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const settle = (claimIds: string[]) =>
    app.send(nightClaimOutcomes, actors.service('properties', landlord.landlordId), { body: { claimIds } })
  let isFirst = true
  app.nights.answer = async (claims) => {
    // Properties asks while the transaction that is to use the claim has not begun.
    const claimIds = claims.map(({ claimId }) => claimId)
    if (isFirst) expect((await settle(claimIds)).body.abandoned).toEqual(claimIds)
    isFirst = false
    return granting(claims)
  }
  const { tenancyId } = await people.add(landlord, { propertyId, ...currentLease })
  const [given, used] = claimedFor(tenancyId).map(({ claimId }) => claimId)
  expect([given, used]).toEqual([expect.any(String), expect.any(String)])
  await app.settled()
  expect(app.published(TenancyChanged).findLast((one) => one.tenancyId === tenancyId)?.claimIds).toEqual([used])
  // Asking again answers the same, and never gives up one that is in use.
  expect((await settle([given!, used!])).body.abandoned).toEqual([given])
  // Another landlord's question settles nothing for this one.
  const stranger = actors.service('properties', actors.landlord().landlordId)
  await app.send(nightClaimOutcomes, stranger, { body: { claimIds: [used] } })
  expect((await settle([used!])).body.abandoned).toEqual([])
})

test('tenancies from before nights were claimed get theirs, each once, as far as nothing is in the way', async () => {
  const landlord = actors.landlord()
  const made = [
    await ann(landlord),
    await ann(landlord, { leaseStartDate: '2026-05-01', leaseEndDate: '2026-09-30' }),
    await ann(landlord, { leaseStartDate: '2026-08-01' }),
  ]
  const ended = await ann(landlord)
  await people.change(landlord, ended.id, { isActive: false })
  await app.db('tenancy').transaction(landlord, (tx) =>
    tx.execute(sql`
      update tenancy set is_claimed = false, claimed_unit_id = null, claimed_from = null, claimed_until = null
      where landlord_id = ${landlord.landlordId}`),
  )
  app.nights.answer = takenFrom('2026-07-01')
  const before = app.nights.claimed.length
  await tickTwice()
  const claimed = app.nights.claimed.slice(before)
  expect(claimed.map(({ canBeCut }) => canBeCut)).not.toContain(false)
  const nights = await Promise.all([...made, ended].map(({ tenancyId }) => nightsOf(tenancyId)))
  expect(nights.map((one) => one && [one.from, one.until])).toEqual([
    ['2026-01-01', '2026-07-01'],
    ['2026-05-01', '2026-07-01'],
    null,
    ['2026-01-01', '2026-03-15'],
  ])
  // Once nothing is in the way, they get the rest, and then nothing more is asked.
  app.nights.answer = granting
  await tickTwice()
  expect((await nightsOf(made[2]!.tenancyId))?.from).toBe('2026-08-01')
  expect((await nightsOf(made[0]!.tenancyId))?.until).toBe('2027-01-01')
  const after = app.nights.claimed.length
  await tickTwice()
  expect(app.nights.claimed).toHaveLength(after)
})

test('tenants who stay past their term keep the home until the next stay, and are not refused other changes', async () => {
  const landlord = actors.landlord()
  const { id, tenancyId } = await ann(landlord, { leaseStartDate: '2025-01-01', leaseEndDate: '2026-01-31' })
  await tickTwice()
  expect(await nightsOf(tenancyId)).toMatchObject({ from: '2025-01-01', until: null })
  expect((await people.change(landlord, id, { monthlyRent: 1400 })).status).toBe(200)
  expect(await nightsOf(tenancyId)).toMatchObject({ until: null })
  await app.send(moveOut, landlord, { params: { id: tenancyId! }, body: { movedOutOn: '2026-04-01' } })
  expect(await nightsOf(tenancyId)).toMatchObject({ until: '2026-04-01' })
})

/** The first tick registers the schedules; their slots count from then on. */
async function tickTwice() {
  for (let times = 0; times < 2; times++) {
    app.clock.advance(60_000)
    await app.tick()
  }
  await app.settled()
}
