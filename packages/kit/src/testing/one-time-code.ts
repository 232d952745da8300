import { createHmac } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows (RFC 6238), `periods` of 30 seconds after `now`. */
export function oneTimeCode(secret: string, { periods = 0, now = Date.now() } = {}): string {
  const bits = Array.from(secret.replaceAll(' ', ''))
    .map((sign) => base32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + periods))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
