import { devReply } from '@keyhold/contracts/messaging/dev-outbox'
import { listNotificationRecipients } from '@keyhold/contracts/messaging/notifications'
import {
  getNotificationPreferences,
  listConsents,
  saveNotificationPreference,
} from '@keyhold/contracts/messaging/notification-preferences'
import { listNotices } from '@keyhold/contracts/messaging/notifications-inbox'
import { ReceiptReported } from '@keyhold/contracts/payments/events'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bouncedAddress, consent } from '../../schema/consents.ts'
import { type NotificationsApp, startNotificationsApp } from '../../testing/notifications.ts'

let app: NotificationsApp
beforeAll(async () => {
  app = await startNotificationsApp()
})
afterAll(() => app?.stop())

test('a tenant switches a channel off for a topic, and nothing of that topic is sent there; other topics are', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const saved = await app.send(saveNotificationPreference, tenant.actor, {
    body: { topic: 'rent', channel: 'email', isOn: false },
  })
  expect(saved.body.topics).toEqual(
    expect.arrayContaining([
      { topic: 'rent', email: false, sms: true, push: true },
      { topic: 'lease', email: true, sms: true, push: true },
    ]),
  )
  const { body } = await app.notify(landlord, { notificationType: 'rent_reminder', deliveryMethod: 'email' })
  await app.notify(landlord, { notificationType: 'lease_renewal', deliveryMethod: 'email', title: 'Lease' })
  expect((await app.outbox(tenant.email)).map(({ subject }) => subject)).toEqual(['Lease'])
  const recipients = await app.send(listNotificationRecipients, landlord, { params: { id: body.id } })
  expect(recipients.body[0]?.channels).toMatchObject([
    { channel: 'email', status: 'skipped', reason: 'The recipient switched this off for this topic.' },
  ])
  expect((await app.send(getNotificationPreferences, landlord)).body.topics[0]).toMatchObject({ email: true })
})

test('the landlord reads what a tenant agreed to and refused: the number given, STOP, START and switches', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord, { phone: '(212) 555-0231' })
  app.clock.advance(1000)
  await app.send(devReply, actors.service('gateway'), { body: { from: '+12125550231', body: 'STOP' } })
  expect((await app.send(getNotificationPreferences, tenant.actor)).body.sms).toEqual({
    address: '(212) 555-0231',
    problem: 'This number has opted out of texts (STOP).',
  })
  app.clock.advance(1000)
  await app.send(devReply, actors.service('gateway'), { body: { from: '+12125550231', body: 'START' } })
  app.clock.advance(1000)
  await app.send(saveNotificationPreference, tenant.actor, { body: { topic: 'messages', channel: 'sms', isOn: false } })
  const { body } = await app.send(listConsents, landlord, { params: { id: tenant.tenantId } })
  expect(body.map(({ kind, channel, source }) => [kind, channel, source])).toEqual([
    ['switched_off', 'sms', 'Notification settings of the portal, topic: messages'],
    ['restarted', 'sms', 'The number answered START'],
    ['stopped', 'sms', 'The number answered STOP'],
    ['given', expect.any(String), expect.any(String)],
    ['given', expect.any(String), expect.any(String)],
  ])
  expect(body.filter(({ kind }) => kind === 'given').map(({ address, source }) => [address, source])).toEqual(
    expect.arrayContaining([
      ['(212) 555-0231', 'Phone number given for the tenancy'],
      [tenant.email, 'Email address given for the tenancy'],
    ]),
  )
  expect((await app.send(listConsents, actors.landlord(), { params: { id: tenant.tenantId } })).status).toBe(404)
  expect((await app.send(listConsents, tenant.actor, { params: { id: tenant.tenantId } })).status).toBe(403)
})

test('no mail goes to an address that was returned; the recipient’s line and the record of consent say so', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await app
    .db('messaging')
    .adminTransaction('as if a mail server had refused it', (tx) =>
      tx
        .insert(bouncedAddress)
        .values({ address: tenant.email, reason: 'The mail server refused this address or message.' }),
    )
  const { body } = await app.notify(landlord, { deliveryMethod: 'email' })
  const recipients = await app.send(listNotificationRecipients, landlord, { params: { id: body.id } })
  expect(recipients.body[0]?.channels[0]).toMatchObject({
    status: 'skipped',
    reason: 'Mail to this address was returned: The mail server refused this address or message.',
  })
  expect(await app.outbox(tenant.email)).toEqual([])
  const consents = await app.send(listConsents, landlord, { params: { id: tenant.tenantId } })
  expect(consents.body.some(({ kind, address }) => kind === 'bounced' && address === tenant.email)).toBe(true)
})

test('a payment that a tenant reports stands behind the landlord’s bell once, with the page to confirm it', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const [receiptId, chargeId] = [v7(), v7()]
  const report = { receiptId, chargeId, landlordId: landlord.landlordId, tenantId: tenant.tenantId, amount: 1200 }
  await app.publish(ReceiptReported, report)
  await app.publish(ReceiptReported, report)
  expect((await app.send(listNotices, landlord)).body).toMatchObject([
    { title: 'Tess Tenant reported a payment of $1,200.00', path: `/payments?verify=${chargeId}`, topic: 'rent' },
  ])
  expect((await app.send(listNotices, tenant.actor)).body).toEqual([])
})

test('someone without a landlord has no preferences', async () => {
  expect((await app.send(getNotificationPreferences, actors.unlinkedTenant())).status).toBe(409)
  expect((await app.send(getNotificationPreferences, actors.visitor())).status).toBe(401)
})

test('the record of consent can neither be changed nor emptied, not even by the service', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await app.send(saveNotificationPreference, tenant.actor, { body: { topic: 'rent', channel: 'email', isOn: false } })
  const db = app.db('messaging')
  await expect(db.transaction(tenant.actor, (tx) => tx.delete(consent))).rejects.toThrow()
  await expect(db.transaction(landlord, (tx) => tx.delete(consent))).rejects.toThrow()
  await expect(db.transaction(landlord, (tx) => tx.update(consent).set({ kind: 'given' }))).rejects.toThrow()
  const kept = (await app.send(listConsents, landlord, { params: { id: tenant.tenantId } })).body
  expect(kept.some(({ kind }) => kind === 'switched_off')).toBe(true)
})
