import { selfSignedCertificate } from '@keyhold/kit/testing/certificate'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpush from 'web-push'
import { connectPush, type PushProvider } from './push.ts'

const { cert, key } = selfSignedCertificate()
let status = 201
const received: { url: string; headers: Record<string, unknown>; body: Buffer }[] = []
const server = createServer({ cert, key }, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
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
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    /** Reads a message as a browser does (RFC 8291: one record of RFC 8188). */
    read(body: Buffer): string {
      const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
      const serverKey = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      const derive = (secretKey: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secretKey, from, info, length))
      const context = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
      const secret = derive(ecdh.computeSecret(serverKey), auth, context, 32)
      const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends in 2, and padding follows.
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}

/** What the token of a VAPID header says, if its key signed it (RFC 8292). */
function claimsOf(authorization: string): Record<string, unknown> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const signedWith = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: signedWith, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

test('a message goes to the push service signed with the VAPID key, and only the browser of the subscription can read it', async () => {
  const [phone, other] = [device(), device()]
  const words = JSON.stringify({ title: 'Secret words', path: '/tenant-portal' })
  expect(await provider.send({ endpoint: `${base}/one`, ...phone.keys }, words)).toBe('sent')
  const [message] = received.splice(0)
  expect(message).toMatchObject({ url: '/one', headers: { 'content-encoding': 'aes128gcm', ttl: '86400' } })
  expect(message?.headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${vapid.publicKey}$`))
  expect(claimsOf(String(message?.headers.authorization))).toMatchObject({ aud: base, sub: vapid.subject })
  expect(phone.read(message!.body)).toBe(words)
  expect(message!.body.toString('latin1')).not.toContain('Secret')
  expect(() => other.read(message!.body)).toThrow()
})

test.each([
  [410, 'gone'],
  [404, 'gone'],
  [429, 'later'],
  [503, 'later'],
  [403, 'refused'],
])('the answer %i means %s', async (answer, outcome) => {
  status = answer
  expect(await provider.send({ endpoint: `${base}/two`, ...device().keys }, '{}')).toBe(outcome)
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
    expect([endpoint, await real.send({ endpoint, ...device().keys }, '{}')]).toEqual([endpoint, 'refused'])
  expect(received).toEqual([])
  expect(real.isAllowed('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
})
