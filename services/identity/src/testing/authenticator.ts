import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { z } from '@keyhold/contracts/zod'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@keyhold/contracts/identity/second-factors'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const text = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

interface Request {
  /** What the server asked for: the options of a registration or a sign-in. */
  options: Record<string, unknown>
  origin?: string
  /** Whether it verified its user, by a fingerprint or a PIN. */
  isVerified?: boolean
}

/** A passkey in software: makes one key and signs with it, as a browser answers it to the page (WebAuthn Level 3, format "none", ES256). */
export function createAuthenticator({ origin: home = 'http://localhost:8080', counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle: string | undefined

  const authenticatorData = (origin: string, isVerified: boolean, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? counter++ : 0)
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = { id: text(id), rawId: text(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id: text(id),
    /** Makes the signature counter fall back, as that of a copied key does. */
    rewind: () => (counter = 0),
    create({ options, origin = home, isVerified = true }: Request): z.input<typeof NewPasskeyAnswer> {
      userHandle = (options.user as { id: string }).id
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(origin, isVerified, attested))],
      ])
      return {
        ...answer,
        response: {
          clientDataJSON: text(clientData('webauthn.create', options.challenge, origin)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    get({ options, origin = home, isVerified = true }: Request): z.input<typeof PasskeyAnswer> {
      const data = authenticatorData(origin, isVerified)
      const client = clientData('webauthn.get', options.challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...answer,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          ...(userHandle ? { userHandle } : {}),
        },
      }
    },
  }
}

// As much of CBOR (RFC 8949) as an attestation needs.
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborInt = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const cborBytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const cborText = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
