import { listMaintenance } from '@keyhold/contracts/maintenance/requests'
import { listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { reportsPerDay } from '../limits.ts'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

type Given = Awaited<ReturnType<typeof app.landlordWithTenant>>
const proposal = {
  kind: 'maintenance_request' as const,
  title: 'The sink leaks',
  description: 'The kitchen sink leaks since Monday.',
  category: 'plumbing',
  priority: 'high' as const,
}
const confirmed = ({ landlord, tenant }: Given, more: Record<string, unknown> = {}) => ({
  landlordId: landlord.landlordId,
  tenantId: tenant.tenantId,
  conversationId: v7(),
  messageId: v7(),
  propertyId: null,
  userId: v7(),
  proposal,
  ...more,
})
const settle = async () => {
  await app.settled()
  await app.tick()
  await app.settled()
}

test('what a tenant confirms in a conversation is reported, once, as if the tenant had reported it', async () => {
  const given = await app.landlordWithTenant()
  const data = confirmed(given)
  const event = v7()
  for (let times = 0; times < 3; times++) await app.publish(ProposalConfirmed, data, event)
  await settle()
  const { body } = await app.send(listTenantMaintenance, given.tenantActor)
  expect(body).toMatchObject([{ title: 'The sink leaks', category: 'plumbing', priority: 'high', status: 'open' }])
  expect((await app.send(listMaintenance, given.landlord)).body).toMatchObject([
    { id: body[0]!.id, propertyId: given.property.propertyId },
  ])
  expect(app.published(RequestOpened).filter(({ requestId }) => requestId === body[0]!.id)).toMatchObject([
    { openedBy: 'tenant', tenantId: given.tenant.tenantId },
  ])
})

test('nothing is reported for another landlord’s tenant, for one who has left, and for other kinds of proposals', async () => {
  const [given, other] = [await app.landlordWithTenant(), await app.landlordWithTenant()]
  await app.publish(ProposalConfirmed, confirmed(given, { tenantId: other.tenant.tenantId }))
  await app.publish(
    ProposalConfirmed,
    confirmed(other, { proposal: { kind: 'resend_receipt', receiptId: v7(), description: '10.00' } }),
  )
  await app.publish(TenantLeft, { ...given.tenant, isActive: false })
  await app.publish(ProposalConfirmed, confirmed(given))
  await settle()
  for (const { landlord } of [given, other]) expect((await app.send(listMaintenance, landlord)).body).toEqual([])
})

test('no more is reported in a day than a tenant may report otherwise', async () => {
  const given = await app.landlordWithTenant()
  for (let n = 0; n < reportsPerDay + 2; n++) await app.publish(ProposalConfirmed, confirmed(given))
  await settle()
  const page = { query: { limit: 100 } }
  expect((await app.send(listMaintenance, given.landlord, page)).body).toHaveLength(reportsPerDay)
})
