import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { Log } from '@keyhold/kit/runtime/log'
import { and, eq, isNull } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { accessTokenMinutes, retiredKeyMinutes, signingKeyDays } from '../../limits.ts'
import { signingKeys } from '../../schema/sessions.ts'
import type { UserRow } from '../accounts/users.ts'
import { openEncryption } from '../encryption.ts'

export const retiredKeyMs = retiredKeyMinutes * 60_000

/** The key that signs now. */
export interface ActiveKey {
  kid: string
  privateKey: JWK
}

export interface SigningKeys {
  /** Creates the first key, and another one in place of a key that this secret does not open. */
  active(tx: Tx, now: Date): Promise<ActiveKey>
  /** Replaces the key once it is `signingKeyDays` old. */
  rotate(tx: Tx, now: Date): Promise<void>
}

/**
 * The keys of access tokens. Their private parts are stored encrypted with `secret` (RFC 7517, 7), so that neither the database nor a backup of
 * it signs anything. With another secret a new key begins to sign; tokens of the old one are valid until they expire.
 */
export function openSigningKeys(secret: string | undefined, log: Log): SigningKeys {
  const encryption = openEncryption(secret, 'keyhold signing keys')

  async function newKey(now: Date): Promise<typeof signingKeys.$inferInsert> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const exported = await exportJWK(publicKey)
    const kid = await calculateJwkThumbprint(exported)
    const jwe = await encryption.encrypt(JSON.stringify(await exportJWK(privateKey)), { kid, cty: 'jwk+json' })
    return {
      publicKey: { ...exported, kid, alg: 'EdDSA', use: 'sig' },
      privateKey: { jwe },
      createdAt: now.toISOString(),
    }
  }

  /** Undefined for a key that was stored before they were encrypted, or with another secret. */
  async function open({ publicKey, privateKey }: typeof signingKeys.$inferSelect): Promise<ActiveKey | undefined> {
    const { kid } = publicKey as { kid: string }
    const { jwe } = privateKey as { jwe?: string }
    const text = jwe && (await encryption.decrypt(jwe, { kid }))
    return text ? { kid, privateKey: JSON.parse(text) as JWK } : undefined
  }

  const findActive = async (tx: Tx) =>
    (await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt)).for('update'))[0]

  async function replace(tx: Tx, id: string, now: Date): Promise<void> {
    await tx
      .update(signingKeys)
      .set({ retiredAt: now.toISOString(), privateKey: null })
      .where(and(eq(signingKeys.id, id), isNull(signingKeys.retiredAt)))
    await insertNew(tx, now)
  }

  /** Replicas may create one at the same time: the unique index accepts one, and all of them use it. */
  const insertNew = async (tx: Tx, now: Date) =>
    void (await tx
      .insert(signingKeys)
      .values(await newKey(now))
      .onConflictDoNothing())

  return {
    async active(tx, now) {
      const [stored] = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt))
      const key = stored && (await open(stored))
      if (key) return key
      const locked = await findActive(tx)
      if (!locked) await insertNew(tx, now)
      else if (!(await open(locked))) {
        log.warn({ keyId: locked.id }, 'the signing key is not encrypted with this secret: a new one takes its place')
        await replace(tx, locked.id, now)
      }
      const made = await findActive(tx)
      return (made && (await open(made))) ?? fail()
    },
    async rotate(tx, now) {
      const key = await findActive(tx)
      const isDue = key && now.getTime() - new Date(key.createdAt).getTime() >= signingKeyDays * dayMs
      if (key && (isDue || !(await open(key)))) await replace(tx, key.id, now)
    },
  }
}

function fail(): never {
  throw new Error(
    'Another process of identity encrypts signing keys with another secret: SIGNING_KEY_SECRET has to be the same in all of them',
  )
}

/** The access token, which the gateway verifies. Valid for `accessTokenMinutes`. With `lacksSecondFactor` it only leads to setting one up. */
export async function signAccessToken(
  { kid, privateKey }: ActiveKey,
  user: UserRow,
  { sessionId, lacksSecondFactor }: { sessionId: string; lacksSecondFactor: boolean },
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const { userType: role, landlordId, tenantId } = user
  return new SignJWT({
    role,
    landlordId,
    tenantId,
    sid: sessionId,
    ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
    .setIssuer('keyhold')
    .setAudience('keyhold')
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenMinutes * 60)
    .sign(await importJWK(privateKey, 'EdDSA'))
}
