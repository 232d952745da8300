import type { BodyOf, ResponseOf } from '@keyhold/contracts/endpoint'
import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { userName } from '@keyhold/contracts/identity/accounts'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { type Database, violated } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import type { Config } from '../../config.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { askMailbox } from '../../domain/accounts/mailbox-links.ts'
import { canMove, moveLogin } from '../../domain/accounts/tenancy-logins.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { announceUser, createUser, refuseTakenEmail, type UserRow } from '../../domain/accounts/users.ts'

/** Internal endpoints of the other services. */
export const directoryRoutes = (config: Config) => [
  serve(userName, async ({ actor, params, db }) => {
    const [user] = await db.read(
      actor,
      (sql) =>
        sql<
          (UserRow & { isPhoneProved: boolean })[]
        >`select id, email, first_name, last_name, phone, user_type, created_at, email_proof, phone_proved_at is not null as is_phone_proved
          from users where id = ${params.id} and deleted_at is null`,
    )
    return user ?? notFound('User')
  }),

  serve(createTenantLogin, async ({ actor, body, db, clock, log }) => {
    const { landlordId, tenantId, email, password } = body
    if ('landlordId' in actor && actor.landlordId !== null && actor.landlordId !== landlordId) notFound('Tenant')
    // One statement, so that a login created in between is not taken for another tenant's.
    const found = await db.read(
      actor,
      (sql) => sql<{ id: string; isTenants: boolean }[]>`
        select id, coalesce(scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId}, false) as is_tenants from users
        where (scope_landlord_id = ${landlordId} and scope_tenant_id = ${tenantId})
          or email = ${email} and deleted_at is null and (email_proof is not null or user_type = 'tenant' and scope_landlord_id = ${landlordId})`,
    )
    const login = found.find(({ isTenants }) => isTenants)
    if (login) return { userId: login.id, isMailed: false }
    if (found.length > 0) return linkAccount({ db, actor, now: clock.now() }, body)
    if (email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    checkNewPassword(password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password', owner: body })
    await refuseBreached(password, { config, log, field: 'password' })
    return createLogin({ db, actor, now: clock.now() }, body)
  }),
]

type Form = BodyOf<typeof createTenantLogin>
type Login = ResponseOf<typeof createTenantLogin>
interface Context {
  db: Database
  actor: Actor
  now: Date
}

/**
 * Links an existing account. The e-mail alone is no proof: the password must be right, and the mailbox of somebody who owns their address is asked as
 * well. A login that this landlord typed, or had linked before, moves at once.
 */
async function linkAccount(
  context: Context,
  { landlordId, tenantId, email, password, ip, invitationId, formerTenantIds = [] }: Form,
): Promise<Login> {
  const record = { landlordId, tenantId, formerTenantIds }
  const isHere = (user: UserRow) => user.userType === 'tenant' && user.landlordId === landlordId
  const among = (user: UserRow) => user.emailProof !== null || isHere(user)
  const given = { email, password, ip, invitationId, among }
  const linked = await withVerifiedPassword(context, given, async (tx, opened): Promise<Login | undefined> => {
    const own = opened.find((user) => isHere(user) && user.tenantId === tenantId)
    if (own) return { userId: own.id, isMailed: false }
    const here = opened.find(isHere)
    if (here)
      return canMove(here, record)
        ? { userId: (await moveLogin(tx, here, record, context.now)).id, isMailed: false }
        : undefined
    const person = opened.find((user) => user.isActive && user.emailProof !== null)
    if (!person) return undefined
    await askMailbox(tx, { user: person, tenancy: record }, context.now)
    return { userId: null, isMailed: true }
  })
  return linked ?? refuseTakenEmail()
}

async function createLogin(
  { db, actor, now }: Context,
  { landlordId, tenantId, email, firstName, lastName, phone, password }: Form,
): Promise<Login> {
  const passwordHash = await hashPassword(password, landlordId)
  const person = { email, firstName, lastName, phone: phone ?? null, passwordHash, userType: 'tenant' as const }
  try {
    return await db.transaction(actor, async (tx) => {
      const user = await createUser(
        tx,
        { ...person, record: { landlordId, tenantId }, isConfirmed: true, emailProof: null },
        now,
      )
      await announceUser(tx, user)
      return { userId: user.id, isMailed: false }
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
    return created ? { userId: created.id, isMailed: false } : refuseTakenEmail()
  }
}
