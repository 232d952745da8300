import type { Tx } from '@keyhold/kit/database/database'
import type { Log } from '@keyhold/kit/runtime/log'
import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'
import { authenticatorApps } from '../../schema/second-factors.ts'
import { type Encryption, openEncryption } from '../encryption.ts'

/** RFC 6238, as authenticator apps expect it. */
const periodSeconds = 30

/** Secrets of authenticator apps, encrypted at rest with a key from SIGNING_KEY_SECRET. */
export interface AuthenticatorApps {
  /** A new secret for the account, which waits for its first code. */
  start(tx: Tx, userId: string, email: string): Promise<{ secret: string; uri: string; qr: string }>
  /** Turns on the app that waits, where this is a code of it; the person's earlier one is off. */
  confirm(tx: Tx, person: { userId: string; ids: string[] }, code: string, now: Date): Promise<boolean>
  /** Whether this is a code of the app that was not used yet, nor a later one. Uses it up. */
  accept(tx: Tx, app: typeof authenticatorApps.$inferSelect, code: string, now: Date): Promise<boolean>
}

export function openAuthenticatorApps(secret: string | undefined, log: Log): AuthenticatorApps {
  const encryption = openEncryption(secret, 'keyhold authenticator apps')
  return {
    async start(tx, userId, email) {
      const apps = authenticatorApps
      const made = generateSecret()
      await tx.insert(apps).values({ userId }).onConflictDoNothing({ target: apps.userId })
      const [row] = await tx.select({ id: apps.id }).from(apps).where(eq(apps.userId, userId)).for('update')
      const pendingSecret = await encryption.encrypt(made, { kid: row!.id, cty: 'text/plain' })
      await tx.update(apps).set({ pendingSecret }).where(eq(apps.id, row!.id))
      const uri = generateURI({ issuer: 'Keyhold', label: email, secret: made })
      return { secret: made, uri, qr: renderSVG(uri, { border: 2 }) }
    },
    async confirm(tx, { userId, ids }, code, now) {
      const apps = authenticatorApps
      const [row] = await tx.select().from(apps).where(eq(apps.userId, userId)).for('update')
      if (!row?.pendingSecret) return false
      const { id, pendingSecret } = row
      const period = await periodOf({ encryption, kid: id, jwe: pendingSecret, code, now, log })
      if (period === undefined) return false
      await tx
        .update(apps)
        .set({ secret: pendingSecret, pendingSecret: null, lastPeriod: period, confirmedAt: now.toISOString() })
        .where(eq(apps.id, id))
      await tx.delete(apps).where(and(inArray(apps.userId, ids), ne(apps.userId, userId)))
      return true
    },
    async accept(tx, { id, secret: jwe }, code, now) {
      if (jwe === null) return false
      const period = await periodOf({ encryption, kid: id, jwe, code, now, log })
      if (period === undefined) return false
      const apps = authenticatorApps
      const unused = or(isNull(apps.lastPeriod), lt(apps.lastPeriod, period))
      const used = await tx
        .update(apps)
        .set({ lastPeriod: period })
        .where(and(eq(apps.id, id), unused))
        .returning({ id: apps.id })
      return used.length > 0
    },
  }
}

interface Check {
  encryption: Encryption
  kid: string
  jwe: string
  code: string
  now: Date
  log: Log
}

/** The period of a code, at most one before or after now; undefined for a wrong one. */
async function periodOf({ encryption, kid, jwe, code, now, log }: Check): Promise<number | undefined> {
  const secret = await encryption.decrypt(jwe, { kid })
  if (secret === undefined) {
    log.warn({ app: kid }, 'the secret of an authenticator app is not encrypted with this SIGNING_KEY_SECRET')
    return undefined
  }
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: periodSeconds })
  return result.valid ? Math.floor(epoch / periodSeconds) + result.delta : undefined
}
