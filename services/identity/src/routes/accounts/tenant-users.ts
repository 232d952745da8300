import {
  createTenantUser,
  deleteTenantUser,
  listTenantUsers,
  resetTenantPassword,
  updateTenantUser,
} from '@keyhold/contracts/identity/tenant-users'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import type { Config } from '../../config.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { keepFactors } from '../../domain/second-factors/factors.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { ownedAccounts } from '../../domain/accounts/people.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'
import {
  announceLoginClosed,
  findTenant,
  findTenantByEmail,
  refuseOwned,
  refuseConflict,
  lockTenantUser,
  pageOfTenantUsers,
  toTenantUser,
} from '../../domain/accounts/tenant-users.ts'
import { announceUser, createUser, refuseTakenEmail, type UserRow } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** The portal logins of a landlord's tenants. `users` belongs to no landlord, so every statement here names the landlord. */
export const tenantUserRoutes = (config: Config) => [
  serve(listTenantUsers, ({ actor, query, db }) =>
    pageOfTenantUsers(db, actor, { ...query, landlordId: actor.landlordId }),
  ),

  serve(createTenantUser, async ({ actor, body, db, call, clock, log }) => {
    const now = clock.now()
    const { landlordId } = actor
    const { email } = body
    checkNewPassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password', owner: body })
    await refuseBreached(body.password, { config, log, field: 'password' })
    if (email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    const tenant = body.tenantId
      ? await findTenant(body.tenantId, actor, call)
      : await findTenantByEmail(email, actor, call)
    const person = {
      email,
      firstName: body.firstName ?? tenant?.firstName ?? '',
      lastName: body.lastName ?? tenant?.lastName ?? '',
      phone: body.phone ?? tenant?.phone ?? null,
      passwordHash: await hashPassword(body.password, landlordId),
      record: { landlordId, tenantId: tenant?.tenantId ?? null },
    }
    return db
      .transaction(actor, async (tx) => {
        const row = await createUser(
          tx,
          { ...person, userType: 'tenant', isConfirmed: true, ...(await joined(tx, email)) },
          now,
        )
        await announceUser(tx, row)
        return toTenantUser(row)
      })
      .catch(refuseConflict)
  }),

  serve(updateTenantUser, async ({ actor, params, body, db, call, clock }) => {
    const now = clock.now()
    const { landlordId } = actor
    const { email, firstName, lastName, phone, tenantId, isActive } = body
    if (email !== undefined && email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    await findTenant(tenantId, actor, call)
    // A field that is undefined stays as it is.
    const changes = {
      email,
      firstName: firstName === null ? '' : firstName,
      lastName: lastName === null ? '' : lastName,
      phone,
      tenantId,
      isActive,
    }
    return db
      .transaction(actor, async (tx) => {
        const before = await lockTenantUser(tx, { id: params.id, landlordId })
        if (email !== undefined && email !== before.email) refuseOwned(before)
        const [row] = await tx
          .update(users)
          .set({ ...changes, updatedAt: now.toISOString() })
          .where(eq(users.id, before.id))
          .returning()
        await followUpdate(tx, before, row!, now)
        return toTenantUser(row!)
      })
      .catch(refuseConflict)
  }),

  serve(deleteTenantUser, async ({ actor, params, db, clock }) => {
    const at = clock.now().toISOString()
    await db.transaction(actor, async (tx) => {
      const before = await lockTenantUser(tx, { id: params.id, landlordId: actor.landlordId })
      if (before.isActive) await announceLoginClosed(tx, before)
      await keepFactors(tx, before)
      // The row stays, because events refer to it; e-mail and tenant record are free for another login.
      await tx
        .update(users)
        .set({ isActive: false, deletedAt: at, email: `${before.id}@deleted.invalid`, tenantId: null, updatedAt: at })
        .where(eq(users.id, before.id))
      await endSessions(tx, eq(sessions.userId, before.id), clock.now())
      await dropResetLinks(tx, before.id)
    })
  }),
]

export const tenantPasswordRoutes = (config: Config) => [
  serve(resetTenantPassword, async ({ actor, body, db, clock, log }) => {
    const { userId: id } = body
    const field = 'newPassword'
    const [found] = await db.read(
      actor,
      (sql) =>
        sql<
          Pick<UserRow, 'email' | 'firstName' | 'lastName'>[]
        >`select email, first_name, last_name from users where id = ${id} and scope_landlord_id = ${actor.landlordId} and user_type = 'tenant' and deleted_at is null`,
    )
    if (!found) notFound('User')
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field, owner: found })
    await refuseBreached(body.newPassword, { config, log, field })
    const passwordHash = await hashPassword(body.newPassword, actor.landlordId)
    return db.transaction(actor, async (tx) => {
      const user = await lockTenantUser(tx, { id, landlordId: actor.landlordId })
      refuseOwned(user)
      return toTenantUser(await setPassword(tx, user, passwordHash, clock.now()))
    })
  }),
]

/** A login for somebody who has proved the address is one of theirs, with their own password; for any other it has the password that the landlord typed. */
async function joined(tx: Tx, email: string): Promise<Pick<UserRow, 'emailProof'> & { passwordHash?: string }> {
  const person = (await ownedAccounts(tx, email)).find(({ emailProof }) => emailProof === 'mailbox')
  return person ? { emailProof: 'mailbox', passwordHash: person.passwordHash } : { emailProof: null }
}

/** Announces the change and ends what the login can no longer do. */
async function followUpdate(tx: Tx, before: UserRow, after: UserRow, now: Date): Promise<void> {
  const hasLeftRecord = before.tenantId !== null && before.tenantId !== after.tenantId
  if (before.isActive && (hasLeftRecord || !after.isActive)) await announceLoginClosed(tx, before)
  if (after.isActive) await announceUser(tx, after)
  // Access tokens name the tenant record, so they must not outlive the link.
  if (hasLeftRecord || !after.isActive) await endSessions(tx, eq(sessions.userId, after.id), now)
  if (!after.isActive || after.email !== before.email) await dropResetLinks(tx, after.id)
}
