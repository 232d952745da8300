import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt } from 'jose'

/** Encrypts what the database keeps for identity alone. */
export interface Encryption {
  /** `of` is who or what the text belongs to: it is decrypted for the same only. */
  encrypt(text: string, of: { kid: string; cty: string }): Promise<string>
  /** Undefined for what was encrypted with another secret, or for somebody else. */
  decrypt(jwe: string, of: { kid: string }): Promise<string | undefined>
}

/** AES-256-GCM with a key of its own for each purpose (RFC 7516, RFC 5869). */
export function openEncryption(secret: string | undefined, purpose: string): Encryption {
  function key(): Uint8Array {
    if (secret === undefined) throw new Error('SIGNING_KEY_SECRET is missing')
    return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  }
  return {
    encrypt: (text, { kid, cty }) =>
      new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid, cty }).encrypt(key()),
    async decrypt(jwe, { kid }) {
      const opening = key()
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(jwe, opening)
        return protectedHeader.kid === kid ? Buffer.from(plaintext).toString() : undefined
      } catch {
        return undefined
      }
    },
  }
}
