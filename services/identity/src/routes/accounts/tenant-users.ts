import {
  createTenantUser,
  deleteTenantUser,
  listTenantUsers,
  resetTenantPassword,
  updateTenantUser,
} from '@keyhold/contracts/identity/tenant-users'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { hashPassword, judgePassword } from '../../domain/accounts/passwords.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'
import {
  announceClosed,
  factsOfTenant,
  inWords,
  lockTenantUser,
  pageOfTenantUsers,
  toTenantUser,
} from '../../domain/accounts/tenant-users.ts'
import { announceUser, createUser, refuseTaken } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** The portal logins that a landlord looks after. `users` belongs to no landlord, so every statement here says whose. */
export const tenantUserRoutes = (config: Config) => [
  serve(listTenantUsers, ({ actor, query, db }) =>
    pageOfTenantUsers(db, actor, { ...query, landlordId: actor.landlordId }),
  ),

  serve(createTenantUser, async ({ actor, body, db, call, clock }) => {
    const now = clock.now()
    const { landlordId } = actor
    const { email } = body
    judgePassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
    if (email === config.SUPER_ADMIN_EMAIL) refuseTaken()
    const tenant = await factsOfTenant(body.tenantId, actor, call)
    const person = {
      email,
      firstName: body.firstName ?? tenant?.firstName ?? '',
      lastName: body.lastName ?? tenant?.lastName ?? '',
      phone: body.phone ?? tenant?.phone ?? null,
      passwordHash: await hashPassword(body.password),
      record: { landlordId, tenantId: tenant?.tenantId ?? null },
    }
    return db
      .transaction(actor, async (tx) => {
        const row = await createUser(tx, { ...person, userType: 'tenant', isConfirmed: true }, now)
        await announceUser(tx, row)
        return toTenantUser(row)
      })
      .catch(inWords)
  }),

  serve(updateTenantUser, async ({ actor, params, body, db, call, clock }) => {
    const now = clock.now()
    const { landlordId } = actor
    const { email, firstName, lastName, phone, tenantId, isActive } = body
    if (email !== undefined && email === config.SUPER_ADMIN_EMAIL) refuseTaken()
    await factsOfTenant(tenantId, actor, call)
    const changes = {
      ...(email === undefined ? {} : { email }),
      ...(firstName === undefined ? {} : { firstName: firstName ?? '' }),
      ...(lastName === undefined ? {} : { lastName: lastName ?? '' }),
      ...(phone === undefined ? {} : { phone }),
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(isActive === undefined ? {} : { isActive }),
    }
    return db
      .transaction(actor, async (tx) => {
        const before = await lockTenantUser(tx, { id: params.id, landlordId })
        const [row] = await tx
          .update(users)
          .set({ ...changes, updatedAt: now.toISOString() })
          .where(eq(users.id, before.id))
          .returning()
        const after = row!
        const leftRecord = before.tenantId !== null && before.tenantId !== after.tenantId
        if (before.isActive && (leftRecord || !after.isActive)) await announceClosed(tx, before)
        if (after.isActive) await announceUser(tx, after)
        // A token names the record that its session may see: it must not outlive the link.
        if (leftRecord || !after.isActive) await endSessions(tx, eq(sessions.userId, after.id), now)
        if (!after.isActive || after.email !== before.email) await dropResetLinks(tx, after.id)
        return toTenantUser(after)
      })
      .catch(inWords)
  }),

  serve(deleteTenantUser, async ({ actor, params, db, clock }) => {
    const at = clock.now().toISOString()
    await db.transaction(actor, async (tx) => {
      const before = await lockTenantUser(tx, { id: params.id, landlordId: actor.landlordId })
      if (before.isActive) await announceClosed(tx, before)
      // The row stays, as facts name it; the e-mail and the tenant record are free for another login.
      await tx
        .update(users)
        .set({ isActive: false, deletedAt: at, email: `${before.id}@deleted.invalid`, tenantId: null, updatedAt: at })
        .where(eq(users.id, before.id))
      await endSessions(tx, eq(sessions.userId, before.id), clock.now())
      await dropResetLinks(tx, before.id)
    })
  }),

  serve(resetTenantPassword, async ({ actor, body, db, clock }) => {
    const { userId: id } = body
    judgePassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    const [known] = await db.read(
      actor,
      (sql) =>
        sql<
          { id: string }[]
        >`select id from users where id = ${id} and scope_landlord_id = ${actor.landlordId} and user_type = 'tenant' and deleted_at is null`,
    )
    if (!known) notFound('User')
    const passwordHash = await hashPassword(body.newPassword)
    return db.transaction(actor, async (tx) => {
      const user = await lockTenantUser(tx, { id, landlordId: actor.landlordId })
      return toTenantUser(await setPassword(tx, user, passwordHash, clock.now()))
    })
  }),
]
