import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors } from '@keyhold/kit/testing/test-app'
import { violated } from '@keyhold/kit/database/database'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightClaim } from '../../schema/nights.ts'
import { startPropertiesApp } from '../../testing/test-app.ts'
import { changeNights, type ClaimChanges, claimNights, type NewClaim, readClaims, releaseNights } from './nights.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app?.stop())

const db = () => app.db('properties')
const now = () => app.clock.now()

/** A landlord with a home of one unit, whose id is the property's. */
async function home() {
  const landlord = actors.landlord()
  const { id: unitId } = await app.addProperty(landlord)
  return { landlord, unitId }
}

type Some = Omit<NewClaim, 'landlordId'>
const claim = (landlord: LandlordActor, some: Some, audience?: 'guest') =>
  db().transaction(landlord, (tx) =>
    claimNights(tx, { landlordId: landlord.landlordId, ...some }, { now: now(), audience }),
  )
const change = (landlord: LandlordActor, id: string, changes: ClaimChanges) =>
  db().transaction(landlord, (tx) => changeNights(tx, { landlordId: landlord.landlordId, id }, changes, { now: now() }))
const release = (landlord: LandlordActor, ...ids: string[]) =>
  db().transaction(landlord, (tx) => releaseNights(tx, { landlordId: landlord.landlordId, ids }))
const read = (landlord: LandlordActor, unitIds: string[], from: string, to: string | null) =>
  db().transaction(landlord, (tx) => readClaims(tx, { landlordId: landlord.landlordId, unitIds, from, to, now: now() }))

const refused = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => expect.fail('it was not refused'),
    (reason: unknown) => reason,
  )
  return error instanceof Refusal ? error : expect.fail(String(error))
}

test('the day of departure is free, and a night is given once', async () => {
  const { landlord, unitId } = await home()
  const stay = { unitId, kind: 'booking', label: 'Gus Guest' } as const
  await claim(landlord, { ...stay, from: '2026-07-01', until: '2026-07-05' })
  await claim(landlord, { ...stay, from: '2026-07-05', until: '2026-07-08' })
  const refusal = await refused(claim(landlord, { unitId, kind: 'block', from: '2026-07-04', until: '2026-07-06' }))
  expect(refusal).toMatchObject({
    code: 'nights-taken',
    message:
      'These dates are taken: the booking of Gus Guest has Jul 1, 2026 to Jul 5, 2026, and 1 more. The nearest free dates are Jun 29, 2026 to Jul 1, 2026 or Jul 8, 2026 to Jul 10, 2026.',
    freeNights: [
      { from: '2026-06-29', until: '2026-07-01' },
      { from: '2026-07-08', until: '2026-07-10' },
    ],
  })
  const guest = await refused(claim(landlord, { ...stay, from: '2026-07-02', until: '2026-07-04' }, 'guest'))
  expect(guest.message).toMatch(/^These dates are not available\. The nearest free dates are/)
})

test.each([
  ['lease', 'booking'],
  ['booking', 'lease'],
  ['lease', 'block'],
  ['feed', 'lease'],
  ['hold', 'feed'],
] as const)('a %s and a %s never share a night, whichever comes first', async (first, second) => {
  const { landlord, unitId } = await home()
  const expiring = (kind: NewClaim['kind']) => ({
    kind,
    expiresAt: kind === 'hold' ? new Date(now().getTime() + 60_000).toISOString() : null,
  })
  await claim(landlord, { unitId, ...expiring(first), from: '2026-07-01', until: '2026-08-01' })
  const again = await refused(claim(landlord, { unitId, ...expiring(second), from: '2026-07-31', until: '2026-08-02' }))
  expect(again.code).toBe('nights-taken')
  await claim(landlord, { unitId, ...expiring(second), from: '2026-08-01', until: '2026-08-02' })
})

test('leases of one unit may overlap each other', async () => {
  const { landlord, unitId } = await home()
  await claim(landlord, { unitId, kind: 'lease', from: '2026-01-01', until: null })
  await claim(landlord, { unitId, kind: 'lease', from: '2026-02-01', until: '2026-05-01' })
  const refusal = await refused(claim(landlord, { unitId, kind: 'booking', from: '2030-01-01', until: '2030-01-03' }))
  expect(refusal.freeNights).toEqual([])
})

test('a lease without an end is offered the first day after everything else', async () => {
  const { landlord, unitId } = await home()
  await claim(landlord, { unitId, kind: 'booking', from: '2026-07-01', until: '2026-07-05' })
  await claim(landlord, { unitId, kind: 'booking', from: '2026-09-01', until: '2026-09-05' })
  const refusal = await refused(claim(landlord, { unitId, kind: 'lease', from: '2026-06-01', until: null }))
  expect(refusal.freeNights).toEqual([{ from: '2026-09-05', until: null }])
})

test('the database itself refuses what was written without these functions', async () => {
  const { landlord, unitId } = await home()
  const { landlordId } = landlord
  const write = (kind: 'lease' | 'booking', nights: string) =>
    db().transaction(landlord, (tx) =>
      tx.insert(nightClaim).values({ landlordId, propertyId: unitId, unitId, kind, nights }),
    )
  await write('booking', '[2026-07-01,2026-07-05)')
  for (const kind of ['booking', 'lease'] as const) {
    const error = await write(kind, '[2026-07-04,2026-07-06)').catch((reason: unknown) => reason)
    expect(violated(error)?.kind).toBe('exclusion')
  }
  for (const nights of ['(,2026-06-01)', 'empty', '[2027-01-01,)'])
    expect(violated(await write('booking', nights).catch((reason: unknown) => reason))?.kind).toBe('check')
  await write('lease', '[2026-07-05,)')
})

test('a hold whose time is over gives way, and one that is confirmed first stays', async () => {
  const { landlord, unitId } = await home()
  const dates = { unitId, from: '2026-07-01', until: '2026-07-05' }
  const held = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
  const lost = await claim(landlord, { ...dates, kind: 'hold', expiresAt: held(20) })
  expect((await refused(claim(landlord, { ...dates, kind: 'booking' }))).message).toContain('not paid yet')
  app.clock.advance(20 * 60_000)
  expect(await read(landlord, [unitId], '2026-07-01', null)).toEqual([])
  const kept = await claim(landlord, { ...dates, kind: 'hold', expiresAt: held(20) })
  expect(await refused(change(landlord, lost.id, { kind: 'booking' }))).toMatchObject({ code: 'not-found' })
  app.clock.advance(21 * 60_000)
  expect(await change(landlord, kept.id, { kind: 'booking' })).toMatchObject({ kind: 'booking', expiresAt: null })
  expect((await refused(claim(landlord, { ...dates, kind: 'booking' }))).code).toBe('nights-taken')
})

test('a claim moves, grows and shrinks only into free nights, and its old ones are free', async () => {
  const { landlord, unitId } = await home()
  const stay = { unitId, kind: 'booking' } as const
  const first = await claim(landlord, { ...stay, from: '2026-07-01', until: '2026-07-05' })
  const second = await claim(landlord, { ...stay, from: '2026-07-08', until: '2026-07-10' })
  expect((await refused(change(landlord, first.id, { until: '2026-07-09' }))).freeNights).toEqual([
    { from: '2026-06-30', until: '2026-07-08' },
    { from: '2026-07-10', until: '2026-07-18' },
  ])
  await change(landlord, first.id, { until: '2026-07-08' })
  await change(landlord, second.id, { from: '2026-07-20', until: '2026-07-22' })
  await change(landlord, first.id, { from: '2026-07-03', until: '2026-07-10' })
  await release(landlord, second.id, v7())
  const claims = await read(landlord, [unitId], '2026-07-01', '2026-08-01')
  expect(claims.map(({ from, until }) => [from, until])).toEqual([['2026-07-03', '2026-07-10']])
  await expect(change(landlord, first.id, { until: '2026-07-03' })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('of many who want the same night at the same time one gets it, and the others are told so', async () => {
  const { landlord, unitId } = await home()
  const wanted = { unitId, kind: 'booking', from: '2026-07-01', until: '2026-07-03' } as const
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      claim(landlord, wanted).then(
        () => 'claimed',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['claimed', ...Array.from({ length: 11 }, () => 'nights-taken')])
})

test('another landlord neither sees, moves nor blocks the nights of a unit', async () => {
  const { landlord, unitId } = await home()
  const other = actors.landlord()
  const { id } = await claim(landlord, { unitId, kind: 'booking', from: '2026-07-01', until: '2026-07-05' })
  expect(await read(other, [unitId], '2026-01-01', null)).toEqual([])
  expect(await release(other, id)).toEqual([])
  expect(await refused(change(other, id, { until: '2026-07-06' }))).toMatchObject({ code: 'not-found' })
  const foreign = claim(other, { unitId, kind: 'block', from: '2027-01-01', until: '2027-01-02' })
  expect(await refused(foreign)).toMatchObject({ code: 'not-found' })
})
