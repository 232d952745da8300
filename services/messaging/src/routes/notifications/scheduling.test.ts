import { getTenantNotification, stopTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { listOwnNotifications } from '@keyhold/contracts/messaging/notifications-inbox'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { type NotificationsApp, startNotificationsApp } from '../../testing/notifications.ts'

let app: NotificationsApp | undefined
const start = async (now: string) => {
  await app?.stop()
  app = await startNotificationsApp({ now })
  return app
}
afterAll(() => app?.stop())

test('a time without a zone is that of each recipient’s home, on both sides of a daylight saving change', async () => {
  const one = await start('2026-03-07T15:00:00Z')
  const landlord = actors.landlord()
  const newYork = await one.addTenant(landlord, { propertyId: await one.addProperty(landlord) })
  const phoenix = await one.addTenant(landlord, {
    propertyId: await one.addProperty(landlord, { timeZone: 'America/Phoenix' }),
  })
  const { body } = await one.notify(landlord, { scheduledFor: '2026-03-08T09:30' })
  // The clocks in New York went forward that night: 13:30 UTC, not 14:30.
  expect(body).toMatchObject({
    status: 'pending',
    scheduledFor: '2026-03-08T13:30:00.000Z',
    scheduledLocal: '2026-03-08T09:30',
  })
  const got = async () => [
    (await one.send(listOwnNotifications, newYork.actor)).body.length,
    (await one.send(listOwnNotifications, phoenix.actor)).body.length,
  ]
  await one.at('2026-03-08T13:29:00Z')
  expect(await got()).toEqual([0, 0])
  await one.at('2026-03-08T13:30:00Z')
  expect(await got()).toEqual([1, 0])
  expect((await one.send(getTenantNotification, landlord, { params: { id: body.id } })).body).toMatchObject({
    status: 'pending',
    isSending: true,
  })
  await one.at('2026-03-08T16:29:00Z')
  expect(await got()).toEqual([1, 0])
  await one.at('2026-03-08T16:30:00Z')
  expect(await got()).toEqual([1, 1])
  await one.at('2026-03-09T20:00:00Z')
  expect(await got()).toEqual([1, 1])
  expect((await one.send(getTenantNotification, landlord, { params: { id: body.id } })).body).toMatchObject({
    status: 'sent',
    isSending: false,
    progress: { recipients: 2, sent: 2 },
  })
})

test('a weekly reminder comes once a week at nine in the morning, before and after the clocks change in November', async () => {
  const one = await start('2026-10-23T15:00:00Z')
  const landlord = actors.landlord()
  const propertyId = await one.addProperty(landlord)
  const tenant = await one.addTenant(landlord, { propertyId })
  const { body } = await one.notify(landlord, {
    notificationType: 'rent_reminder',
    isRecurring: true,
    recurringType: 'weekly',
    scheduledFor: '2026-10-25T09:00',
  })
  expect(body).toMatchObject({ isRecurring: true, nextSendDate: '2026-10-25', lastSentDate: null, recurringDay: null })
  const count = async () => (await one.send(listOwnNotifications, tenant.actor)).body.length
  const dates = async () => {
    const { nextSendDate, lastSentDate, status } = (
      await one.send(getTenantNotification, landlord, { params: { id: body.id } })
    ).body
    return [status, lastSentDate, nextSendDate]
  }
  await one.at('2026-10-25T12:59:00Z')
  expect(await count()).toBe(0)
  await one.at('2026-10-25T13:00:00Z')
  expect([await count(), ...(await dates())]).toEqual([1, 'sent', '2026-10-25', '2026-11-01'])
  // Nine o'clock is at 14:00 UTC now.
  await one.at('2026-11-01T13:59:00Z')
  expect(await count()).toBe(1)
  await one.at('2026-11-01T14:00:00Z')
  expect([await count(), ...(await dates())]).toEqual([2, 'sent', '2026-11-01', '2026-11-08'])
  await one.at('2026-11-01T15:00:00Z')
  expect(await count()).toBe(2)
  await one.send(stopTenantNotification, landlord, { params: { id: body.id } })
  await one.at('2026-11-09T15:00:00Z')
  expect([await count(), ...(await dates())]).toEqual([2, 'sent', '2026-11-01', null])
})

test('a monthly reminder speaks of the month’s own due date, keeps to the quiet hours, and leaves out what a downtime missed', async () => {
  const one = await start('2026-01-10T15:00:00Z')
  const landlord = actors.landlord()
  const propertyId = await one.addProperty(landlord)
  const tenant = await one.addTenant(landlord, { propertyId })
  const { body } = await one.notify(landlord, {
    message: 'Due on [DUE_DATE]',
    notificationType: 'rent_reminder',
    isRecurring: true,
    recurringType: 'monthly',
    recurringDay: 28,
    dueDate: '2026-02-01',
    scheduledFor: '2026-01-10T23:30',
  })
  expect(body).toMatchObject({ nextSendDate: '2026-01-28', recurringDay: 28, scheduledLocal: '2026-01-28T09:00' })
  const messages = async () => (await one.send(listOwnNotifications, tenant.actor)).body.map(({ message }) => message)
  await one.at('2026-01-28T14:00:00Z')
  expect(await messages()).toEqual(['Due on February 1, 2026'])
  // Down over the next day, up again in the evening: it waits for the morning.
  await one.at('2026-03-01T03:00:00Z')
  expect(await messages()).toHaveLength(1)
  await one.at('2026-03-01T14:00:00Z')
  expect(await messages()).toEqual(['Due on March 1, 2026', 'Due on February 1, 2026'])
  expect((await one.send(getTenantNotification, landlord, { params: { id: body.id } })).body.nextSendDate).toBe(
    '2026-03-28',
  )
})

test('recurrence applies to rent reminders alone', async () => {
  const one = await start('2026-01-10T15:00:00Z')
  const landlord = actors.landlord()
  await one.addTenant(landlord)
  const { body } = await one.notify(landlord, {
    notificationType: 'custom',
    isRecurring: true,
    recurringType: 'monthly',
    recurringDay: 5,
  })
  expect(body).toMatchObject({ isRecurring: false, recurringType: null, recurringDay: null, nextSendDate: null })
})

test('a time in centuries to come is refused, also for what recurs', async () => {
  const one = await start('2026-03-07T15:00:00Z')
  const landlord = actors.landlord()
  for (const scheduledFor of ['9999-12-31T23:59:59Z', '2199-12-31T23:59'])
    for (const more of [{}, { notificationType: 'rent_reminder', isRecurring: true }])
      expect((await one.notify(landlord, { scheduledFor, ...more })).status).toBe(400)
})
