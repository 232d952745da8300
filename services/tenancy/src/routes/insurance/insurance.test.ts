import {
  InsuranceChanged,
  insuranceRequirement,
  listInsurance,
  listPolicies,
  ownInsurance,
  saveInsuranceRequirement,
  saveOwnInsurance,
  tenantInsurance,
} from '@keyhold/contracts/tenancy/insurance'
import { tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { onboardingTasks } from '@keyhold/contracts/tenancy/onboarding'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleOf } from '../../testing/people.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

const policy = {
  insurer: 'Acme Mutual',
  policyNumber: 'R-1',
  coverage: 100_000,
  effectiveDate: '2026-01-01',
  expiryDate: '2026-12-31',
}

async function someone() {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { id } = await people.add(landlord, { propertyId })
  return { landlord, propertyId, id, params: { id }, tenant: actors.tenantOf(landlord, id) }
}

test('both sides see the policy, the onboarding step can be completed, and the history names the tenant', async () => {
  const { landlord, id, params, tenant } = await someone()
  expect((await app.send(ownInsurance, tenant)).body).toMatchObject({ policy: null, status: 'none' })
  const missing = async () => (await app.send(onboardingTasks, tenant)).body.at(-1)!.missing
  expect(await missing()).toBe('Add your renters insurance first.')
  const documentId = v7()
  app.documents.add(documentId)
  const saved = await app.send(saveOwnInsurance, tenant, { body: { ...policy, documentId } })
  expect(saved.body).toMatchObject({ policy: { ...policy, documentId }, status: 'active', daysLeft: 291 })
  expect((await app.send(tenantInsurance, landlord, { params })).body).toEqual(saved.body)
  expect(await missing()).toBeNull()
  const [latest] = (await app.send(tenantHistory, landlord, { params })).body
  expect([latest!.by, latest!.changes[0]]).toEqual(['tenant', { field: 'insurer', from: null, to: 'Acme Mutual' }])
  await app.settled()
  expect(app.published(InsuranceChanged)).toContainEqual(expect.objectContaining({ tenantId: id }))
})

test('the proof must be a document that the tenant sees, and is not carried over to another policy', async () => {
  const { tenant } = await someone()
  const foreign = await app.send(saveOwnInsurance, tenant, { body: { ...policy, documentId: v7() } })
  expect(foreign.problem.issues).toEqual([{ path: 'documentId', message: 'Choose one of your documents' }])
  const documentId = v7()
  app.documents.add(documentId)
  const save = async (body: object) => (await app.send(saveOwnInsurance, tenant, { body: { ...policy, ...body } })).body
  await save({ documentId })
  expect((await save({ coverage: 90_000 })).policy?.documentId).toBe(documentId)
  expect((await save({ policyNumber: 'R-2' })).policy?.documentId).toBeNull()
})

test('a landlord requires insurance of a property; other landlords neither see nor change that', async () => {
  const { landlord, propertyId, params, tenant } = await someone()
  const other = actors.landlord()
  const at = { params: { id: propertyId } }
  expect((await app.send(insuranceRequirement, landlord, at)).body.isRequired).toBe(false)
  const required = { isRequired: true, minimumCoverage: 200_000 }
  expect((await app.send(saveInsuranceRequirement, landlord, { ...at, body: required })).body).toEqual(required)
  expect((await app.send(ownInsurance, tenant)).body).toMatchObject({ status: 'missing', minimumCoverage: 200_000 })
  expect((await app.send(saveOwnInsurance, tenant, { body: policy })).body.status).toBe('too_low')
  expect((await app.send(saveInsuranceRequirement, other, { ...at, body: { isRequired: false } })).status).toBe(404)
  expect((await app.send(insuranceRequirement, other, at)).status).toBe(404)
  expect((await app.send(tenantInsurance, other, { params })).status).toBe(404)
  expect((await app.send(saveOwnInsurance, landlord, { body: policy })).status).toBe(403)
})

test('the same policy saved twice at once makes one entry in the history', async () => {
  const { landlord, params, tenant } = await someone()
  await Promise.all([1, 2].map(() => app.send(saveOwnInsurance, tenant, { body: policy })))
  const history = (await app.send(tenantHistory, landlord, { params })).body
  expect(history.filter(({ changes }) => changes.some(({ field }) => field === 'insurer'))).toHaveLength(1)
})

test('a policy that ends before it begins is refused', async () => {
  const { tenant } = await someone()
  const answer = await app.send(saveOwnInsurance, tenant, { body: { ...policy, expiryDate: '2025-12-31' } })
  expect(answer.problem.issues?.[0]?.path).toBe('expiryDate')
})

test('the landlord sees who has no proof and whose policy needs attention, by name and a page at a time; others see none of it', async () => {
  const { landlord, propertyId, id, tenant } = await someone()
  const { id: second } = await people.add(landlord, { propertyId, firstName: 'Zoe' })
  const list = async (query: Record<string, unknown> = {}, actor = landlord) =>
    app.send(listInsurance, actor, { query })
  const shown = async (query = {}, actor = landlord) =>
    (await list(query, actor)).body.map(({ tenantId, status, hasProof }) => [tenantId, status, hasProof])
  const attention = async () => (await app.send(tenancyAttention, landlord, { query: {} })).body.insurance
  expect([await shown(), await attention()]).toEqual([[], { total: 0, items: [] }])
  await app.send(saveInsuranceRequirement, landlord, { params: { id: propertyId }, body: { isRequired: true } })
  const missing = (tenantId: string) => [tenantId, 'missing', false]
  expect(new Set(await shown())).toEqual(new Set([missing(id), missing(second)]))
  const documentId = v7()
  app.documents.add(documentId)
  const save = (body: object) => app.send(saveOwnInsurance, tenant, { body: { ...policy, documentId, ...body } })
  await save({})
  expect(await shown()).toEqual([missing(second)])
  expect(await shown({ show: 'all' })).toContainEqual([id, 'active', true])
  // 30 days before the end, and a day after it.
  await save({ expiryDate: '2026-04-14' })
  expect(await attention()).toMatchObject({
    total: 2,
    items: [{ status: 'missing' }, { tenantId: id, status: 'expiring' }],
  })
  await save({ expiryDate: '2026-03-14' })
  expect(await shown()).toContainEqual([id, 'expired', true])
  expect(await shown({ show: 'no_proof' })).toEqual([missing(second)])
  const first = await list({ limit: 1, show: 'all' })
  expect([first.body.length, first.headers['x-total-count']]).toEqual([1, '2'])
  expect(await shown({ show: 'all' }, actors.landlord())).toEqual([])
  expect((await list({}, tenant as never)).status).toBe(403)
  const ask = actors.service('messaging', landlord.landlordId)
  expect((await app.send(listPolicies, ask, { query: {} })).body).toEqual([
    { tenantId: id, insurer: 'Acme Mutual', expiryDate: '2026-03-14' },
  ])
})
