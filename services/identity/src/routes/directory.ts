import { createTenantLogin, userName } from '@keyhold/contracts/identity'
import { violated } from '@keyhold/kit/db'
import { notFound, refuse } from '@keyhold/kit/problem'
import { serve } from '@keyhold/kit/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../domain/config.ts'
import { hashPassword, judgePassword } from '../domain/passwords.ts'
import { provePassword } from '../domain/prove-password.ts'
import { announceUser, createUser, type UserRow } from '../domain/users.ts'
import { users } from '../schema.ts'

/** What other services ask about users. */
export const directoryRoutes = (config: Config) => [
  serve(userName, async ({ actor, params, db }) => {
    const [user] = await db.read(actor, (sql) => sql<UserRow[]>`select id, email, first_name, last_name, phone, user_type from users where id = ${params.id}`)
    return user ?? notFound('User')
  }),

  serve(createTenantLogin, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    const { landlordId, tenantId, email, firstName, lastName } = body
    if ('landlordId' in actor && actor.landlordId !== null && actor.landlordId !== landlordId) notFound('Tenant')
    const [known, holder] = await db.read(actor, (sql) => [
      sql<{ id: string }[]>`select id from users where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
      sql<{ id: string }[]>`select id from users where email = ${email}`,
    ])
    if (known[0]) return { userId: known[0].id }

    try {
      if (holder[0] || email === config.SUPER_ADMIN_EMAIL) {
        // The e-mail alone links nothing: who knows the password of the open account is its owner.
        const linked = await provePassword({ db, actor, now }, { email, password: body.password, ip: '' }, async (tx, user) => {
          if (user.userType !== 'tenant' || user.tenantId !== null || !user.isActive) return undefined
          const [row] = await tx.update(users).set({ landlordId, tenantId, updatedAt: now.toISOString() }).where(eq(users.id, user.id)).returning()
          await announceUser(tx, row!)
          return row
        })
        return linked ? { userId: linked.id } : refuse('email-taken', 'An account with this email already exists')
      }

      judgePassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
      const passwordHash = await hashPassword(body.password)
      return await db.as(actor, async (tx) => {
        const person = { email, firstName, lastName, phone: body.phone ?? null, passwordHash }
        const user = await createUser(tx, { ...person, userType: 'tenant', record: { landlordId, tenantId }, isConfirmed: true }, now)
        await announceUser(tx, user)
        return { userId: user.id }
      })
    } catch (error) {
      const broken = violated(error)?.constraint
      if (broken !== 'users_tenant_key' && broken !== 'users_email_key') throw error
      // The same call at the same time was faster: its login is the answer. Anybody else's e-mail is taken.
      const [made] = await db.read(actor, (sql) => sql<{ id: string }[]>`select id from users where landlord_id = ${landlordId} and tenant_id = ${tenantId}`)
      return made ? { userId: made.id } : refuse('email-taken', 'An account with this email already exists')
    }
  }),
]
