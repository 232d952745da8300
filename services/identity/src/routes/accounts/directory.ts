import type { BodyOf } from '@keyhold/contracts/endpoint'
import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { userName } from '@keyhold/contracts/identity/accounts'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { type Database, violated } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { announceLoginClosed } from '../../domain/accounts/tenant-users.ts'
import { announceUser, createUser, refuseTakenEmail, type UserRow } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** Internal endpoints of the other services. */
export const directoryRoutes = (config: Config) => [
  serve(userName, async ({ actor, params, db }) => {
    const [user] = await db.read(
      actor,
      (sql) =>
        sql<
          UserRow[]
        >`select id, email, first_name, last_name, phone, user_type from users where id = ${params.id} and deleted_at is null`,
    )
    return user ?? notFound('User')
  }),

  serve(createTenantLogin, async ({ actor, body, db, clock }) => {
    const { landlordId, tenantId, email, password } = body
    if ('landlordId' in actor && actor.landlordId !== null && actor.landlordId !== landlordId) notFound('Tenant')
    // One statement, so that a login created in between is not taken for another tenant's.
    const found = await db.read(
      actor,
      (sql) => sql<{ id: string; isTenants: boolean }[]>`
        select id, coalesce(scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId}, false) as is_tenants
        from users where (scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId}) or email = ${email}`,
    )
    const login = found.find(({ isTenants }) => isTenants)
    if (login) return { userId: login.id }
    if (found.length > 0 || email === config.SUPER_ADMIN_EMAIL)
      return linkAccount({ db, actor, now: clock.now() }, body)
    checkNewPassword(password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
    return createLogin({ db, actor, now: clock.now() }, body)
  }),
]

type Form = BodyOf<typeof createTenantLogin>
interface Context {
  db: Database
  actor: Actor
  now: Date
}

/** Links an existing account. The e-mail alone is no proof: the password must be right. */
async function linkAccount(
  context: Context,
  { landlordId, tenantId, email, password, formerTenantIds = [] }: Form,
): Promise<{ userId: string }> {
  const linked = await withVerifiedPassword(context, { email, password, ip: '' }, async (tx, user) => {
    if (user.landlordId === landlordId && user.tenantId === tenantId) return user
    if (user.userType !== 'tenant' || !user.isActive) return undefined
    // A login of another record can move here only if the landlord has archived that record.
    if (user.tenantId !== null && !(user.landlordId === landlordId && formerTenantIds.includes(user.tenantId)))
      return undefined
    // A login that another landlord created stays with that landlord.
    if (user.landlordId !== null && user.landlordId !== landlordId) return undefined
    const [row] = await tx
      .update(users)
      .set({ landlordId, tenantId, updatedAt: context.now.toISOString() })
      .where(eq(users.id, user.id))
      .returning()
    if (user.tenantId !== null) {
      await announceLoginClosed(tx, user)
      // Access tokens name the tenant record, so they must not outlive the link.
      await endSessions(tx, eq(sessions.userId, user.id), context.now)
    }
    await announceUser(tx, row!)
    return row
  })
  return linked ? { userId: linked.id } : refuseTakenEmail()
}

async function createLogin(
  { db, actor, now }: Context,
  { landlordId, tenantId, email, firstName, lastName, phone, password }: Form,
): Promise<{ userId: string }> {
  const passwordHash = await hashPassword(password)
  const person = { email, firstName, lastName, phone: phone ?? null, passwordHash, userType: 'tenant' as const }
  try {
    return await db.transaction(actor, async (tx) => {
      const user = await createUser(tx, { ...person, record: { landlordId, tenantId }, isConfirmed: true }, now)
      await announceUser(tx, user)
      return { userId: user.id }
    })
  } catch (error) {
    if (violated(error)?.kind !== 'unique') throw error
    // A concurrent call for the same tenant was faster: its login is the answer. Any other login has taken the e-mail.
    const [created] = await db.read(
      actor,
      (sql) =>
        sql<
          { id: string }[]
        >`select id from users where scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId}`,
    )
    return created ? { userId: created.id } : refuseTakenEmail()
  }
}
