import { deliver, DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { devOutbox, devReply } from '@keyhold/contracts/messaging/dev-outbox'
import { twilioSms, twilioStatus } from '@keyhold/contracts/messaging/webhooks'
import { endLeases } from '@keyhold/kit/testing/jobs'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { claimNew } from '../domain/deliveries.ts'
import { messaging as itself } from '../domain/acting.ts'
import { messaging } from '../service.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([messaging], { env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test' } })
})
afterAll(() => app?.stop())

const tenancy = actors.service('tenancy')
const text = (more: Record<string, unknown> = {}) => ({
  key: v7(),
  landlordId: v7(),
  channel: 'sms' as const,
  to: '212 555-0123',
  body: 'Hello',
  ...more,
})
const outbox = async () => (await app.send(devOutbox, tenancy)).body
const rowOf = async (key: string) =>
  (
    await app
      .db('messaging')
      .read(
        itself,
        (sql) =>
          sql<
            { status: string; body: string | null; bodyLength: number; to: string }[]
          >`select * from delivery where key = ${key}`,
      )
  )[0]

test('the local outbox lists texts by E.164 number and mails with their subject, newest first', async () => {
  const sms = await app.send(deliver, tenancy, { body: text({ body: 'First' }) })
  app.clock.advance(1000)
  const mail = await app.send(deliver, tenancy, {
    body: text({ channel: 'email', to: 'Ann@Example.com', subject: 'Hi', body: 'Second' }),
  })
  expect([sms.body, mail.body]).toMatchObject([
    { status: 'sent', reason: null },
    { status: 'sent', reason: null },
  ])
  expect((await outbox()).slice(0, 2)).toEqual([
    {
      id: mail.body.id,
      channel: 'email',
      to: 'ann@example.com',
      subject: 'Hi',
      body: 'Second',
      createdAt: app.clock.now().toISOString(),
    },
    { id: sms.body.id, channel: 'sms', to: '+12125550123', body: 'First', createdAt: expect.any(String) },
  ])
})

test('the same key sends once and answers its first outcome, for concurrent requests too', async () => {
  const body = text()
  const before = (await outbox()).length
  const answers = await Promise.all([app.send(deliver, tenancy, { body }), app.send(deliver, tenancy, { body })])
  // The second may arrive while the first is being sent: it gets 409 and does not send.
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const again = await app.send(deliver, tenancy, { body: { ...body, body: 'Something else' } })
  expect(again.body).toEqual(answers.find(({ status }) => status === 200)!.body)
  expect((await outbox()).length).toBe(before + 1)
})

test('a body is removed once it was sent', async () => {
  const body = text({ body: 'https://rent.test/tenant-register?token=secret' })
  await app.send(deliver, tenancy, { body })
  expect(await rowOf(body.key)).toMatchObject({ status: 'sent', body: null, bodyLength: 46, to: '+12125550123' })
})

test('what a crash left is sent once its lease is over, and the same key then answers that outcome', async () => {
  const { landlordId, ...message } = text({ body: 'Left behind' })
  await app
    .db('messaging')
    .transaction(itself, (tx) => claimNew(tx, { ...message, subject: null, ownerId: landlordId }, app.clock.now()))
  const early = await app.send(deliver, tenancy, { body: { ...message, landlordId } })
  expect([early.status, early.problem.code]).toEqual([409, 'conflict'])
  await app.tick()
  expect((await outbox()).filter(({ body }) => body === 'Left behind')).toEqual([])
  await endLeases(app.db('messaging'))
  await app.tick()
  expect((await app.send(deliver, tenancy, { body: { ...message, landlordId } })).body.status).toBe('sent')
  expect((await outbox()).filter(({ body }) => body === 'Left behind')).toHaveLength(1)
})

test('STOP ends texts to a number, in any notation, and START allows them again', async () => {
  const reply = async (body: string) =>
    (await app.send(devReply, tenancy, { body: { from: '+1 212 555 0188', body } })).body.optedOut
  const send = async () => (await app.send(deliver, tenancy, { body: text({ to: '212-555-0188' }) })).body
  expect((await send()).status).toBe('sent')
  expect(await reply('See you at noon')).toBe(false)
  expect(await reply(' stop. ')).toBe(true)
  expect(await send()).toMatchObject({ status: 'failed', reason: 'This number has opted out of texts (STOP).' })
  expect(await reply('Thanks')).toBe(true)
  // Mails to the same person are still sent.
  expect(
    (await app.send(deliver, tenancy, { body: text({ channel: 'email', to: 'a@example.com' }) })).body.status,
  ).toBe('sent')
  expect(await reply('START')).toBe(false)
  expect((await send()).status).toBe('sent')
})

test('an impossible number fails with a reason, and the failure is published', async () => {
  const body = text({ to: '123' })
  const { body: delivery } = await app.send(deliver, tenancy, { body })
  expect(delivery).toMatchObject({ status: 'failed', reason: 'This phone number cannot receive texts.' })
  expect(
    (await app.send(deliver, tenancy, { body: text({ channel: 'email', to: '212 555 0100' }) })).body,
  ).toMatchObject({
    status: 'failed',
    reason: 'This is not an email address.',
  })
  await app.settled()
  expect(app.published(DeliveryFailed)).toContainEqual({
    deliveryId: delivery.id,
    key: body.key,
    landlordId: body.landlordId,
    channel: 'sms',
    reason: 'This phone number cannot receive texts.',
  })
})

test('without Twilio its webhooks answer 404', async () => {
  expect(
    (await app.send(twilioSms, actors.visitor(), { body: { MessageSid: 'SM1', From: '+12125550123', Body: 'STOP' } }))
      .status,
  ).toBe(404)
  expect((await app.send(twilioStatus, actors.visitor(), { body: { MessageSid: 'SM1' } })).status).toBe(404)
})

test('without a provider and local delivery every message fails with a reason, and the outbox answers 404', async () => {
  const bare = await startTestApp([messaging])
  try {
    expect((await bare.send(deliver, tenancy, { body: text() })).body).toMatchObject({
      status: 'failed',
      reason: 'No SMS provider is configured.',
    })
    expect(
      (await bare.send(deliver, tenancy, { body: text({ channel: 'email', to: 'a@example.com' }) })).body,
    ).toMatchObject({
      status: 'failed',
      reason: 'No mail provider is configured.',
    })
    expect((await bare.send(devOutbox, tenancy)).status).toBe(404)
    expect((await bare.send(devReply, tenancy, { body: { from: '+12125550123', body: 'STOP' } })).status).toBe(404)
  } finally {
    await bare.stop()
  }
})
