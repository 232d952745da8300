import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { lte, notExists, or, sql } from 'drizzle-orm'
import { signInWindowMs } from '../domain/sessions/sign-in-limit.ts'
import { revokedMs } from '../domain/sessions/sessions.ts'
import { retiredKeyMs } from '../domain/sessions/signing-keys.ts'
import { resetWindowMs } from '../domain/accounts/password-resets.ts'
import { confirmations, passwordResetLinks, passwordResetRequests } from '../schema/links.ts'
import { loginFailures, refreshTokens, sessions, signingKeys } from '../schema/sessions.ts'

/** Deletes every hour what has expired: failed sign-ins, refresh tokens and their sessions, links, retired keys. */
export const deleteExpired = ({ db, clock }: Tools) =>
  every({
    name: 'delete-expired',
    cron: '23 * * * *',
    run: () =>
      db.adminTransaction('expired records of all users', async (tx) => {
        const at = clock.now().getTime()
        const before = (ms: number) => new Date(at - ms).toISOString()
        await tx.delete(loginFailures).where(lte(loginFailures.failedAt, before(signInWindowMs)))
        await tx.delete(confirmations).where(lte(confirmations.expiresAt, before(0)))
        await tx.delete(passwordResetRequests).where(lte(passwordResetRequests.requestedAt, before(resetWindowMs)))
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
