import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { deliver, DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging } from '../../service.ts'
import { smtpFailure } from './smtp.ts'

const received: { to: string[]; text: string }[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'user' && password === 'pass' ? done(null, { user: username }) : done(new Error('no')),
  onRcptTo: ({ address }, _session, done) =>
    address.startsWith('nobody@') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
      done()
    })
  },
})
let port: number
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  port = (server.server.address() as AddressInfo).port
  app = await startTestApp([messaging], {
    env: { SMTP_URL: `smtp://user:pass@127.0.0.1:${port}`, MAIL_FROM: 'Keyhold <no-reply@rent.test>' },
  })
})
afterAll(async () => {
  await app?.stop()
  await new Promise<void>((resolve) => server.close(resolve))
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
  expect(received).toHaveLength(1)
  expect(received[0]!.to).toEqual(['ann@example.com'])
  expect(received[0]!.text).toContain(`Message-ID: <${delivery.id}@rent.test>`)
  expect(received[0]!.text).toContain('From: Keyhold <no-reply@rent.test>')
  expect(received[0]!.text).toContain('Line one\r\nLine two')
})

test('a subject cannot inject headers', async () => {
  expect((await app.send(deliver, identity, { body: mail({ subject: 'Hi\r\nBcc: eve@example.com' }) })).status).toBe(
    400,
  )
})

test('a mail to an address that the server refuses fails with a reason, and the failure is published', async () => {
  const { body } = await app.send(deliver, identity, { body: mail({ to: 'nobody@example.com' }) })
  expect(body).toMatchObject({ status: 'failed', reason: 'The mail server refused this address or message.' })
  await app.settled()
  expect(app.published(DeliveryFailed)).toContainEqual({
    deliveryId: body.id,
    landlordId: null,
    channel: 'email',
    reason: body.reason,
  })
})

test('a mail fails with a reason where the server refuses the login or cannot be reached', async () => {
  for (const [url, reason] of [
    [`smtp://user:wrong@127.0.0.1:${port}`, 'The mail server refused our credentials. Check the mail settings.'],
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
