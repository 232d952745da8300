import type { Page, QueryOf } from '@keyhold/contracts/endpoint'
import { type listTenantUsers, LoginClosed, type TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { type TenantSnapshot, getTenantSnapshot, tenantsWithEmail } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { type Actor, type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import { type Database, type Tx, violated } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, Refusal, refuse, refuseField } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../schema/users.ts'
import { mapTakenEmail, type UserRow } from './users.ts'

type Tenant = z.output<typeof TenantSnapshot>

export function toTenantUser({
  id,
  email,
  firstName,
  lastName,
  phone,
  tenantId,
  isActive,
  createdAt,
  updatedAt,
}: UserRow): TenantUser {
  return { id, email, firstName, lastName, phone, tenantId, isActive, createdAt, updatedAt }
}

/** A page of a landlord's portal logins, newest first. */
export async function pageOfTenantUsers(
  db: Database,
  actor: Actor,
  { landlordId, limit, cursor, q }: QueryOf<typeof listTenantUsers> & { landlordId: string },
): Promise<Page<TenantUser>> {
  const behind = readCursor(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const matching = sql`
      scope_landlord_id = ${landlordId} and user_type = 'tenant' and deleted_at is null
      ${q ? sql`and (email ilike ${containing(q)} or first_name || ' ' || last_name ilike ${containing(q)})` : sql``}`
    return [
      sql<TenantUser[]>`
        select id, email, first_name, last_name, phone, scope_tenant_id as tenant_id, is_active, created_at, updated_at from users
        where ${matching} ${behind ? sql`and (created_at, id) < ((select created_at from users where id = ${behind}), ${behind}::uuid)` : sql``}
        order by created_at desc, id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*)::int as total from users where ${matching}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
}

/** A portal login of this landlord, locked. @throws Refusal 404 */
export async function lockTenantUser(tx: Tx, { id, landlordId }: { id: string; landlordId: string }): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(
      and(eq(users.id, id), eq(users.landlordId, landlordId), eq(users.userType, 'tenant'), isNull(users.deletedAt)),
    )
    .for('update')
  return row ?? notFound('User')
}

/** The tenant record that a login is for, from tenancy; null when none is given. @throws Refusal 400 for one of another landlord */
export async function findTenant(
  tenantId: string | null | undefined,
  { landlordId }: LandlordActor,
  call: Call,
): Promise<Tenant | null> {
  if (tenantId === null || tenantId === undefined) return null
  const tenant = await call(getTenantSnapshot, serviceActor('identity', landlordId), {
    params: { id: tenantId },
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return refuseTenant()
    throw error
  })
  return tenant.landlordId === landlordId ? tenant : refuseTenant()
}

/** The one active tenant of the landlord with this address; null where there is none. */
export async function findTenantByEmail(
  email: string,
  { landlordId }: LandlordActor,
  call: Call,
): Promise<Tenant | null> {
  const [only, second] = await call(tenantsWithEmail, serviceActor('identity', landlordId), { query: { email } })
  return only !== undefined && second === undefined ? only : null
}

const refuseTenant = (): never => refuseField('tenantId', 'Choose one of your tenants')

/** Announces that a login no longer gives access to its tenant record, if it had one. */
export async function announceLoginClosed(tx: Tx, { id: userId, landlordId, tenantId }: UserRow): Promise<void> {
  if (landlordId !== null && tenantId !== null) await emit(tx, LoginClosed, { userId, landlordId, tenantId })
}

/** @throws Refusal 409 for a violated unique constraint, else the error itself */
export function refuseConflict(error: unknown): never {
  if (violated(error)?.constraint === 'users_tenant_key') refuse('conflict', 'This tenant already has a portal login.')
  return mapTakenEmail(error)
}

/** A landlord changes password and address only of logins that they typed themselves. @throws Refusal 409 for any other */
export function refuseOwned({ emailProof }: UserRow): void {
  if (emailProof !== null)
    refuse(
      'conflict',
      'This person signs in with their own address and password, which only they can change. They can use "Forgot password".',
    )
}
