import { deliver, DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging } from '../../service.ts'
import { smtp, smtpFailure } from './smtp.ts'
import { type FakeSmtp, fakeSmtp } from '../../testing/smtp-fake.ts'

let server: FakeSmtp
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  server = await fakeSmtp()
  app = await startTestApp([messaging], {
    env: { SMTP_URL: server.url, MAIL_FROM: 'Keyhold <no-reply@rent.test>' },
  })
})
afterAll(async () => {
  await app?.stop()
  await server.stop()
})

const mail = (more: Record<string, unknown> = {}) => ({
  key: v7(),
  landlordId: null,
  channel: 'email' as const,
  to: 'ann@example.com',
  subject: 'Grüße',
  body: 'Line one\nLine two',
  ...more,
})
const identity = actors.service('identity')

test('a mail is sent by SMTP with a Message-ID of its delivery, once per key', async () => {
  const body = mail()
  const { body: delivery } = await app.send(deliver, identity, { body })
  expect(delivery).toMatchObject({ status: 'sent', reason: null })
  expect((await app.send(deliver, identity, { body })).body).toEqual(delivery)
  const { received } = server
  expect(received).toHaveLength(1)
  expect(received[0]!.to).toEqual(['ann@example.com'])
  expect(received[0]!.source).toContain(`Message-ID: <${delivery.id}@rent.test>`)
  expect(received[0]!.source).toContain('From: Keyhold <no-reply@rent.test>')
  expect(received[0]!.source).toContain('Line one\r\nLine two')
})

test('a file is sent as an attachment with its name, type and bytes', async () => {
  const provider = smtp.connect({ SMTP_URL: server.url, MAIL_FROM: 'no-reply@rent.test' }, 'https://rent.test')
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256))
  const outgoing = { id: v7(), to: 'ann@example.com', subject: 'Your receipt', body: 'Attached.', replyTo: null }
  expect(
    await provider?.sendMail({ ...outgoing, fromName: null, attachment: { name: 'receipt-1.pdf', bytes } }),
  ).toMatchObject({
    status: 'sent',
  })
  const arrived = server.received.at(-1)
  expect(arrived?.source).toContain('Attached.')
  expect(arrived?.attachments).toEqual([{ name: 'receipt-1.pdf', type: 'application/pdf', bytes }])
  await provider?.close()
})

test('a subject cannot inject headers', async () => {
  expect((await app.send(deliver, identity, { body: mail({ subject: 'Hi\r\nBcc: eve@example.com' }) })).status).toBe(
    400,
  )
})

test('a mail to an address that the server refuses fails with a reason, and the failure is published', async () => {
  const refused = mail({ to: 'nobody@example.com' })
  const { body } = await app.send(deliver, identity, { body: refused })
  expect(body).toMatchObject({ status: 'failed', reason: 'The mail server refused this address or message.' })
  await app.settled()
  expect(app.published(DeliveryFailed)).toContainEqual({
    deliveryId: body.id,
    key: refused.key,
    landlordId: null,
    channel: 'email',
    reason: body.reason,
  })
})

test('a mail fails with a reason where the server refuses the login or cannot be reached', async () => {
  for (const [url, reason] of [
    [server.url.replace('pass', 'wrong'), 'The mail server refused our credentials. Check the mail settings.'],
    ['smtp://127.0.0.1:1', 'The mail server could not be reached.'],
  ]) {
    const other = await startTestApp([messaging], { env: { SMTP_URL: url, MAIL_FROM: 'no-reply@rent.test' } })
    try {
      expect((await other.send(deliver, identity, { body: mail() })).body).toMatchObject({ status: 'failed', reason })
    } finally {
      await other.stop()
    }
  }
})

test('a mail is retried where the server is busy, not where it refuses', () => {
  expect(smtpFailure({ responseCode: 451 })).toMatchObject({ transient: true })
  expect(smtpFailure({ responseCode: 554 })).toMatchObject({ transient: false })
  expect(smtpFailure(new Error('?'))).toMatchObject({ transient: true })
})

test('a landlord’s own name is the sender’s, whatever is in it, and the address stays the platform’s', async () => {
  const provider = smtp.connect(
    { SMTP_URL: server.url, MAIL_FROM: 'Keyhold <no-reply@rent.test>' },
    'https://rent.test',
  )
  const fromOf = async (fromName: string) => {
    const mailed = { id: v7(), to: 'ann@example.com', subject: 'Hi', body: 'Hi', replyTo: null, attachment: null }
    expect(await provider?.sendMail({ ...mailed, fromName })).toMatchObject({ status: 'sent' })
    const { source, to } = server.received.at(-1)!
    expect(to).toEqual(['ann@example.com'])
    return source
      .slice(0, source.indexOf('\r\n\r\n'))
      .replaceAll(/\r\n\s+/g, ' ')
      .split('\r\n')
  }
  expect(await fromOf('Oak & Elm Homes, LLC')).toContain('From: "Oak & Elm Homes, LLC" <no-reply@rent.test>')
  for (const hostile of ['Oak\r\nBcc: eve@example.com', 'Oak" <eve@example.com>, "x', 'Häuser <eve@example.com>']) {
    const headers = await fromOf(hostile)
    const from = headers.filter((line) => /^from:/i.test(line))
    expect(from).toHaveLength(1)
    expect(from[0]).toMatch(/<no-reply@rent\.test>$/)
    expect(headers.some((line) => /^bcc:/i.test(line))).toBe(false)
  }
  await provider?.close()
})
