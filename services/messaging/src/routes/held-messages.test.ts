import { UserCreated } from '@keyhold/contracts/identity/accounts'
import {
  deliver,
  DeliveryReleased,
  dropHeldMessage,
  listFailedDeliveries,
  listHeldMessages,
  releaseHeldMessage,
  switchChannel,
  waitingMessages,
} from '@keyhold/contracts/messaging/deliveries'
import { saveAlertPreferences } from '@keyhold/contracts/messaging/alert-preferences'
import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccountDays, newAccountTextsPerDay, textsPerRecipientPerHour } from '../limits.ts'
import { messaging } from '../service.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  // Proof is asked although messages go to the local outbox, where the test reads them.
  app = await startTestApp([messaging], {
    env: { DEV_OUTBOX: 'on', EMAIL_PROOF: 'on', PUBLIC_URL: 'https://rent.test' },
  })
})
afterAll(() => app?.stop())

const tenancy = actors.service('tenancy')
const admin = actors.superAdmin()
const outbox = async () => (await app.send(devOutbox, tenancy)).body
let numbers = 0
const number = () => `+1 212 555 ${String(1000 + ++numbers)}`

async function landlord(proof: { emailProof?: 'mailbox' | null; isPhoneProved?: boolean; age?: number } = {}) {
  const who = actors.landlord()
  await announce(who, proof)
  return who
}
async function announce(
  { landlordId }: LandlordActor,
  { emailProof = 'mailbox', isPhoneProved = true, age = 0 }: Parameters<typeof landlord>[0] = {},
) {
  app.clock.advance(1)
  await app.publish(UserCreated, {
    userId: landlordId,
    landlordId,
    tenantId: null,
    userType: 'landlord',
    email: `${landlordId}@landlords.test`,
    firstName: 'Lee',
    lastName: 'Lord',
    phone: null,
    createdAt: new Date(app.clock.now().getTime() - age * dayMs).toISOString(),
    emailProof,
    isPhoneProved,
  })
}
const send = async ({ landlordId }: LandlordActor, more: Record<string, unknown> = {}) =>
  (
    await app.send(deliver, tenancy, {
      body: { key: v7(), landlordId, channel: 'sms', to: number(), body: 'Hello', ...more },
    })
  ).body
const sentTo = (to: string) =>
  until(async () => (await outbox()).find((one) => one.to === to), { what: `a message to ${to}` })

test('nothing leaves for a landlord before the address, and for texts the number, is proved; then all of it does', async () => {
  const who = await landlord({ emailProof: null, isPhoneProved: false })
  const to = `waits${v7()}@example.com`
  const mail = await send(who, { channel: 'email', to, subject: 'Hi' })
  const text = await send(who, { to: '+1 212 555 0900' })
  expect([mail.status, text.status]).toEqual(['held', 'held'])
  expect((await outbox()).some((one) => one.to === to || one.to === '+12125550900')).toBe(false)
  expect((await app.send(waitingMessages, who)).body).toEqual({ proof: 2, limit: 0, switchedOff: 0 })
  const held = (await app.send(listHeldMessages, admin)).body.filter(({ landlordId }) => landlordId === who.landlordId)
  expect(held).toHaveLength(2)
  expect(held[0]).toMatchObject({ held: 'proof', landlordEmail: `${who.landlordId}@landlords.test`, preview: 'Hello' })

  await announce(who, { isPhoneProved: false })
  await sentTo(to)
  await until(async () => (await app.send(waitingMessages, who)).body.proof === 1, { what: 'the text to wait alone' })
  await announce(who)
  await sentTo('+12125550900')
  // A message is in the outbox before its outcome is stored.
  const released = () => app.published(DeliveryReleased).map(({ deliveryId }) => deliveryId)
  await until(() => [mail.id, text.id].every((id) => released().includes(id)), { what: 'the facts of both' })
})

test('an account without history sends the fixed wording, without links elsewhere; one that pays or is old sends its own', async () => {
  const words = {
    body: 'Pay now at https://evil.test/x',
    fixedBody: 'Lee evil.test invites you: https://rent.test/tenant-register?token=a',
  }
  const fresh = await landlord()
  const [first, second, third] = ['+12125550901', '+12125550902', '+12125550903']
  await send(fresh, { ...words, to: first })
  expect((await sentTo(first))?.body).toBe('Lee [link removed] invites you: https://rent.test/tenant-register?token=a')
  await send(await landlord({ age: newAccountDays }), { ...words, to: second })
  expect((await sentTo(second))?.body).toBe(words.body)
  const paying = await landlord()
  await app.publish(SubscriptionChanged, {
    landlordId: paying.landlordId,
    plan: 'professional',
    status: 'active',
    maxProperties: 25,
    trialStartDate: null,
    trialEndDate: null,
    subscriptionStartDate: null,
    subscriptionEndDate: null,
    interval: 'month',
    cancelAtPeriodEnd: false,
    pastDueSince: null,
    provider: null,
    credit: 0,
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    stripePriceId: null,
  })
  await send(paying, { ...words, to: third })
  expect((await sentTo(third))?.body).toBe(words.body)
})

test('one number gets few texts, from however many landlords, and the rest wait their turn', async () => {
  const to = '+12125550904'
  const answers = []
  for (let i = 0; i < textsPerRecipientPerHour + 2; i++) answers.push((await send(await landlord(), { to })).status)
  expect(answers.filter((status) => status === 'sent')).toHaveLength(textsPerRecipientPerHour)
  expect(answers.slice(-2)).toEqual(['held', 'held'])
  const sent = async () => (await outbox()).filter((one) => one.to === to).length
  app.clock.advance(60 * 60_000 + 1000)
  await app.tick()
  await until(async () => (await sent()) === textsPerRecipientPerHour + 2, { what: 'the texts that waited' })
})

test('an alert reaches the landlord’s phone whatever others sent to it, and whatever the landlord sent to others', async () => {
  const [who, stranger] = [await landlord(), await landlord()]
  const phone = '+12125550950'
  for (let i = 0; i < textsPerRecipientPerHour; i++) await send(stranger, { to: phone, body: 'Spam' })
  expect((await send(stranger, { to: phone, body: 'Spam' })).status).toBe('held')
  for (let i = 0; i < newAccountTextsPerDay; i++) await send(who)
  expect((await send(who)).status).toBe('held')
  await app.send(saveAlertPreferences, who, { body: { phone, emergencySms: true } })
  await app.publish(RequestOpened, {
    requestId: v7(),
    landlordId: who.landlordId,
    tenantId: null,
    propertyId: null,
    title: 'Fire',
    category: 'general',
    priority: 'emergency',
    status: 'open',
    openedBy: 'tenant',
  })
  await until(async () => (await outbox()).find(({ to, body }) => to === phone && body.includes('Fire')), {
    what: 'the alert',
  })
})

test('a new account texts few people a day, also at once', async () => {
  const who = await landlord()
  const answers = await Promise.all(Array.from({ length: newAccountTextsPerDay + 10 }, () => send(who)))
  expect(answers.filter(({ status }) => status === 'sent')).toHaveLength(newAccountTextsPerDay)
  expect((await app.send(waitingMessages, who)).body.limit).toBe(10)
})

test('an administrator stops a channel, sees what waits, sends or discards one of it, and goes on', async () => {
  const who = await landlord()
  const to = () => `${v7()}@example.com`
  const turn = (isOff: boolean) => app.send(switchChannel, admin, { body: { channel: 'email', isOff } })
  expect((await turn(true)).body).toMatchObject({ channel: 'email', isOff: true })
  const [one, two, three] = [to(), to(), to()]
  const held = []
  for (const address of [one, two, three]) held.push(await send(who, { channel: 'email', to: address, subject: 'Hi' }))
  expect(held.map(({ status }) => status)).toEqual(['held', 'held', 'held'])
  // The platform's own mails go on.
  const own = to()
  await app.send(deliver, tenancy, { body: { key: v7(), landlordId: null, channel: 'email', to: own, body: 'Reset' } })
  await sentTo(own)
  await app.send(releaseHeldMessage, admin, { params: { id: held[0]!.id } })
  await sentTo(one)
  expect((await app.send(dropHeldMessage, admin, { params: { id: held[1]!.id } })).status).toBe(204)
  expect((await app.send(listFailedDeliveries, who)).body.map(({ id }) => id)).toEqual([held[1]!.id])
  expect((await outbox()).some((message) => message.to === three)).toBe(false)
  await turn(false)
  await sentTo(three)
  expect((await outbox()).some((message) => message.to === two)).toBe(false)
})
