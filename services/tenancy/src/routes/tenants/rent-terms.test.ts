import { getTenancy, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant, getTenant, tenantHistory, tenantProfile, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let ann = actors.landlord()
beforeAll(async () => {
  app = await startTenancyApp()
})
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

const person = { firstName: 'Tess', lastName: 'Tenant', email: 'tess@example.com' }
const lease = { leaseStartDate: '2026-01-01', monthlyRent: 1000 }
const add = async (form: Record<string, unknown> = {}) =>
  (await app.send(createTenant, ann, { body: { ...person, ...lease, ...form } })).body
const change = async (id: string, body: Record<string, unknown>) =>
  (await app.send(updateTenant, ann, { params: { id }, body })).body
const tenancyOf = async ({ tenancyId }: { tenancyId: string | null }) =>
  (await app.send(getTenancy, ann, { params: { id: tenancyId! } })).body

describe('a change of rent', () => {
  test('with a day is a step from that day; the rent shown is the one in force', async () => {
    const tenant = await add()
    expect(await change(tenant.id, { monthlyRent: 1100, rentFrom: '2026-04-01' })).toMatchObject({ monthlyRent: 1000 })
    expect(await tenancyOf(tenant)).toMatchObject({
      monthlyRent: 1000,
      currentRent: 1000,
      rentSteps: [{ startsOn: '2026-04-01', monthlyRent: 1100 }],
    })
    // A form that still shows the rent of today changes nothing.
    await change(tenant.id, { ...lease, phone: '555 0100' })
    expect((await tenancyOf(tenant)).rentSteps).toHaveLength(1)
    app.clock.set('2026-04-02T15:00:00Z')
    expect((await app.send(getTenant, ann, { params: { id: tenant.id } })).body.monthlyRent).toBe(1100)
    // One that lies back is put between the others.
    await change(tenant.id, { monthlyRent: 1050, rentFrom: '2026-02-01' })
    expect((await tenancyOf(tenant)).rentSteps).toEqual([
      { startsOn: '2026-02-01', monthlyRent: 1050 },
      { startsOn: '2026-04-01', monthlyRent: 1100 },
    ])
    const [latest] = (await app.send(tenantHistory, ann, { params: { id: tenant.id } })).body
    expect(latest!.changes).toEqual([
      { field: 'rentSteps', from: '1100.00 from 2026-04-01', to: '1050.00 from 2026-02-01, 1100.00 from 2026-04-01' },
    ])
  })

  test('is announced to the tenant with its day, beside the rent of today', async () => {
    const tenant = await add()
    await change(tenant.id, { monthlyRent: 1100, rentFrom: '2026-05-01' })
    await change(tenant.id, { monthlyRent: 1050, rentFrom: '2026-04-01' })
    const mine = async () => (await app.send(tenantProfile, actors.tenantOf(ann, tenant.id))).body
    const next = { startsOn: '2026-04-01', monthlyRent: 1050 }
    expect(await mine()).toMatchObject({ monthlyRent: 1000, nextRent: next })
    app.clock.set('2026-04-02T15:00:00Z')
    expect(await mine()).toMatchObject({ monthlyRent: 1050, nextRent: { startsOn: '2026-05-01', monthlyRent: 1100 } })
    app.clock.set('2026-05-02T15:00:00Z')
    expect(await mine()).toMatchObject({ monthlyRent: 1100, nextRent: null })
  })

  test('without a day corrects the rent in force, as before', async () => {
    const tenant = await add()
    expect(await change(tenant.id, { monthlyRent: 1200 })).toMatchObject({ monthlyRent: 1200 })
    expect(await tenancyOf(tenant)).toMatchObject({ monthlyRent: 1200, rentSteps: [] })
    await change(tenant.id, { monthlyRent: 1300, rentFrom: '2026-03-01' })
    expect(await change(tenant.id, { monthlyRent: 1350 })).toMatchObject({ monthlyRent: 1350 })
    expect(await tenancyOf(tenant)).toMatchObject({
      monthlyRent: 1200,
      rentSteps: [{ startsOn: '2026-03-01', monthlyRent: 1350 }],
    })
    // From the start or before it is the initial rent.
    await change(tenant.id, { monthlyRent: 1000, rentFrom: '2025-12-01' })
    expect(await tenancyOf(tenant)).toMatchObject({ monthlyRent: 1000 })
    expect(await change(tenant.id, { monthlyRent: null })).toMatchObject({ monthlyRent: null })
  })
})

describe('the terms of the first rents', () => {
  test('are part of the form, and twelve rents are still set up at once', async () => {
    const tenant = await add({ dueDay: 1, proration: 'thirty', splitAfter: '2025-12-20', leaseStartDate: '2025-12-21' })
    expect(await tenancyOf(tenant)).toMatchObject({
      termKind: 'fixed',
      billing: { dueDay: 1, proration: 'thirty', postingDays: null, splitAfter: '2025-12-20', endsWithTerm: false },
    })
    expect((await tenancyOf(await add({ email: 'b@example.com' }))).billing).toBeNull()
    const plain = await add({
      email: 'c@example.com',
      dueDay: '',
      proration: 'none',
      endsWithTerm: false,
      splitAfter: '',
    })
    expect((await tenancyOf(plain)).billing).toBeNull()
    const monthly = await add({ email: 'd@example.com', leaseEndDate: '2026-06-30', termKind: 'rollover' })
    expect(await tenancyOf(monthly)).toMatchObject({ termKind: 'rollover', endDate: '2026-06-30' })
  })

  test('say from when rents are billed, and keep it when the terms change', async () => {
    const tenant = await add({ leaseStartDate: '2024-01-01', billFrom: '2026-04-01' })
    expect((await tenancyOf(tenant)).billing).toMatchObject({ billFrom: '2026-04-01', postingDays: null })
    const billing = { dueDay: 5, proration: 'none', postingDays: null } as const
    const which = { id: tenant.tenancyId! }
    const saved = async (more: Record<string, unknown>) =>
      (await app.send(updateTenancy, ann, { params: which, body: { billing: { ...billing, ...more } } })).body.billing
    expect(await saved({})).toMatchObject({ dueDay: 5, billFrom: '2026-04-01' })
    expect(await saved({ billFrom: '' })).toMatchObject({ billFrom: null })
    expect((await change(tenant.id, { billFrom: '2026-05-01' })).id).toBe(tenant.id)
    expect((await tenancyOf(tenant)).billing).toMatchObject({ dueDay: 5, billFrom: '2026-05-01' })
  })

  test('are refused where they contradict the dates', async () => {
    const refused = async (form: Record<string, unknown>) =>
      (await app.send(createTenant, ann, { body: { ...person, ...lease, ...form } })).problem?.issues?.map(
        ({ path }) => path,
      )
    expect(await refused({ splitAfter: '2026-01-02' })).toEqual(['splitAfter'])
    expect(await refused({ dueDay: 32 })).toEqual(['dueDay'])
    expect(await refused({ termKind: 'at_will', leaseEndDate: '2026-12-31' })).toEqual(['leaseEndDate'])
  })

  test('stay when the terms of the tenancy are changed without them', async () => {
    const tenant = await add({ leaseEndDate: '2026-06-30', endsWithTerm: true })
    const billing = { dueDay: 1, proration: 'actual', postingDays: null } as const
    const which = { id: tenant.tenancyId! }
    const saved = await app.send(updateTenancy, ann, { params: which, body: { billing } })
    expect(saved.body.billing).toMatchObject({ dueDay: 1, proration: 'actual', postingDays: null, endsWithTerm: true })
    expect((await change(tenant.id, { endsWithTerm: false })).id).toBe(tenant.id)
    expect((await tenancyOf(tenant)).billing).toMatchObject({ dueDay: 1, endsWithTerm: false })
  })
})
