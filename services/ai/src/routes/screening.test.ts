import { randomUUID } from 'node:crypto'
import { listDocuments } from '@keyhold/contracts/properties/documents'
import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { screenTenant } from '@keyhold/contracts/ai/screening'
import { listTenancies, type Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import { getTenant, type Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ai } from '../service.ts'
import { tenancyRecord, tenantRecord } from '../testing/tenants.ts'

const away = new Set<string>()
const records = {
  tenants: [] as Tenant[],
  tenancies: [] as Tenancy[],
  askedLedgers: [] as string[][],
  withoutLedger: new Set<string>(),
}
const isUp = (name: string) => {
  if (away.has(name)) throw new Refusal('unavailable', `No ${name} now`)
}
const landlordOf = (actor: { role: string }) => ('landlordId' in actor ? actor.landlordId : null)

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([ai], {
    stubs: [
      stub(getTenant, ({ actor, params }) => {
        isUp('tenancy')
        const found = records.tenants.find(({ id, landlordId }) => id === params.id && landlordId === landlordOf(actor))
        if (!found) throw new Refusal('not-found', 'Tenant not found')
        return found
      }),
      stub(listTenancies, ({ actor, query }) =>
        records.tenancies.filter(
          ({ landlordId, tenants }) =>
            landlordId === landlordOf(actor) && tenants.some(({ tenantId }) => tenantId === query.tenantId),
        ),
      ),
      stub(listDocuments, () => {
        isUp('properties')
        return []
      }),
      stub(tenantLedgers, ({ query }) => {
        isUp('payments')
        records.askedLedgers.push(query.tenantIds)
        return query.tenantIds
          .filter((id) => !records.withoutLedger.has(id))
          .map((tenantId) => ({
            tenantId,
            awaitingConfirmation: 0,
            credit: 0,
            charges: ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'].map((dueDate) => ({
              chargeId: randomUUID(),
              propertyId: null,
              paymentType: 'rent' as const,
              amount: 2000,
              open: 0,
              dueDate,
              settledOn: dueDate,
            })),
          }))
      }),
    ],
  })
})
afterAll(() => app.stop())
beforeEach(() => away.clear())

function someone() {
  const landlord = actors.landlord()
  const tenant = tenantRecord({ landlordId: landlord.landlordId })
  records.tenants.push(tenant)
  return { landlord, tenant }
}

test('a landlord is told what their own records say, what is not known, and what the law asks', async () => {
  const { landlord, tenant } = someone()
  const { status, body } = await app.send(screenTenant, landlord, { params: { id: tenant.id } })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      tenantId: tenant.id,
      recommendation: 'approve',
      riskLevel: 'low',
      dataSource: 'built-in',
      screenedAt: app.clock.now().toISOString(),
    }),
  ])
  expect(body.creditInfo).toMatchObject({
    creditScore: null,
    residentScore: null,
    evictionHistory: null,
    criminalHistory: null,
  })
  expect(body.rentalHistory).toMatchObject({ previousAddresses: null, latePayments: 0 })
  expect(body.notice).toMatch(/Fair Housing Act.*Fair Credit Reporting Act/)
  expect(body.factors.map(({ name }) => name)).toEqual([
    'Income and rent',
    'Rent payments',
    'Overdue now',
    'Length of tenancy',
    'Fixed terms completed',
    'Application',
    'Documents',
  ])
  for (const { name, formula } of body.factors) expect([name, formula]).not.toContain(null)
})

test('another landlord’s tenant is nobody, a tenant and a visitor may not ask', async () => {
  const { tenant, landlord } = someone()
  const params = { id: tenant.id }
  expect(await app.send(screenTenant, actors.landlord(), { params })).toMatchObject({
    status: 404,
    problem: { code: 'not-found' },
  })
  expect((await app.send(screenTenant, actors.superAdmin(), { params })).status).toBe(404)
  expect((await app.send(screenTenant, actors.tenantOf(landlord, tenant.id), { params })).status).toBe(403)
  expect((await app.send(screenTenant, actors.visitor(), { params })).status).toBe(401)
})

test('who shares a ledger is judged by it, from the day of joining on', async () => {
  const { landlord, tenant } = someone()
  const member = { tenantId: tenant.id, firstName: 'A', lastName: 'B', joinedOn: '2025-12-15', leftOn: null }
  const tenancy = tenancyRecord({ landlordId: landlord.landlordId, tenants: [member] })
  records.tenancies.push(tenancy)
  // A co-tenant has no ledger of their own.
  records.withoutLedger.add(tenant.id)
  const { body } = await app.send(screenTenant, landlord, { params: { id: tenant.id } })
  expect(records.askedLedgers.at(-1)?.toSorted()).toEqual([tenant.id, tenancy.accountId].toSorted())
  expect(body.factors.find(({ name }) => name === 'Rent payments')?.detail).toContain('Only 2 rents')
})

test('a former roommate is judged by the shared ledger for the time of membership', async () => {
  const { landlord, tenant } = someone()
  const member = { tenantId: tenant.id, firstName: 'A', lastName: 'B', joinedOn: '2025-10-15', leftOn: '2026-01-20' }
  records.tenancies.push(tenancyRecord({ landlordId: landlord.landlordId, tenants: [member] }))
  records.withoutLedger.add(tenant.id)
  const { body } = await app.send(screenTenant, landlord, { params: { id: tenant.id } })
  // November, December and January; the rent of February is not theirs.
  expect(body.factors.find(({ name }) => name === 'Rent payments')?.detail).toContain('of 3 rents that came due')
})

test('while payments and documents are away the rest is judged, less surely; without the tenant’s record nothing is', async () => {
  const { landlord, tenant } = someone()
  const params = { id: tenant.id }
  const whole = await app.send(screenTenant, landlord, { params })
  away.add('payments').add('properties')
  const rest = await app.send(screenTenant, landlord, { params })
  expect(rest.body.factors.filter(({ detail }) => detail.includes('right now')).map(({ name }) => name)).toEqual([
    'Rent payments',
    'Overdue now',
    'Documents',
  ])
  expect(rest.body.confidence).toBeLessThan(whole.body.confidence)
  away.add('tenancy')
  expect(await app.send(screenTenant, landlord, { params })).toMatchObject({
    status: 503,
    problem: { code: 'unavailable' },
  })
})
