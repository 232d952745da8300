import { saveNotificationPreference } from '@keyhold/contracts/messaging/notification-preferences'
import { getPushKey, subscribePush, unsubscribePush } from '@keyhold/contracts/messaging/notifications-push'
import { actors } from '@keyhold/kit/testing/test-app'
import webpush from 'web-push'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NotificationsApp, startNotificationsApp } from '../../testing/notifications.ts'

const keys = webpush.generateVAPIDKeys()
let app: NotificationsApp
beforeAll(async () => {
  app = await startNotificationsApp({
    env: { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey, VAPID_SUBJECT: 'mailto:a@rent.test' },
  })
})
afterAll(() => app?.stop())

const subscription = (name: string) => ({
  endpoint: `https://updates.push.services.mozilla.com/${name}`,
  keys: { p256dh: 'p', auth: 'a' },
})
const queued = async () => (await app.jobs('send-push')).length

test('a push message is queued for those who subscribed and have not switched the topic off, on channels with the portal', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const neighbour = await app.addTenant(landlord)
  expect((await app.send(getPushKey, tenant.actor)).body).toEqual({ publicKey: keys.publicKey })
  expect((await app.send(subscribePush, tenant.actor, { body: subscription('one') })).body).toEqual({ isOn: true })
  await app.notify(landlord, { tenantId: neighbour.tenantId })
  await app.notify(landlord, { tenantId: tenant.tenantId, deliveryMethod: 'email' })
  expect(await queued()).toBe(0)
  const scheduled = { tenantId: tenant.tenantId, scheduledFor: '2026-03-06T12:00:00Z' }
  await app.notify(landlord, scheduled)
  await app.send(saveNotificationPreference, tenant.actor, {
    body: { topic: 'announcements', channel: 'push', isOn: false },
  })
  await app.at('2026-03-06T12:00:00Z')
  expect(await queued()).toBe(0)
})

test('other addresses than those of push services are refused, and visitors cannot subscribe', async () => {
  const landlord = actors.landlord()
  const body = { ...subscription('x'), endpoint: 'https://intranet.example.com/x' }
  expect((await app.send(subscribePush, landlord, { body })).status).toBe(400)
  expect((await app.send(subscribePush, actors.visitor(), { body: subscription('x') })).status).toBe(401)
  expect((await app.send(unsubscribePush, landlord, { body: { endpoint: body.endpoint } })).body).toEqual({
    isOn: false,
  })
})
