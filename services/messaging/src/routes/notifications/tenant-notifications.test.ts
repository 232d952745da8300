import {
  cancelTenantNotification,
  createTenantNotification,
  getTenantNotification,
  listNotificationRecipients,
  listTenantNotifications,
  markTenantNotificationRead,
  previewTenantNotification,
  retryNotification,
  tenantNotificationSummary,
  updateTenantNotification,
} from '@keyhold/contracts/messaging/notifications'
import {
  listNotices,
  listOwnNotifications,
  noticeSummary,
  readAllNotices,
  readOwnNotification,
} from '@keyhold/contracts/messaging/notifications-inbox'
import { devReply } from '@keyhold/contracts/messaging/dev-outbox'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { delivery } from '../../schema/deliveries.ts'
import { type NotificationsApp, startNotificationsApp } from '../../testing/notifications.ts'

let app: NotificationsApp
beforeAll(async () => {
  app = await startNotificationsApp()
})
afterAll(() => app?.stop())

const recipientsOf = async (landlord: ReturnType<typeof actors.landlord>, id: string, query = {}) =>
  (await app.send(listNotificationRecipients, landlord, { params: { id }, query })).body

test('what a landlord sends at once goes out at once, filled in for each tenant, by every channel of its method', async () => {
  const landlord = actors.landlord()
  const elm = await app.addProperty(landlord, { name: 'Elm 1' })
  const oak = await app.addProperty(landlord, { name: 'Oak 2' })
  const ann = await app.addTenant(landlord, { propertyId: elm, firstName: 'Ann', phone: '(212) 555-0201' })
  const bob = await app.addTenant(landlord, { propertyId: oak, firstName: 'Bob' })
  await app.addTenant(actors.landlord(), { firstName: 'Foreign' })
  await app.addTenant(landlord, { firstName: 'Gone', isActive: false })
  const { body, status } = await app.notify(landlord, {
    title: 'Rent for [PROPERTY_NAME]',
    message: 'Dear [TENANT_NAME], it is due on [DUE_DATE].',
    notificationType: 'rent_reminder',
    deliveryMethod: 'all',
    dueDate: '2026-04-01',
  })
  expect([status, body.status, body.progress.recipients]).toEqual([201, 'pending', 2])
  const { body: sent } = await app.send(getTenantNotification, landlord, { params: { id: body.id } })
  expect(sent).toMatchObject({
    status: 'sent',
    tenantId: null,
    isRecurring: false,
    lastSentDate: '2026-03-05',
    progress: { recipients: 2, prepared: 2, sent: 2, pending: 0, failed: 0, problems: 1 },
  })
  const { body: own } = await app.send(listOwnNotifications, ann.actor)
  expect(own).toMatchObject([
    { title: 'Rent for Elm 1', message: 'Dear Ann Tenant, it is due on April 1, 2026.', topic: 'rent', isRead: false },
  ])
  expect((await app.send(listOwnNotifications, bob.actor)).body).toMatchObject([{ title: 'Rent for Oak 2' }])
  expect(await app.outbox(ann.email)).toMatchObject([{ channel: 'email', subject: 'Rent for Elm 1' }])
  const [text] = await app.outbox('+12125550201')
  expect(text?.body).toBe(
    'Rent for Elm 1: Dear Ann Tenant, it is due on April 1, 2026. https://rent.test/tenant-portal Reply STOP to end these texts.',
  )
  const recipients = await recipientsOf(landlord, body.id)
  expect(
    recipients.map(({ name, channels }) => [name, channels.map(({ channel, status: one }) => `${channel} ${one}`)]),
  ).toEqual([
    ['Ann Tenant', ['email sent', 'portal sent', 'sms sent']],
    ['Bob Tenant', ['email sent', 'portal sent', 'sms skipped']],
  ])
  expect(await recipientsOf(landlord, body.id, { show: 'problems' })).toMatchObject([
    { name: 'Bob Tenant', channels: [{}, {}, { reason: 'There is no phone number.' }] },
  ])
})

test('the list has filters with counts, and marking a sent one as read takes it from the unread', async () => {
  const landlord = actors.landlord()
  await app.addTenant(landlord)
  const first = await app.notify(landlord, { title: 'First' })
  await app.notify(landlord, { title: 'Later', scheduledFor: '2026-03-20T10:00', useScheduling: true })
  await app.notify(actors.landlord(), { title: 'Nobody there' })
  const titles = async (show: 'all' | 'sent' | 'pending' | 'failed' | 'unread') =>
    (await app.send(listTenantNotifications, landlord, { query: { show } })).body.map(({ title }) => title)
  expect([await titles('sent'), await titles('pending'), await titles('failed'), await titles('unread')]).toEqual([
    ['First'],
    ['Later'],
    [],
    ['First'],
  ])
  expect((await app.send(tenantNotificationSummary, landlord)).body).toEqual({
    all: 2,
    sent: 1,
    pending: 1,
    failed: 0,
    unread: 1,
  })
  const id = first.body.id
  expect((await app.send(markTenantNotificationRead, landlord, { params: { id } })).body.isRead).toBe(true)
  expect(await titles('unread')).toEqual([])
})

test('a notification to nobody has failed and says why', async () => {
  const landlord = actors.landlord()
  const { body } = await app.notify(landlord, {})
  expect((await app.send(getTenantNotification, landlord, { params: { id: body.id } })).body).toMatchObject({
    status: 'failed',
    reason: 'There is nobody to send it to.',
  })
})

test('a number that answered STOP gets no text; where nothing else was asked for, the notification has failed', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord, { phone: '+12125550202' })
  await app.send(devReply, actors.service('gateway'), { body: { from: '+12125550202', body: 'Stop' } })
  const { body } = await app.notify(landlord, { tenantId: tenant.tenantId, deliveryMethod: 'sms' })
  expect((await app.send(getTenantNotification, landlord, { params: { id: body.id } })).body).toMatchObject({
    status: 'failed',
    reason: 'This number has opted out of texts (STOP).',
  })
  expect(await app.outbox('+12125550202')).toEqual([])
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toEqual([])
})

test('a failed message of a recipient is sent again, and the notification counts it', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord, { phone: '+12125550203' })
  const { body } = await app.notify(landlord, {
    deliveryMethod: 'sms',
    scheduledFor: '2026-03-05T15:00:30Z',
  })
  const db = app.db('messaging')
  await app.at('2026-03-05T15:00:40Z')
  const [recipient] = await recipientsOf(landlord, body.id)
  expect(recipient?.channels).toMatchObject([{ channel: 'sms', status: 'sent', canRetry: false }])
  await db.adminTransaction('as if the carrier had reported a failure', (tx) =>
    tx
      .update(delivery)
      .set({ status: 'failed', reason: 'The carrier refused it.', body: 'Hello' })
      .where(eq(delivery.key, `notice:${recipient!.id}:sms`)),
  )
  const params = { id: body.id }
  const again = { params, body: { recipientId: recipient!.id } }
  expect((await app.send(retryNotification, actors.landlord(), again)).status).toBe(404)
  expect((await app.send(retryNotification, landlord, again)).status).toBe(200)
  await app.worked()
  expect((await recipientsOf(landlord, body.id))[0]?.channels).toMatchObject([{ status: 'sent' }])
  expect((await app.send(retryNotification, landlord, { params, body: {} })).status).toBe(409)
  expect(tenant.tenantId).toBe(recipient!.tenantId)
})

test('placeholders that cannot be filled in are refused by field', async () => {
  const landlord = actors.landlord()
  const issues = async (body: Record<string, unknown>) =>
    (await app.send(createTenantNotification, landlord, { body: { title: 'T', message: 'M', ...body } })).problem.issues
  expect(await issues({ message: 'On [DUE_DATE]' })).toEqual([
    { path: 'dueDate', message: 'Choose a due date, or remove [DUE_DATE] from the text.' },
  ])
  expect(await issues({ title: '[POLICY_TYPE]', message: '[NAME]' })).toEqual([
    { path: 'title', message: 'Replace [POLICY_TYPE] with your own words.' },
    { path: 'message', message: '[NAME] is not a placeholder that is filled in.' },
  ])
  expect(await issues({ title: '  ' })).toMatchObject([{ path: 'title', message: 'Title is required' }])
  expect(await issues({ recurringDay: 29 })).toMatchObject([{ path: 'recurringDay' }])
  expect(await issues({ scheduledFor: '2026-03-01T10:00' })).toEqual([
    { path: 'scheduledFor', message: 'Choose a time in the future.' },
  ])
})

test('the preview shows what one recipient gets, and how many there are', async () => {
  const landlord = actors.landlord()
  const elm = await app.addProperty(landlord, { name: 'Elm 1' })
  await app.addTenant(landlord, { propertyId: elm, lastName: 'Beta', phone: '+12125550204' })
  await app.addTenant(landlord, { propertyId: elm, lastName: 'Alpha' })
  await app.addTenant(landlord, { lastName: 'Aaron' })
  const { body } = await app.send(previewTenantNotification, landlord, {
    body: { title: 'At [PROPERTY_NAME]', message: 'Hi [TENANT_NAME]', propertyId: elm, deliveryMethod: 'sms' },
  })
  expect(body).toMatchObject({
    recipients: 2,
    withoutPhone: 1,
    sample: { name: 'Tess Alpha', title: 'At Elm 1', message: 'Hi Tess Alpha' },
    firstSendAt: null,
  })
})

test('a pending one is changed and cancelled, and nothing of its first version is sent; a sent one is not', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const { body } = await app.notify(landlord, { title: 'Draft', scheduledFor: '2026-03-06T12:00:00Z' })
  const params = { id: body.id }
  const changed = await app.send(updateTenantNotification, landlord, {
    params,
    body: { title: 'Final', message: 'Changed', scheduledFor: '2026-03-07T12:00:00Z' },
  })
  expect(changed.body).toMatchObject({ title: 'Final', scheduledFor: '2026-03-07T12:00:00.000Z', status: 'pending' })
  await app.at('2026-03-06T12:01:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toEqual([])
  await app.at('2026-03-07T12:01:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toMatchObject([{ title: 'Final' }])
  expect(
    (await app.send(updateTenantNotification, landlord, { params, body: { title: 'x', message: 'y' } })).status,
  ).toBe(409)
  expect((await app.send(cancelTenantNotification, landlord, { params })).status).toBe(409)
  const other = await app.notify(landlord, { scheduledFor: '2026-03-08T12:00:00Z' })
  expect((await app.send(cancelTenantNotification, landlord, { params: { id: other.body.id } })).status).toBe(204)
  await app.at('2026-03-08T12:01:00Z')
  expect((await app.send(noticeSummary, tenant.actor)).body).toEqual({ unread: 1 })
})

test('a notification sent twice with one Idempotency-Key reaches each tenant once', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const headers = { 'idempotency-key': 'once' }
  const send = () => app.send(createTenantNotification, landlord, { body: { title: 'T', message: 'M' }, headers })
  const [first, second] = [await send(), await send()]
  expect(second.body.id).toBe(first.body.id)
  await app.worked()
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toHaveLength(1)
})

test('another landlord, another tenant and a visitor see and change nothing', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const tenant = await app.addTenant(landlord)
  const neighbour = await app.addTenant(landlord)
  const { body } = await app.notify(landlord, { tenantId: tenant.tenantId })
  const params = { id: body.id }
  expect((await app.send(getTenantNotification, other, { params })).status).toBe(404)
  expect((await app.send(markTenantNotificationRead, other, { params })).status).toBe(404)
  expect((await app.send(listNotificationRecipients, other, { params })).status).toBe(404)
  expect((await app.send(getTenantNotification, tenant.actor, { params })).status).toBe(403)
  expect((await app.send(listTenantNotifications, actors.visitor())).status).toBe(401)
  expect(
    (await app.send(createTenantNotification, other, { body: { title: 'T', message: 'M', tenantId: tenant.tenantId } }))
      .status,
  ).toBe(404)
  expect((await app.send(listOwnNotifications, neighbour.actor)).body).toEqual([])
  const [notice] = (await app.send(listOwnNotifications, tenant.actor)).body
  const one = { params: { id: notice!.id } }
  expect((await app.send(readOwnNotification, neighbour.actor, one)).status).toBe(404)
  expect((await app.send(listNotices, landlord)).body).toEqual([])
  expect((await app.send(noticeSummary, actors.unlinkedTenant())).body).toEqual({ unread: 0 })
  expect((await app.send(readOwnNotification, tenant.actor, one)).body.isRead).toBe(true)
  expect((await app.send(noticeSummary, tenant.actor)).body).toEqual({ unread: 0 })
})

test('a tenant marks all as read', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await app.notify(landlord, {})
  await app.notify(landlord, {})
  expect((await app.send(noticeSummary, tenant.actor)).body).toEqual({ unread: 2 })
  expect((await app.send(readAllNotices, tenant.actor)).body).toEqual({ read: 2 })
  expect((await app.send(listNotices, tenant.actor, { query: { unread: true } })).body).toEqual([])
})
