import { deliver, DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { twilioSms, twilioStatus } from '@keyhold/contracts/messaging/webhooks'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging as itself } from '../../domain/acting.ts'
import { type FakeTwilio, fakeTwilio } from './twilio-fake.ts'
import { messaging } from '../../service.ts'

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'auth-token' }
let twilio: FakeTwilio
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  twilio = await fakeTwilio(account)
  app = await startTestApp([messaging], {
    env: {
      PUBLIC_URL: 'https://rent.test',
      DEV_OUTBOX: 'on',
      EMAIL_PROOF: 'off',
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: '+12125550100',
      TWILIO_BASE_URL: twilio.url,
    },
  })
})
afterAll(async () => {
  await app?.stop()
  await twilio?.stop()
})

const tenancy = actors.service('tenancy')
const send = async (to: string, body = 'Hello') =>
  (await app.send(deliver, tenancy, { body: { key: v7(), landlordId: v7(), channel: 'sms', to, body } })).body

function webhook(
  endpoint: typeof twilioSms | typeof twilioStatus,
  form: Record<string, string>,
  signature = twilio.sign(`https://rent.test${endpoint.path}`, form),
) {
  return app.send(endpoint, actors.visitor(), { body: form, headers: { 'x-twilio-signature': signature } })
}
const reply = (from: string, body: string, sid = `SM${v7()}`) =>
  webhook(twilioSms, { MessageSid: sid, From: from, To: '+12125550100', Body: body })

test('a text is sent to Twilio in its wire format and its body is not stored', async () => {
  const delivery = await send('212 555-0123', 'Hello & welcome')
  expect(delivery).toMatchObject({ status: 'sent', reason: null })
  expect(twilio.sent.at(-1)).toEqual({
    To: '+12125550123',
    From: '+12125550100',
    Body: 'Hello & welcome',
    StatusCallback: 'https://rent.test/api/webhooks/twilio/status',
  })
  const [row] = await app
    .db('messaging')
    .read(
      itself,
      (sql) => sql`select body, body_sha256, body_length, provider_id from delivery where id = ${delivery.id}`,
    )
  expect(row).toEqual({
    body: null,
    bodySha256: expect.any(String),
    bodyLength: 15,
    providerId: expect.stringMatching(/^SM/),
  })
})

test('with a real provider the outbox answers 404', async () => {
  expect((await app.send(devOutbox, tenancy)).status).toBe(404)
})

test('a signed incoming STOP ends texts, and START allows them again', async () => {
  const number = '+12125550155'
  const answer = await reply(number, 'Stop!')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
  expect(answer.body).toMatch(/<Response\/>$/)
  const before = twilio.sent.length
  expect(await send(number)).toMatchObject({ status: 'failed', reason: 'This number has opted out of texts (STOP).' })
  expect(twilio.sent).toHaveLength(before)
  await reply(number, 'start')
  expect((await send(number)).status).toBe('sent')
})

test('a webhook with a forged, altered or missing signature is refused and changes nothing', async () => {
  const form = { MessageSid: 'SM-forged', From: '+12125550156', Body: 'STOP' }
  const refused = [
    await webhook(twilioSms, form, 'Zm9yZ2Vk'),
    await webhook(twilioSms, form, twilio.sign('https://rent.test/api/webhooks/twilio/sms', { ...form, Body: 'Hi' })),
    await webhook(twilioSms, form, twilio.sign('https://evil.test/api/webhooks/twilio/sms', form)),
    await webhook(twilioSms, form, ''),
    await app.send(twilioSms, actors.visitor(), { body: form }),
    await webhook(twilioStatus, { MessageSid: 'SM-forged', MessageStatus: 'failed' }, 'Zm9yZ2Vk'),
  ]
  for (const { status, problem } of refused) expect([status, problem.code]).toEqual([403, 'invalid-signature'])
  expect((await send('+12125550156')).status).toBe('sent')
})

test('a repeated webhook has no effect: an old START does not undo a newer STOP', async () => {
  const number = '+12125550157'
  await reply(number, 'START', 'SM-start')
  await reply(number, 'STOP', 'SM-stop')
  for (let times = 0; times < 5; times++) expect((await reply(number, 'START', 'SM-start')).status).toBe(200)
  expect((await send(number)).status).toBe('failed')
})

test("Twilio's refusals become sentences, and its opt-outs become ours", async () => {
  twilio.refuse('+12125550160', 21614)
  expect(await send('+12125550160')).toMatchObject({ status: 'failed', reason: 'This number cannot receive texts.' })
  twilio.refuse('+12125550161', 99999)
  expect(await send('+12125550161')).toMatchObject({
    status: 'failed',
    reason: 'The text was not delivered (Twilio error 99999).',
  })
  twilio.refuse('+12125550162', 20003, 401)
  expect(await send('+12125550162')).toMatchObject({
    reason: 'The SMS provider refused our credentials. Check the SMS settings.',
  })
  twilio.refuse('+12125550163', 21610)
  for (let times = 0; times < 2; times++)
    expect(await send('+12125550163')).toMatchObject({
      status: 'failed',
      reason: 'This number has opted out of texts (STOP).',
    })
  const optedOut = await app
    .db('messaging')
    .read(itself, (sql) => sql`select number from opt_out where number = '+12125550163'`)
  expect(optedOut).toHaveLength(1)
})

test('a text that the carrier could not deliver fails with a reason, once; a delivered one stays sent', async () => {
  const lost = await send('+12125550170')
  const fine = await send('+12125550171')
  const sids = await app
    .db('messaging')
    .read(
      itself,
      (sql) =>
        sql<
          { id: string; providerId: string }[]
        >`select id, provider_id from delivery where id in (${lost.id}, ${fine.id})`,
    )
  const sidOf = (id: string) => sids.find((row) => row.id === id)!.providerId
  for (let times = 0; times < 3; times++)
    await webhook(twilioStatus, { MessageSid: sidOf(lost.id), MessageStatus: 'undelivered', ErrorCode: '30005' })
  await webhook(twilioStatus, { MessageSid: sidOf(fine.id), MessageStatus: 'delivered' })
  const rows = await app
    .db('messaging')
    .read(itself, (sql) => sql`select id, status, reason from delivery where id in (${lost.id}, ${fine.id})`)
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: lost.id, status: 'failed', reason: 'This phone number does not exist.' },
      { id: fine.id, status: 'sent', reason: null },
    ]),
  )
  await app.settled()
  expect(app.published(DeliveryFailed).filter(({ deliveryId }) => deliveryId === lost.id)).toHaveLength(1)
})

test("a failure report that arrives before the text's id is stored is not lost", async () => {
  const next = `SM${String(twilio.sent.length + 1).padStart(32, '0')}`
  await webhook(twilioStatus, { MessageSid: next, MessageStatus: 'failed', ErrorCode: '30007' })
  expect(await send('+12125550172')).toMatchObject({
    status: 'failed',
    reason: 'The carrier blocked the text as spam.',
  })
})

test("an opt-out in a report that arrives before the text's id is stored becomes ours", async () => {
  const next = `SM${String(twilio.sent.length + 1).padStart(32, '0')}`
  await webhook(twilioStatus, { MessageSid: next, MessageStatus: 'failed', ErrorCode: '21610' })
  expect((await send('+12125550173')).status).toBe('failed')
  const before = twilio.sent.length
  expect(await send('+12125550173')).toMatchObject({ reason: 'This number has opted out of texts (STOP).' })
  expect(twilio.sent).toHaveLength(before)
})

test("a provider's settings are required together", () => {
  const parsed = messaging.config.safeParse({ TWILIO_FROM: '+12125550100', SMTP_URL: 'smtp://localhost' })
  expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual(
    expect.arrayContaining(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'MAIL_FROM']),
  )
})
