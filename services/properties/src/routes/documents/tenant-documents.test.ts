import {
  deleteDocument,
  documentFile,
  listDocuments,
  uploadTenantDocument,
} from '@keyhold/contracts/properties/documents'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf, startPropertiesApp, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

async function someone(landlord = actors.landlord()) {
  const snapshot = tenantAt(landlord, null)
  await app.publish(TenantCreated, snapshot)
  return { landlord, tenantId: snapshot.tenantId, tenant: actors.tenantOf(landlord, snapshot.tenantId) }
}

test('a tenant’s upload is seen by the tenant and the landlord, and by nobody else', async () => {
  const { landlord, tenant, tenantId } = await someone()
  const neighbour = await someone(landlord)
  const { status, body } = await app.send(uploadTenantDocument, tenant, {
    body: { file: pdf('Policy.pdf'), category: 'insurance' },
  })
  expect([status, body.tenantId, body.category, body.fileName]).toEqual([201, tenantId, 'insurance', 'Policy.pdf'])
  const seen = async (actor: Parameters<typeof app.send>[1]) =>
    (await app.send(listDocuments, actor)).body.map(({ id }) => id)
  expect([await seen(tenant), await seen(landlord)]).toEqual([[body.id], [body.id]])
  expect([await seen(neighbour.tenant), await seen(actors.landlord())]).toEqual([[], []])
  expect((await app.send(documentFile, neighbour.tenant, { params: { id: body.id } })).status).toBe(404)
  expect((await app.send(deleteDocument, tenant, { params: { id: body.id } })).status).toBe(403)
})

test('a file sent with another tenant’s id is linked to its sender, and other kinds of files are refused', async () => {
  const { landlord, tenant, tenantId } = await someone()
  const neighbour = await someone(landlord)
  const sent = await app.send(uploadTenantDocument, tenant, { body: { file: pdf(), tenantId: neighbour.tenantId } })
  expect(sent.body.tenantId).toBe(tenantId)
  const script = { name: 'policy.pdf', bytes: new TextEncoder().encode('<script>') }
  expect((await app.send(uploadTenantDocument, tenant, { body: { file: script } })).status).toBe(415)
  expect((await app.send(uploadTenantDocument, landlord, { body: { file: pdf() } })).status).toBe(403)
  expect((await app.send(uploadTenantDocument, actors.unlinkedTenant(), { body: { file: pdf() } })).problem.code).toBe(
    'not-linked',
  )
})
