import { resetLandlordPassword, resetUserPassword } from '@keyhold/contracts/identity/admin-accounts'
import { resetSecondFactor } from '@keyhold/contracts/identity/second-factors'
import { serve } from '@keyhold/kit/http/serve'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Config } from '../../config.ts'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import { requireUser, lockUser, toAdminLandlord } from '../../domain/accounts/landlords.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'
import { toTenantUser } from '../../domain/accounts/tenant-users.ts'
import { logAction } from '../../domain/admin/admin-log.ts'
import { resetFactors } from '../../domain/second-factors/changes.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'

/** For people who cannot sign in any more. */
export const adminResetRoutes = (config: Config) => {
  const field = 'newPassword'
  const checkTyped = async (password: string, owner: Parameters<typeof checkNewPassword>[1]['owner'], log: Log) => {
    checkNewPassword(password, { minLength: config.PASSWORD_MIN_LENGTH, field, ...(owner ? { owner } : {}) })
    await refuseBreached(password, { config, log, field })
  }

  return [
    serve(resetLandlordPassword, async ({ actor, body, db, clock, log }) => {
      const now = clock.now()
      await checkTyped(body.newPassword, await requireUser(db, actor, body.userId, 'landlord'), log)
      const passwordHash = await hashPassword(body.newPassword, actor.userId)
      return db.transaction(actor, async (tx) => {
        const landlord = await setPassword(tx, await lockUser(tx, body.userId, 'landlord'), passwordHash, now)
        await logAction(
          tx,
          actor,
          { action: 'password_reset', landlordId: landlord.id, targetUserId: landlord.id },
          now,
        )
        return toAdminLandlord(landlord, now)
      })
    }),

    serve(resetUserPassword, async ({ actor, body, db, clock, log }) => {
      const now = clock.now()
      await checkTyped(body.newPassword, await requireUser(db, actor, body.userId, 'tenant'), log)
      const passwordHash = await hashPassword(body.newPassword, actor.userId)
      return db.transaction(actor, async (tx) => {
        const user = await setPassword(tx, await lockUser(tx, body.userId, 'tenant'), passwordHash, now)
        await logAction(
          tx,
          actor,
          { action: 'user_password_reset', landlordId: user.landlordId, targetUserId: user.id },
          now,
        )
        return toTenantUser(user)
      })
    }),

    serve(resetSecondFactor, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const landlord = await db.transaction(actor, async (tx) => {
        const user = await lockUser(tx, body.userId, 'landlord')
        await resetFactors(tx, user, now)
        await logAction(tx, actor, { action: 'second_factor_reset', landlordId: user.id, targetUserId: user.id }, now)
        return user
      })
      const act = { what: 'second_factor_reset' as const, userId: landlord.id, email: landlord.email, request }
      await logAuthentication({ db, log }, act, now)
      return toAdminLandlord(landlord, now)
    }),
  ]
}
