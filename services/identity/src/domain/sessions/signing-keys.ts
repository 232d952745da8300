import type { Tx } from '@keyhold/kit/database/database'
import { eq, isNull } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { signingKeys } from '../../schema/sessions.ts'
import { accessSeconds } from './sessions.ts'
import type { UserRow } from '../accounts/users.ts'

export const keyDays = 30
/** A retired key stays public this long: tokens that it signed live five minutes, and clocks differ. */
export const retiredKeyMs = 60 * 60 * 1000

type Key = typeof signingKeys.$inferSelect

/** The key that signs now; makes the first one. */
export async function activeKey(tx: Tx, now: Date): Promise<Key> {
  const find = async () => (await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt)))[0]
  const key = await find()
  if (key) return key
  // Another replica may make one in this instant: the index lets one in, and all use that.
  await tx
    .insert(signingKeys)
    .values(await newKey(now))
    .onConflictDoNothing()
  return (await find())!
}

/** Replaces the signing key where it is `keyDays` old. */
export async function rotateKey(tx: Tx, now: Date): Promise<void> {
  const [key] = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt)).for('update')
  if (!key || now.getTime() - new Date(key.createdAt).getTime() < keyDays * 24 * 60 * 60 * 1000) return
  await tx.update(signingKeys).set({ retiredAt: now.toISOString(), privateKey: null }).where(eq(signingKeys.id, key.id))
  await tx.insert(signingKeys).values(await newKey(now))
}

async function newKey(now: Date): Promise<typeof signingKeys.$inferInsert> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const exported = await exportJWK(publicKey)
  const publicJwk = { ...exported, kid: await calculateJwkThumbprint(exported), alg: 'EdDSA', use: 'sig' }
  return { publicKey: publicJwk, privateKey: { ...(await exportJWK(privateKey)) }, createdAt: now.toISOString() }
}

/** The token that the gateway verifies, for five minutes. */
export async function signAccessToken(key: Key, user: UserRow, sessionId: string, now: Date): Promise<string> {
  const { kid } = key.publicKey as { kid: string }
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ role: user.userType, landlordId: user.landlordId, tenantId: user.tenantId, sid: sessionId })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
    .setIssuer('keyhold')
    .setAudience('keyhold')
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessSeconds)
    .sign(await importJWK(key.privateKey as JWK, 'EdDSA'))
}
