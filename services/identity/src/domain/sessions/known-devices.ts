import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { knownDeviceDays } from '../../limits.ts'
import { knownDevices, refreshTokens, sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { hashOf, newSecret } from './secrets.ts'

export const knownDeviceMs = knownDeviceDays * dayMs

/** What a browser shows of earlier sign-ins on it. */
export interface Shown {
  deviceToken?: string | undefined
  refreshToken?: string | undefined
}

/** The known device or open session of this account that a browser shows; undefined where it shows none. */
export async function trustedBy(
  tx: Tx,
  { deviceToken, refreshToken }: Shown,
  email: string,
  now: Date,
): Promise<string | undefined> {
  if (deviceToken !== undefined) {
    const since = new Date(now.getTime() - knownDeviceMs).toISOString()
    const tokenHash = hashOf(deviceToken)
    const [device] = await tx
      .select({ userId: users.id })
      .from(knownDevices)
      .innerJoin(users, eq(users.id, knownDevices.userId))
      .where(and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email), gt(knownDevices.lastUsedAt, since)))
      .limit(1)
    if (device) return `device:${tokenHash}`
  }
  if (refreshToken === undefined) return undefined
  const [session] = await tx
    .select({ id: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(refreshTokens.tokenHash, hashOf(refreshToken)),
        gt(refreshTokens.expiresAt, now.toISOString()),
        isNull(sessions.endedAt),
        eq(users.email, email),
      ),
    )
  return session && `session:${session.id}`
}

/** Makes a device known for the accounts that were signed in to on it. Returns the secret for its cookie: a new one, unless the device has one already. */
export async function rememberDevice(
  tx: Tx,
  { deviceToken, userIds }: { deviceToken: string | undefined; userIds: string[] },
  now: Date,
): Promise<string> {
  const lastUsedAt = now.toISOString()
  const isIssued =
    deviceToken !== undefined && (await tx.$count(knownDevices, eq(knownDevices.tokenHash, hashOf(deviceToken)))) > 0
  const token = isIssued ? deviceToken : newSecret()
  await tx
    .insert(knownDevices)
    .values(userIds.map((userId) => ({ tokenHash: hashOf(token), userId, lastUsedAt })))
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.userId], set: { lastUsedAt } })
  return token
}

/** No device is known for these accounts any more. */
export async function forgetDevices(tx: Tx, userIds: string[]): Promise<void> {
  await tx.delete(knownDevices).where(inArray(knownDevices.userId, userIds))
}
