import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { eq, isNull } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { accessTokenMinutes, retiredKeyMinutes, signingKeyDays } from '../../limits.ts'
import { signingKeys } from '../../schema/sessions.ts'
import type { UserRow } from '../accounts/users.ts'

export const retiredKeyMs = retiredKeyMinutes * 60_000

type Key = typeof signingKeys.$inferSelect

/** The key that signs now. Creates the first one. */
export async function activeKey(tx: Tx, now: Date): Promise<Key> {
  const find = async () => (await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt)))[0]
  const key = await find()
  if (key) return key
  // Replicas may create one at the same time: the unique index accepts one, and all of them use it.
  await tx
    .insert(signingKeys)
    .values(await newKey(now))
    .onConflictDoNothing()
  return (await find())!
}

/** Replaces the signing key once it is `signingKeyDays` old. */
export async function rotateKey(tx: Tx, now: Date): Promise<void> {
  const [key] = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt)).for('update')
  if (!key || now.getTime() - new Date(key.createdAt).getTime() < signingKeyDays * dayMs) return
  await tx.update(signingKeys).set({ retiredAt: now.toISOString(), privateKey: null }).where(eq(signingKeys.id, key.id))
  await tx.insert(signingKeys).values(await newKey(now))
}

async function newKey(now: Date): Promise<typeof signingKeys.$inferInsert> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const exported = await exportJWK(publicKey)
  const publicJwk = { ...exported, kid: await calculateJwkThumbprint(exported), alg: 'EdDSA', use: 'sig' }
  return { publicKey: publicJwk, privateKey: { ...(await exportJWK(privateKey)) }, createdAt: now.toISOString() }
}

/** The access token, which the gateway verifies. Valid for `accessTokenMinutes`. */
export async function signAccessToken(key: Key, user: UserRow, sessionId: string, now: Date): Promise<string> {
  const { kid } = key.publicKey as { kid: string }
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ role: user.userType, landlordId: user.landlordId, tenantId: user.tenantId, sid: sessionId })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
    .setIssuer('keyhold')
    .setAudience('keyhold')
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenMinutes * 60)
    .sign(await importJWK(key.privateKey as JWK, 'EdDSA'))
}
