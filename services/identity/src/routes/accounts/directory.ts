import type { BodyOf } from '@keyhold/contracts/endpoint'
import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { userName } from '@keyhold/contracts/identity/accounts'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { type Database, violated } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { hashPassword, judgePassword } from '../../domain/accounts/passwords.ts'
import { provePassword } from '../../domain/accounts/check-password.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { announceClosed } from '../../domain/accounts/tenant-users.ts'
import { announceUser, createUser, refuseTaken, type UserRow } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** What other services ask about users. */
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
    // One statement, so that the login of this very tenant is never taken for somebody else's.
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
    judgePassword(password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
    return makeLogin({ db, actor, now: clock.now() }, body)
  }),
]

type Form = BodyOf<typeof createTenantLogin>
interface Context {
  db: Database
  actor: Actor
  now: Date
}

/** The e-mail alone links nothing: who knows the password of an open tenant account is its owner. */
async function linkAccount(
  context: Context,
  { landlordId, tenantId, email, password, formerTenantIds = [] }: Form,
): Promise<{ userId: string }> {
  const linked = await provePassword(context, { email, password, ip: '' }, async (tx, user) => {
    if (user.landlordId === landlordId && user.tenantId === tenantId) return user
    if (user.userType !== 'tenant' || !user.isActive) return undefined
    // One that opens another record is given this one where the landlord has archived that record.
    if (user.tenantId !== null && !(user.landlordId === landlordId && formerTenantIds.includes(user.tenantId)))
      return undefined
    // A login that another landlord made stays that landlord's.
    if (user.landlordId !== null && user.landlordId !== landlordId) return undefined
    const [row] = await tx
      .update(users)
      .set({ landlordId, tenantId, updatedAt: context.now.toISOString() })
      .where(eq(users.id, user.id))
      .returning()
    if (user.tenantId !== null) {
      await announceClosed(tx, user)
      // A token names the record that its session may see: it must not outlive the link.
      await endSessions(tx, eq(sessions.userId, user.id), context.now)
    }
    await announceUser(tx, row!)
    return row
  })
  return linked ? { userId: linked.id } : refuseTaken()
}

async function makeLogin(
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
    // The same call at the same time was faster: its login is the answer. Anybody else's e-mail is taken.
    const [made] = await db.read(
      actor,
      (sql) =>
        sql<
          { id: string }[]
        >`select id from users where scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId}`,
    )
    return made ? { userId: made.id } : refuseTaken()
  }
}
