import type { User } from '@keyhold/contracts/identity/accounts'
import type { Tx } from '@keyhold/kit/database/database'
import type { ServiceRequest } from '@keyhold/kit/http/request'
import { Reply } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { users } from '../../schema/users.ts'
import { toUser, type UserRow } from '../accounts/users.ts'
import { factorsOf } from '../second-factors/factors.ts'
import { clearedStep, deviceCookie, sessionCookies, shownBy } from './cookies.ts'
import { rememberDevice } from './known-devices.ts'
import { openSession, type OpenSession } from './sessions.ts'
import { type ActiveKey, signAccessToken, type SigningKeys } from './signing-keys.ts'

type SignInRequest = Pick<ServiceRequest, 'ip' | 'header' | 'secure'>

export interface Entered extends OpenSession {
  user: UserRow
  key: ActiveKey
  deviceToken: string
  lacksSecondFactor: boolean
}

interface Entry {
  user: UserRow
  /** The accounts that were opened. */
  reach: string[]
  request: SignInRequest
  /** Whether a password was typed, and whether a second factor was shown. */
  by: { password: boolean; secondFactor: boolean }
}

/** Opens a session for somebody who has shown all that their account asks for. */
export async function enter(
  tx: Tx,
  { signingKeys, config }: { signingKeys: SigningKeys; config: Pick<Config, 'PUBLIC_URL'> },
  { user, reach, request, by }: Entry,
  now: Date,
): Promise<Entered> {
  const at = now.toISOString()
  await tx.update(users).set({ lastSignedInAt: at }).where(eq(users.id, user.id))
  const { deviceToken } = shownBy(request)
  const since = { createdAt: at, passwordAt: by.password ? at : null, secondFactorAt: by.secondFactor ? at : null }
  return {
    user,
    key: await signingKeys.active(tx, now),
    lacksSecondFactor: await mustSetUp(tx, config, user),
    deviceToken: await rememberDevice(tx, { deviceToken, userIds: reach }, now),
    ...(await openSession(
      tx,
      { userId: user.id, reach, userAgent: request.header('user-agent'), ip: request.ip, since },
      now,
    )),
  }
}

/** The answer that signs this browser in. */
export async function entered(request: SignInRequest, session: Entered, now: Date): Promise<Reply<User>> {
  const accessToken = await signAccessToken(session.key, session.user, session, now)
  return new Reply(toUser(session.user, now), [
    ...sessionCookies(request, accessToken, session.refreshToken),
    ...deviceCookie(request, session.deviceToken),
    ...clearedStep(request),
  ])
}

/** Where the site is public, its administrator needs a second factor. */
export const requiresSecondFactor = (
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { userType }: Pick<UserRow, 'userType'>,
) => userType === 'super_admin' && new URL(PUBLIC_URL).protocol === 'https:'

/** Whether the account can do nothing but set up a second factor. */
export const mustSetUp = async (tx: Tx, config: Pick<Config, 'PUBLIC_URL'>, user: UserRow): Promise<boolean> =>
  requiresSecondFactor(config, user) && !(await factorsOf(tx, user)).hasAny
