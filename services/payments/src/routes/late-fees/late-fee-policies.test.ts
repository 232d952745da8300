import {
  deleteLateFeePolicy,
  listLateFeePolicies,
  saveLateFeePolicy,
} from '@keyhold/contracts/payments/late-fee-policies'
import { waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { getTenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateFeeSteps } from '../../testing/late-fees.ts'
import { notFoundStubs, startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

/** Tenancies that the tenancy service has, but whose events have not arrived. */
const untold: { tenancyId: string; landlordId: string }[] = []
const terms = {
  propertyId: null,
  propertyName: null,
  unitId: null,
  unitName: null,
  tenants: [],
  startDate: null,
  endDate: null,
  termKind: 'fixed',
  monthlyRent: null,
  currentRent: null,
  rentSteps: [],
  securityDeposit: null,
  billing: null,
  movedOutOn: null,
  status: 'open',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
} as const

let app: PaymentsApp
let steps: ReturnType<typeof lateFeeSteps>
const ann = actors.landlord()
beforeAll(async () => {
  const tenancy = stub(getTenancy, ({ actor, params: { id } }) => {
    const one = untold.find(
      ({ landlordId, tenancyId }) => actor.role === 'landlord' && actor.landlordId === landlordId && tenancyId === id,
    )
    if (!one) throw new Refusal('not-found', 'Tenancy not found')
    return { ...terms, id, landlordId: one.landlordId, accountId: id, tenants: [], rentSteps: [] }
  })
  app = await startPaymentsApp({ stubs: [...notFoundStubs, tenancy] })
  steps = lateFeeSteps(app)
})
afterAll(() => app.stop())

const save = (actor: Actor, body: Record<string, unknown>) =>
  app.send(saveLateFeePolicy, actor, {
    body: { scope: 'account', graceDays: 3, kind: 'flat', amount: 50, includesOverdue: true, ...body },
  })
const list = async (actor: Actor) => (await app.send(listLateFeePolicies, actor)).body

test('the narrowest policy applies, even a disabled one', async () => {
  const landlord = actors.landlord()
  const elm = await app.addProperty(landlord)
  const [wide, one, two, none] = [
    await app.addTenant(landlord),
    await app.addTenant(landlord, { propertyId: elm }),
    await app.addTenant(landlord, { propertyId: elm }),
    await app.addTenant(landlord, { propertyId: elm }),
  ]
  await steps.setPolicy(landlord, { amount: 10 })
  await steps.setPolicy(landlord, { amount: 20, scope: 'property', propertyId: elm })
  await steps.setPolicy(landlord, { amount: 30, scope: 'tenancy', tenancyId: two.tenantId })
  await steps.setPolicy(landlord, { amount: 40, scope: 'tenancy', tenancyId: none.tenantId, isEnabled: false })
  for (const { tenantId } of [wide, one, two, none]) await app.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  await steps.at('2026-03-16T12:30:00Z')
  const amounts = Object.fromEntries((await steps.feesOf(landlord)).map(({ tenantId, amount }) => [tenantId, amount]))
  expect(amounts).toEqual({ [wide.tenantId]: 10, [one.tenantId]: 20, [two.tenantId]: 30 })
  expect(
    (await list(landlord)).map(({ scope, propertyName, tenantNames }) => [scope, propertyName, tenantNames]),
  ).toEqual([
    ['account', null, null],
    ['property', 'Elm 1', null],
    ['tenancy', null, 'Tess Tenant'],
    ['tenancy', null, 'Tess Tenant'],
  ])
})

test('the version increments with each change, but not when saved unchanged; fees keep their own version', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord)
  await app.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  const first = await save(landlord, {})
  expect(first).toMatchObject({
    status: 200,
    body: { version: 1, scope: 'account', cap: null, minimumBalance: 0, isEnabled: true },
  })
  expect((await save(landlord, {})).body).toEqual(first.body)
  await steps.at('2026-03-16T13:30:00Z')
  const second = await save(landlord, { amount: 70.5, cap: 100 })
  expect(second.body).toMatchObject({ id: first.body.id, version: 2, amount: 70.5, cap: 100 })
  await steps.at('2026-03-16T14:30:00Z')
  expect(await steps.feesOf(landlord)).toMatchObject([
    { amount: 50, basis: { inputs: { policyId: first.body.id, policyVersion: 1 } } },
  ])
  expect(await list(landlord)).toEqual([second.body])
})

test('two concurrent saves leave one policy', async () => {
  const landlord = actors.landlord()
  const answers = await Promise.all([1, 2, 3, 4].map((amount) => save(landlord, { amount })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await list(landlord)).toMatchObject([{ version: 4 }])
})

test('a contradictory policy is refused', async () => {
  for (const [body, path] of [
    [{ scope: 'property' }, 'propertyId'],
    [{ scope: 'tenancy' }, 'tenancyId'],
    [{ kind: 'percent', amount: 101 }, 'amount'],
    [{ frequency: 'daily' }, 'cap'],
    [{ graceDays: 61 }, 'graceDays'],
  ] as const)
    expect(await save(ann, body)).toMatchObject({ status: 400, problem: { issues: [{ path }] } })
  expect(await list(ann)).toEqual([])
})

test("a policy cannot be for another landlord's property or tenancy, or one that does not exist", async () => {
  const bob = actors.landlord()
  const propertyId = await app.addProperty(bob)
  const { tenantId: tenancyId } = await app.addTenant(bob)
  untold.push({ tenancyId: v7(), landlordId: bob.landlordId })
  for (const body of [
    { scope: 'property', propertyId },
    { scope: 'tenancy', tenancyId },
    { scope: 'tenancy', tenancyId: untold[0]?.tenancyId },
    { scope: 'property', propertyId: v7() },
    { scope: 'tenancy', tenancyId: v7() },
  ])
    expect((await save(ann, body)).status).toBe(404)
  // Whatever the id's digits are.
  const round = { tenancyId: `${v7().slice(0, 18)}-8000-000000000000`, landlordId: bob.landlordId }
  untold.push(round)
  expect((await save(ann, { scope: 'tenancy', tenancyId: round.tenancyId })).status).toBe(404)
  const rounded = await save(bob, { scope: 'tenancy', tenancyId: round.tenancyId })
  expect(rounded.status).toBe(200)
  await app.send(deleteLateFeePolicy, bob, { params: { id: rounded.body.id } })
  const mine = await save(bob, { scope: 'tenancy', tenancyId: untold[0]?.tenancyId })
  expect(mine).toMatchObject({ status: 200, body: { scope: 'tenancy', tenantNames: null } })
  expect((await app.send(deleteLateFeePolicy, ann, { params: { id: mine.body.id } })).status).toBe(404)
  expect(await list(bob)).toHaveLength(1)
  for (const [actor, status] of [
    [actors.tenantOf(bob, tenancyId), 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await save(actor, {})).status).toBe(status)
    expect((await app.send(listLateFeePolicies, actor)).status).toBe(status)
    expect((await app.send(deleteLateFeePolicy, actor, { params: { id: mine.body.id } })).status).toBe(status)
  }
})

test('after deleting a policy the next wider one applies', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const { tenantId } = await app.addTenant(landlord, { propertyId })
  await app.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  await save(landlord, { amount: 10 })
  const { body } = await save(landlord, { amount: 20, scope: 'property', propertyId })
  expect((await app.send(deleteLateFeePolicy, landlord, { params: { id: body.id } })).status).toBe(204)
  await steps.at('2026-03-16T15:30:00Z')
  expect(await steps.feesOf(landlord, { status: 'proposed' })).toMatchObject([{ amount: 10 }])
  expect((await app.send(deleteLateFeePolicy, landlord, { params: { id: body.id } })).status).toBe(404)
})

test('saved after a wider policy has proposed: only the narrowest policy applies, and the wider one again after it is deleted', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const people = [
    await app.addTenant(landlord, { propertyId }),
    await app.addTenant(landlord, { propertyId }),
    await app.addTenant(landlord),
  ]
  await save(landlord, { amount: 10 })
  for (const { tenantId } of people) await app.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  await steps.at('2026-03-16T16:30:00Z')
  const [one, waived, elsewhere] = people.map(({ tenantId }) => tenantId)
  const of = async (tenantId: string | undefined) =>
    (await steps.feesOf(landlord, { tenantId })).map(({ amount, status }) => `${status} ${amount}`).toSorted()
  const [toWaive] = await steps.feesOf(landlord, { tenantId: waived })
  await app.send(waiveLateFee, landlord, { params: { id: toWaive!.id }, body: { reason: 'ill' } })

  const { body } = await save(landlord, { amount: 20, scope: 'property', propertyId, frequency: 'daily', cap: 60 })
  const [proposed] = await steps.feesOf(landlord, { tenantId: one, status: 'withdrawn' })
  expect(proposed).toMatchObject({ amount: 10, reason: 'Another late-fee policy now applies to this rent.' })
  expect(await of(one)).toEqual(['proposed 20', 'proposed 20', 'proposed 20', 'withdrawn 10'])
  // The waived day stays waived; the daily policy continues, and the waived fee uses part of the cap.
  expect(await of(waived)).toEqual(['proposed 10', 'proposed 20', 'proposed 20', 'waived 10'])
  expect(await of(elsewhere)).toEqual(['proposed 10'])

  // Disabled here: proposals are withdrawn, and the wider policy does not apply.
  await save(landlord, { amount: 30, scope: 'tenancy', tenancyId: one, isEnabled: false })
  expect(await of(one)).toEqual(['withdrawn 10', 'withdrawn 20', 'withdrawn 20', 'withdrawn 20'])
  const none = (await list(landlord)).find(({ scope }) => scope === 'tenancy')
  await app.send(deleteLateFeePolicy, landlord, { params: { id: none!.id } })
  expect((await of(one)).filter((fee) => fee.startsWith('proposed'))).toEqual([
    'proposed 20',
    'proposed 20',
    'proposed 20',
  ])

  await app.send(deleteLateFeePolicy, landlord, { params: { id: body.id } })
  expect((await of(one)).filter((fee) => fee.startsWith('proposed'))).toEqual(['proposed 10'])
  expect((await of(waived)).filter((fee) => !fee.startsWith('withdrawn'))).toEqual(['waived 10'])
  await steps.at('2026-03-17T16:30:00Z')
  expect((await of(one)).filter((fee) => fee.startsWith('proposed'))).toEqual(['proposed 10'])
})
