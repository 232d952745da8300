import {
  getTenancy,
  listTenancies,
  moveOut,
  tenancyAttention,
  updateTenancy,
} from '@keyhold/contracts/tenancy/tenancies'
import { listTenancySnapshots, TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

// Today is 15 March 2026 in New York.
const terms = { leaseStartDate: '2026-01-01', leaseEndDate: '2026-12-31', monthlyRent: 1200, securityDeposit: 1500 }
const home = async (landlord: LandlordActor, more: Record<string, unknown> = {}) => {
  const { propertyId } = app.property(landlord)
  return people.add(landlord, { propertyId, ...terms, ...more })
}
const update = (landlord: LandlordActor, id: string | null, body: Record<string, unknown>) =>
  app.send(updateTenancy, landlord, { params: { id: id ?? v7() }, body })
const leaveTenancy = (landlord: LandlordActor, id: string | null, body: Record<string, unknown>) =>
  app.send(moveOut, landlord, { params: { id: id ?? v7() }, body })
const list = async (landlord: LandlordActor, query: Record<string, unknown> = {}) => {
  const answer = await app.send(listTenancies, landlord, { query })
  expect(answer.status, answer.problem?.detail).toBe(200)
  return {
    ids: answer.body.map(({ id }) => id),
    total: Number(answer.headers['x-total-count']),
    next: /cursor=([\w-]+)/.exec(answer.headers.link ?? '')?.[1],
  }
}
const attention = async (landlord: LandlordActor, query: Record<string, unknown> = {}) =>
  (await app.send(tenancyAttention, actors.service('gateway', landlord.landlordId), { query })).body

test('a tenancy has all of its fields', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  const shown = await people.tenancy(landlord, ann.tenancyId)
  expect(shown).toEqual({
    id: ann.tenancyId,
    landlordId: landlord.landlordId,
    propertyId: ann.propertyId,
    propertyName: 'Elm Street 1',
    unitId: ann.propertyId,
    unitName: null,
    accountId: ann.id,
    tenants: [{ tenantId: ann.id, firstName: 'Ann', lastName: 'Archer', joinedOn: null, leftOn: null }],
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    termKind: 'fixed',
    monthlyRent: 1200,
    currentRent: 1200,
    rentSteps: [],
    securityDeposit: 1500,
    billing: null,
    movedOutOn: null,
    status: 'active',
    createdAt: app.clock.now().toISOString(),
    updatedAt: app.clock.now().toISOString(),
  })
  expect((await app.send(listTenancies, landlord)).body).toEqual([shown])
})

test('terms change for all members, with events and history', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  const ben = await people.add(landlord, { tenancyId: ann.tenancyId })
  const answer = await update(landlord, ann.tenancyId, {
    termKind: 'rollover',
    monthlyRent: '1250.50',
    rentSteps: [
      { startsOn: '2026-03-15', monthlyRent: 1300 },
      { startsOn: '2026-03-16', monthlyRent: 1400 },
    ],
    securityDeposit: '',
    billing: { dueDay: 31, proration: 'actual' },
  })
  expect(answer.body).toMatchObject({
    termKind: 'rollover',
    monthlyRent: 1250.5,
    currentRent: 1300,
    securityDeposit: null,
    billing: { dueDay: 31, proration: 'actual', postingDays: 5 },
    startDate: '2026-01-01',
  })
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
    termKind: 'rollover',
    monthlyRent: 1250.5,
    billing: { dueDay: 31 },
    rentSteps: [{}, {}],
    changedBy: landlord.userId,
  })
  for (const { id } of [ann, ben]) {
    expect(app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === id)).toMatchObject({
      monthlyRent: 1250.5,
    })
    const { body: history } = await app.send(tenantHistory, landlord, { params: { id } })
    expect(history[0]).toMatchObject({ what: 'changed', by: 'landlord' })
    expect(history[0]?.changes).toContainEqual({ field: 'monthlyRent', from: '1200.00', to: '1250.50' })
    expect(history[0]?.changes).toContainEqual({
      field: 'rentSteps',
      from: null,
      to: '1300.00 from 2026-03-15, 1400.00 from 2026-03-16',
    })
  }
  const before = app.published(TenancyChanged).length
  expect(
    (
      await update(landlord, ann.tenancyId, {
        monthlyRent: 1250.5,
        billing: { dueDay: 31, proration: 'actual', postingDays: 5 },
      })
    ).status,
  ).toBe(200)
  await app.settled()
  expect(app.published(TenancyChanged)).toHaveLength(before)
  expect((await update(landlord, ann.tenancyId, { billing: null })).body.billing).toBeNull()
})

test('terms that contradict each other or the stored ones are refused', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  const issuesOf = async (body: Record<string, unknown>) => {
    const { status, problem } = await update(landlord, ann.tenancyId, body)
    expect(status).toBe(400)
    return problem.issues
  }
  expect(await issuesOf({ endDate: '2026-01-01' })).toEqual([
    { path: 'endDate', message: 'The tenancy must end after it starts' },
  ])
  expect(await issuesOf({ startDate: '2026-12-31' })).toEqual([
    { path: 'endDate', message: 'The tenancy must end after it starts' },
  ])
  expect(await issuesOf({ rentSteps: [{ startsOn: '2026-01-01', monthlyRent: 1 }] })).toEqual([
    { path: 'rentSteps.0.startsOn', message: 'A new rent begins after the start of the tenancy' },
  ])
  const twice = { startsOn: '2026-06-01', monthlyRent: 1 }
  expect(await issuesOf({ rentSteps: [twice, twice] })).toEqual([
    { path: 'rentSteps.1.startsOn', message: 'Each new rent begins after the one before it' },
  ])
  expect(await issuesOf({ rentSteps: [twice], monthlyRent: '' })).toEqual([
    { path: 'monthlyRent', message: 'Enter the initial rent before any new rent' },
  ])
  expect(await issuesOf({ termKind: 'at_will', endDate: '2027-01-01' })).toEqual([
    { path: 'endDate', message: 'A tenancy at will has no end date' },
  ])
  expect(await issuesOf({ billing: { dueDay: 32 } })).toHaveLength(1)
  expect(await issuesOf({ securityDeposit: -1 })).toHaveLength(1)
  expect(await people.tenancy(landlord, ann.tenancyId)).toMatchObject({
    endDate: '2026-12-31',
    rentSteps: [],
    termKind: 'fixed',
  })
})

test('a tenancy at will has no end date, and becomes fixed when it gets one', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  expect((await update(landlord, ann.tenancyId, { termKind: 'at_will' })).body).toMatchObject({
    endDate: null,
    status: 'month_to_month',
  })
  await people.change(landlord, ann.id, { leaseEndDate: '2027-06-30' })
  expect(await people.tenancy(landlord, ann.tenancyId)).toMatchObject({
    termKind: 'fixed',
    endDate: '2027-06-30',
    status: 'active',
  })
})

test('another landlord, a tenant and a visitor cannot read or change a tenancy', async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const ann = await home(mine)
  const params = { id: ann.tenancyId ?? '' }
  const day = { movedOutOn: '2026-03-15' }
  expect((await app.send(getTenancy, other, { params })).status).toBe(404)
  expect((await update(other, params.id, { monthlyRent: 1 })).status).toBe(404)
  expect((await leaveTenancy(other, params.id, day)).status).toBe(404)
  expect((await app.send(tenantHistory, other, { params: { id: ann.id } })).status).toBe(404)
  expect(await list(other, { tenantId: ann.id })).toMatchObject({ ids: [], total: 0 })
  expect(await attention(other, { days: 365 })).toEqual({
    total: 0,
    ending: [],
    insurance: { items: [], total: 0 },
    withoutHome: { items: [], total: 0 },
  })
  expect((await app.send(listTenancySnapshots, actors.service('payments', other.landlordId))).body).toEqual([])
  for (const [actor, status] of [
    [actors.tenantOf(mine, ann.id), 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await app.send(getTenancy, actor, { params })).status).toBe(status)
    expect((await app.send(listTenancies, actor)).status).toBe(status)
    expect((await app.send(updateTenancy, actor, { params, body: {} })).status).toBe(status)
    expect((await app.send(moveOut, actor, { params, body: day })).status).toBe(status)
    expect((await app.send(tenantHistory, actor, { params: { id: ann.id } })).status).toBe(status)
  }
  expect(await people.tenancy(mine, ann.tenancyId)).toMatchObject({ monthlyRent: 1200, status: 'active' })
})

test('all tenants move out today, once, and the tenancy ends', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  const ben = await people.add(landlord, { tenancyId: ann.tenancyId })
  for (let times = 0; times < 2; times++)
    expect(
      (await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: '2026-03-15', reason: 'New job' })).body,
    ).toMatchObject({
      status: 'ended',
      movedOutOn: '2026-03-15',
    })
  for (const { id } of [ann, ben]) {
    expect((await people.tenant(landlord, id)).isActive).toBe(false)
    const { body: history } = await app.send(tenantHistory, landlord, { params: { id } })
    expect(history.map(({ what }) => what)).toEqual(['moved_out', 'created'])
    expect(history[0]?.changes).toEqual([
      { field: 'movedOutOn', from: null, to: '2026-03-15' },
      { field: 'reason', from: null, to: 'New job' },
    ])
  }
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
    movedOutOn: '2026-03-15',
    tenantIds: [ann.id, ben.id].toSorted(),
  })
  for (const { id } of [ann, ben])
    expect(app.published(TenantLeft).filter(({ tenantId }) => tenantId === id)).toMatchObject([{ isActive: false }])
  expect((await leaveTenancy(landlord, ann.tenancyId, { movedOutOn: '2026-03-14' })).problem.code).toBe(
    'illegal-transition',
  )
})

test('a tenant can move out on a past day, but not before they moved in', async () => {
  const landlord = actors.landlord()
  const ann = await home(landlord)
  const ben = await people.add(landlord, { tenancyId: ann.tenancyId })
  const out = (body: Record<string, unknown>) => leaveTenancy(landlord, ann.tenancyId, body)
  expect((await out({ tenantId: ann.id, movedOutOn: '2025-12-31' })).problem.issues).toEqual([
    { path: 'movedOutOn', message: 'Nobody can move out before they moved in' },
  ])
  expect((await out({ tenantId: ben.id, movedOutOn: '2026-03-14' })).status).toBe(400)
  expect((await out({ tenantId: v7(), movedOutOn: '2026-03-15' })).problem.issues?.[0]?.path).toBe('tenantId')
  expect((await out({ movedOutOn: '' })).status).toBe(400)
  expect((await out({ tenantId: ann.id, movedOutOn: '2026-02-28' })).body).toMatchObject({
    status: 'active',
    movedOutOn: null,
  })
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(false)
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ tenantIds: [ben.id], movedOutOn: null })
  // A tenant who never moved in leaves before the start date.
  const early = await home(landlord, { leaseStartDate: '2026-05-01' })
  expect((await leaveTenancy(landlord, early.tenancyId, { movedOutOn: '2026-03-15' })).body).toMatchObject({
    status: 'ended',
    movedOutOn: '2026-03-15',
  })
})
