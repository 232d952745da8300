import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { listNotices, listOwnNotifications } from '@keyhold/contracts/messaging/notifications-inbox'
import { saveNotificationPreference } from '@keyhold/contracts/messaging/notification-preferences'
import {
  createReminderRule,
  deleteReminderRule,
  listReminderLog,
  listReminderRules,
  previewReminder,
  testReminder,
  updateReminderRule,
} from '@keyhold/contracts/messaging/reminder-rules'
import type { ReminderTrigger } from '@keyhold/contracts/messaging/reminder-triggers'
import { ReceiptReversed } from '@keyhold/contracts/payments/events'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NotificationsApp, startNotificationsApp } from '../../testing/notifications.ts'

let app: NotificationsApp
beforeAll(async () => {
  app = await startNotificationsApp({ now: '2026-03-01T15:00:00Z' })
  await app.tick()
})
beforeEach(() => app.clock.set('2026-03-01T15:00:00Z'))
afterAll(() => app?.stop())

const rulesOf = async (landlord: LandlordActor) => (await app.send(listReminderRules, landlord)).body
async function switchOn(landlord: LandlordActor, trigger: ReminderTrigger, more: Record<string, unknown> = {}) {
  const rule = (await rulesOf(landlord)).find((one) => one.trigger === trigger && one.isPreset)!
  await app.send(updateReminderRule, landlord, { params: { id: rule.id }, body: { isOn: true, ...more } })
  return rule.id
}
const logOf = async (landlord: LandlordActor, id: string) =>
  (await app.send(listReminderLog, landlord, { params: { id } })).body.map(({ outcome, reason, record }) => [
    outcome,
    reason,
    record,
  ])

const charge = (dueDate: string, open: number) => ({
  chargeId: v7(),
  propertyId: null,
  paymentType: 'rent' as const,
  amount: 1200,
  open,
  dueDate,
  settledOn: null,
})
const owe = (tenantId: string, charges: ReturnType<typeof charge>[], more = {}) =>
  app.ledgers.push({ tenantId, awaitingConfirmation: 0, credit: 0, charges, ...more })

test('every landlord has the rules, all of them off, and nothing is sent unasked', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  owe(tenant.tenantId, [charge('2026-03-10', 1200)])
  const rules = await rulesOf(landlord)
  expect(rules.map(({ trigger, isOn, isPreset }) => [trigger, isOn, isPreset])).toEqual([
    ['rent_due', false, true],
    ['rent_overdue', false, true],
    ['payment_returned', false, true],
    ['lease_ending', false, true],
    ['insurance_expiring', false, true],
    ['visit_tomorrow', false, true],
    ['request_waiting', false, true],
  ])
  expect(await rulesOf(landlord)).toHaveLength(7)
  await app.at('2026-03-07T15:06:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toEqual([])
})

test('rent that falls due is said once, in the morning at the property, with the amount that is open', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId })
  const paid = await app.addTenant(landlord, { propertyId, firstName: 'Paula' })
  owe(tenant.tenantId, [charge('2026-03-11', 700.5), charge('2026-04-11', 1200)])
  owe(paid.tenantId, [charge('2026-03-11', 1200)], { awaitingConfirmation: 1200 })
  const id = await switchOn(landlord, 'rent_due')
  const messages = async () => (await app.send(listOwnNotifications, tenant.actor)).body.map(({ message }) => message)
  await app.at('2026-03-08T12:06:00Z')
  expect(await messages()).toEqual([])
  // Nine o'clock on the day on which the clocks went forward.
  await app.at('2026-03-08T13:06:00Z')
  expect(await messages()).toEqual(['$700.50 for Elm 1 is due on March 11, 2026.'])
  await app.at('2026-03-08T14:06:00Z')
  await app.at('2026-03-09T14:06:00Z')
  expect(await messages()).toHaveLength(1)
  expect((await app.send(listOwnNotifications, paid.actor)).body).toEqual([])
  expect(await logOf(landlord, id)).toEqual(
    expect.arrayContaining([
      ['sent', null, '$700.50 due March 11, 2026'],
      ['skipped', 'A payment that the tenant reported awaits your confirmation.', '$1,200.00 due March 11, 2026'],
    ]),
  )
  expect((await rulesOf(landlord)).find((rule) => rule.id === id)).toMatchObject({ sent: 1, skipped: 1 })
})

test('what was due before a rule was switched on is not said', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  owe(tenant.tenantId, [charge('2026-02-25', 1200)])
  await switchOn(landlord, 'rent_overdue', { days: 3 })
  await app.remindAt(landlord, '2026-03-01T16:06:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toEqual([])
})

test('co-tenants of one account are both reminded', async () => {
  const landlord = actors.landlord()
  const first = await app.addTenant(landlord)
  const second = await app.addTenant(landlord, { accountId: first.tenantId })
  owe(first.tenantId, [charge('2026-03-04', 900)])
  await switchOn(landlord, 'rent_due', { days: 2 })
  await app.remindAt(landlord, '2026-03-02T15:06:00Z')
  for (const { actor } of [first, second])
    expect((await app.send(listOwnNotifications, actor)).body).toMatchObject([{ title: 'Rent due on March 4, 2026' }])
})

test('a rule by e-mail that the tenant has switched off is skipped, and the log says so', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord, { leaseEndDate: '2026-03-31' })
  await app.send(saveNotificationPreference, tenant.actor, { body: { topic: 'lease', channel: 'email', isOn: false } })
  const id = await switchOn(landlord, 'lease_ending', { days: 29, deliveryMethod: 'email' })
  await app.remindAt(landlord, '2026-03-02T15:06:00Z')
  expect(await logOf(landlord, id)).toEqual([
    ['skipped', 'The recipient switched this off for this topic.', 'Lease until March 31, 2026'],
  ])
  expect(await app.outbox(tenant.email)).toEqual([])
})

test('a visit is announced the day before, and a request that waits is said to the landlord', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId })
  await app.publish(RequestOpened, {
    requestId: v7(),
    landlordId: landlord.landlordId,
    tenantId: tenant.tenantId,
    propertyId,
    title: 'Tap drips',
    category: 'plumbing',
    priority: 'low',
    status: 'open',
    openedBy: 'landlord',
    openedAt: '2026-03-01T15:00:00Z',
    scheduledDate: '2026-03-05',
  })
  await switchOn(landlord, 'visit_tomorrow')
  await switchOn(landlord, 'request_waiting', { days: 2 })
  await app.remindAt(landlord, '2026-03-03T15:06:00Z')
  expect((await app.send(listNotices, landlord)).body).toMatchObject([
    { title: 'Still open: Tap drips', message: '“Tap drips” at Elm 1 has been open since March 1, 2026.' },
  ])
  await app.remindAt(landlord, '2026-03-04T15:06:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toMatchObject([
    { title: 'Visit tomorrow: Tap drips' },
  ])
})

test('a returned payment is said once, and at night not before nine', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await switchOn(landlord, 'payment_returned')
  app.clock.set('2026-03-02T04:00:00Z')
  const reversal = {
    receiptId: v7(),
    chargeId: null,
    landlordId: landlord.landlordId,
    tenantId: tenant.tenantId,
    amount: 250,
    reason: 'Bounced',
  }
  await app.publish(ReceiptReversed, reversal)
  await app.publish(ReceiptReversed, reversal)
  await app.remindAt(landlord, '2026-03-02T13:59:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toEqual([])
  await app.remindAt(landlord, '2026-03-02T14:00:00Z')
  expect((await app.send(listOwnNotifications, tenant.actor)).body).toMatchObject([
    { message: 'Your payment of $250.00 was returned, so the amount is open again.' },
  ])
})

test('a rule is tried on a real record: shown, or mailed to the landlord alone', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord, { firstName: 'Rita', leaseEndDate: '2026-08-31' })
  const rule = (await rulesOf(landlord)).find(({ trigger }) => trigger === 'lease_ending')!
  const params = { id: rule.id }
  const sample = {
    recipient: 'Rita Tenant',
    record: 'Lease until August 31, 2026',
    title: 'Your lease ends on August 31, 2026',
    message: 'Your lease for your home ends on August 31, 2026. Please tell us whether you would like to renew it.',
  }
  expect((await app.send(previewReminder, landlord, { params, body: {} })).body).toEqual({ sample })
  expect((await app.send(testReminder, landlord, { params, body: { tenantId: tenant.tenantId } })).body).toEqual({
    sample,
  })
  await app.worked()
  expect(await app.outbox(`${landlord.landlordId}@landlords.test`)).toMatchObject([
    { subject: `Test: ${sample.title}` },
  ])
  expect(await app.outbox(tenant.email)).toEqual([])
  const other = (await rulesOf(landlord)).find(({ trigger }) => trigger === 'rent_due')!
  expect((await app.send(testReminder, landlord, { params: { id: other.id }, body: {} })).status).toBe(409)
})

test('a landlord adds, changes and removes rules of their own; another landlord cannot', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const form = { trigger: 'rent_due', days: 10, title: 'In ten days', message: 'Soon: [AMOUNT]' }
  const { body: rule, status } = await app.send(createReminderRule, landlord, { body: form })
  expect([status, rule]).toMatchObject([201, { days: 10, isOn: false, isPreset: false, deliveryMethod: 'portal' }])
  const params = { id: rule.id }
  expect(
    (await app.send(updateReminderRule, landlord, { params, body: { message: '[END_DATE]' } })).problem.issues,
  ).toEqual([{ path: 'message', message: '[END_DATE] is not filled in by this rule.' }])
  for (const call of [updateReminderRule, deleteReminderRule, previewReminder, testReminder, listReminderLog] as const)
    expect((await app.send(call as typeof updateReminderRule, other, { params, body: {} })).status).toBe(404)
  const preset = (await rulesOf(landlord))[0]!
  expect((await app.send(deleteReminderRule, landlord, { params: { id: preset.id } })).status).toBe(409)
  expect((await app.send(deleteReminderRule, landlord, { params })).status).toBe(204)
  expect(await rulesOf(landlord)).toHaveLength(7)
})

test('insurance that expires is said so many days before, once for each policy, and not of one that was renewed', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId })
  const { tenantId } = tenant
  app.policies.push({ tenantId, insurer: 'Acme Mutual', expiryDate: '2026-04-20' })
  await switchOn(landlord, 'insurance_expiring')
  const messages = async () => (await app.send(listOwnNotifications, tenant.actor)).body.map(({ message }) => message)
  await app.at('2026-03-20T15:06:00Z')
  expect(await messages()).toEqual([])
  await app.at('2026-03-21T15:06:00Z')
  await app.at('2026-03-22T15:06:00Z')
  expect(await messages()).toEqual([expect.stringContaining('Acme Mutual expires on April 20, 2026')])
  app.policies[0]!.expiryDate = '2027-04-20'
  await app.at('2026-04-10T15:06:00Z')
  expect(await messages()).toHaveLength(1)
})
