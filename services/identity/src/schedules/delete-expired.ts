import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { dayMs } from '@keyhold/kit/lib/dates'
import { and, like, lte, not, notExists, or, sql } from 'drizzle-orm'
import { knownDeviceMs } from '../domain/sessions/known-devices.ts'
import { codeWindowMs, invitationWindowMs, signInWindowMs } from '../domain/sessions/sign-in-limit.ts'
import { revokedMs } from '../domain/sessions/sessions.ts'
import { retiredKeyMs } from '../domain/sessions/signing-keys.ts'
import { signUpWindowMs } from '../domain/accounts/sign-up-limit.ts'
import { resetWindowMs } from '../domain/accounts/password-resets.ts'
import { authenticationLogDays } from '../limits.ts'
import { confirmations, mailboxLinks, passwordResetLinks, phoneCodes, passwordResetRequests } from '../schema/links.ts'
import { passkeyChallenges, signInSteps } from '../schema/second-factors.ts'
import {
  authenticationLog,
  knownDevices,
  loginFailures,
  refreshTokens,
  sessions,
  signingKeys,
} from '../schema/sessions.ts'
import { signUps } from '../schema/users.ts'

/** Deletes every hour what has expired: failed sign-ins, known devices, refresh tokens and their sessions, links, retired keys. */
export const deleteExpired = ({ db, clock }: Tools) =>
  every({
    name: 'delete-expired',
    cron: '23 * * * *',
    run: () =>
      db.adminTransaction('expired records of all users', async (tx) => {
        const at = clock.now().getTime()
        const before = (ms: number) => new Date(at - ms).toISOString()
        const [ofInvitation, ofCodes] = [like(loginFailures.key, 'invitation:%'), like(loginFailures.key, 'codes:%')]
        await tx
          .delete(loginFailures)
          .where(
            or(
              and(not(ofInvitation), not(ofCodes), lte(loginFailures.failedAt, before(signInWindowMs))),
              and(ofCodes, lte(loginFailures.failedAt, before(codeWindowMs))),
              and(ofInvitation, lte(loginFailures.failedAt, before(invitationWindowMs))),
            ),
          )
        await tx.delete(signInSteps).where(lte(signInSteps.expiresAt, before(0)))
        await tx.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, before(0)))
        await tx.delete(knownDevices).where(lte(knownDevices.lastUsedAt, before(knownDeviceMs)))
        await tx.delete(confirmations).where(lte(confirmations.expiresAt, before(0)))
        await tx.delete(passwordResetRequests).where(lte(passwordResetRequests.requestedAt, before(resetWindowMs)))
        await tx.delete(mailboxLinks).where(lte(mailboxLinks.expiresAt, before(0)))
        await tx.delete(phoneCodes).where(lte(phoneCodes.createdAt, before(resetWindowMs)))
        await tx.delete(authenticationLog).where(lte(authenticationLog.at, before(authenticationLogDays * dayMs)))
        await tx.delete(signUps).where(lte(signUps.at, before(signUpWindowMs)))
        await tx.delete(passwordResetLinks).where(lte(passwordResetLinks.expiresAt, before(0)))
        await tx.delete(signingKeys).where(lte(signingKeys.retiredAt, before(retiredKeyMs)))
        await tx.delete(refreshTokens).where(lte(refreshTokens.expiresAt, before(0)))
        const tokens = tx
          .select({ one: sql`1` })
          .from(refreshTokens)
          .where(sql`${refreshTokens.sessionId} = ${sessions.id}`)
        await tx.delete(sessions).where(or(lte(sessions.endedAt, before(revokedMs)), notExists(tokens)))
      }),
  })
