import { randomUUID } from 'node:crypto'
import { MaintenanceProposalSettled, offeredVisits } from '@keyhold/contracts/maintenance/proposals'
import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { getTenantMaintenance, listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { offerVisits } from '@keyhold/contracts/maintenance/visits'
import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const tap = {
  kind: 'maintenance_request',
  title: 'Tap',
  description: 'It drips',
  category: 'plumbing',
  priority: 'low',
} as const
const friday = { date: '2026-03-20', from: '09:00', to: '11:00' }
const monday = { date: '2026-03-23', from: '14:00', to: '16:00' }

/** A tenant who confirms what the assistant proposes; each confirmation answers what the conversation is told. */
async function confirming() {
  const given = await app.landlordWithTenant()
  const { landlord, tenant } = given
  const confirm = async (proposal: object, again?: string) => {
    const messageId = again ?? randomUUID()
    const { landlordId } = landlord
    const { tenantId } = tenant
    const data = { landlordId, tenantId, conversationId: randomUUID(), messageId, propertyId: null, proposal } as never
    await app.publish(ProposalConfirmed, data, messageId)
    await app.settled()
    return app.published(MaintenanceProposalSettled).filter((one) => one.messageId === messageId)
  }
  const requests = async () => (await app.send(listTenantMaintenance, given.tenantActor)).body
  return { ...given, confirm, requests }
}

/** The same with a request, for which the landlord offers two times. */
async function offered() {
  const given = await confirming()
  await given.confirm(tap)
  const [{ id } = { id: '' }] = await given.requests()
  const { body } = await app.send(offerVisits, given.landlord, { params: { id }, body: { visits: [friday, monday] } })
  const book = (visitId: string) =>
    given.confirm({ kind: 'book_visit', requestId: id, visitId, title: 'Tap', description: '' })
  return { ...given, id, visits: body, book }
}

test('what a tenant confirms is opened as their own request, once, and the conversation is told', async () => {
  const { confirm, requests, landlord, tenant, property } = await confirming()
  const messageId = randomUUID()
  await confirm(tap, messageId)
  const told = await confirm(tap, messageId)
  expect(told).toMatchObject([
    { isDone: true, tenantId: tenant.tenantId, message: expect.stringContaining('“Tap” is open') },
  ])
  const [opened, ...more] = await requests()
  expect([opened, more]).toMatchObject([{ title: 'Tap', category: 'plumbing', propertyName: 'Oak House' }, []])
  expect((await app.send(getMaintenance, landlord, { params: { id: opened!.id } })).body).toMatchObject({
    tenantId: tenant.tenantId,
    propertyId: property.propertyId,
    newsFrom: 'tenant',
  })
  expect(app.published(RequestOpened).filter(({ landlordId }) => landlordId === landlord.landlordId)).toMatchObject([
    { openedBy: 'tenant' },
  ])
})

test('a confirmed visit is booked as if the tenant had picked it', async () => {
  const { id, visits, book, tenantActor } = await offered()
  expect(await book(visits[1]!.id)).toMatchObject([
    { isDone: true, message: 'The visit for “Tap” is booked: Mar 23, 2026, 2:00 PM to 4:00 PM.' },
  ])
  const { body } = await app.send(getTenantMaintenance, tenantActor, { params: { id } })
  expect(body).toMatchObject({ scheduledDate: monday.date, scheduledFrom: '14:00', visits: [{ status: 'chosen' }] })
  expect(body.history[0]).toMatchObject({ by: 'tenant' })
})

test('a time that was withdrawn meanwhile, or is another tenant’s, is not booked, and the conversation is told why', async () => {
  const { visits, id, book, landlord } = await offered()
  const other = await offered()
  await app.send(offerVisits, landlord, { params: { id }, body: { visits: [monday] } })
  expect(await book(visits[0]!.id)).toMatchObject([
    { isDone: false, message: expect.stringContaining('not available') },
  ])
  const foreign = { kind: 'book_visit', requestId: id, visitId: visits[0]!.id, title: 'Tap', description: '' }
  expect(await other.confirm(foreign)).toMatchObject([{ isDone: false, message: 'Maintenance request not found' }])
})

test('the assistant is shown the offered times of one tenant, without those that have passed or wait for the other side', async () => {
  const { landlord, tenant, visits, book } = await offered()
  const other = await offered()
  const asked = async (landlordId = landlord.landlordId) =>
    (await app.send(offeredVisits, actors.service('ai', landlordId), { params: { id: tenant.tenantId } })).body
  expect(await asked()).toMatchObject([
    { ...friday, title: 'Tap', visitId: visits[0]!.id },
    { ...monday, visitId: visits[1]!.id },
  ])
  expect(await asked(other.landlord.landlordId)).toEqual([])
  await book(visits[1]!.id)
  expect(await asked()).toEqual([])
})
