import { selfSignedCertificate } from '@keyhold/kit/testing/certificate'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpush from 'web-push'
import { connectPush, type PushProvider } from './push.ts'

const { cert, key } = selfSignedCertificate()
let status = 201
const received: { url: string; headers: Record<string, unknown>; size: number }[] = []
const server = createServer({ cert, key }, (request, response) => {
  let size = 0
  request.on('data', (part: Buffer) => void (size += part.length))
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, size })
    response.writeHead(status).end()
  })
})

const vapid = { ...webpush.generateVAPIDKeys(), subject: 'mailto:admin@rent.test' }
let provider: PushProvider
let base: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `https://localhost:${(server.address() as AddressInfo).port}`
  provider = connectPush(vapid, { hosts: ['localhost'], agent: new Agent({ ca: cert }) })
})
afterAll(() => void server.close())

/** A browser's keys. */
function device() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { p256dh: ecdh.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') }
}

test('a message goes to the push service encrypted and signed with the VAPID key', async () => {
  expect(await provider.send({ endpoint: `${base}/one`, ...device() }, JSON.stringify({ title: 'Secret words' }))).toBe(
    'sent',
  )
  const [message] = received.splice(0)
  expect(message).toMatchObject({ url: '/one', headers: { 'content-encoding': 'aes128gcm', ttl: '86400' } })
  expect(message?.headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${vapid.publicKey}$`))
  expect(message?.size).toBeGreaterThan(0)
})

test.each([
  [410, 'gone'],
  [404, 'gone'],
  [429, 'later'],
  [503, 'later'],
  [403, 'refused'],
])('the answer %i means %s', async (answer, outcome) => {
  status = answer
  expect(await provider.send({ endpoint: `${base}/two`, ...device() }, '{}')).toBe(outcome)
})

test('nothing is sent to a host that is no push service', async () => {
  received.length = 0
  const real = connectPush(vapid)
  for (const endpoint of [
    `${base}/three`,
    'http://fcm.googleapis.com/x',
    'https://evilgoogleapis.com/x',
    'https://10.0.0.1/',
    'x',
  ])
    expect([endpoint, await real.send({ endpoint, ...device() }, '{}')]).toEqual([endpoint, 'refused'])
  expect(received).toEqual([])
  expect(real.isAllowed('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
})
