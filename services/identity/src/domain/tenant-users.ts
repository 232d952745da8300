import { LoginClosed, type TenantUser } from '@keyhold/contracts/identity'
import { type TenantFacts, tenantFacts } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/actor'
import type { Call } from '@keyhold/kit/call'
import { type Tx, violated } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { notFound, Refusal, refuse } from '@keyhold/kit/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../schema.ts'
import { refuseField } from './passwords.ts'
import { refuseTaken, type UserRow } from './users.ts'

type Facts = z.output<typeof TenantFacts>

export function toTenantUser({ id, email, firstName, lastName, phone, tenantId, isActive, createdAt, updatedAt }: UserRow): TenantUser {
  return { id, email, firstName, lastName, phone, tenantId, isActive, createdAt, updatedAt }
}

/** A landlord's portal login, locked. @throws Refusal 404 for another landlord's as for none */
export async function lockTenantUser(tx: Tx, { id, landlordId }: { id: string; landlordId: string }): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.landlordId, landlordId), eq(users.userType, 'tenant'), isNull(users.deletedAt)))
    .for('update')
  return row ?? notFound('User')
}

/** The tenant record that a login is to open, as its owner knows it; null where none is named. @throws Refusal 400 for one that is not the landlord's */
export async function factsOfTenant(tenantId: string | null | undefined, { landlordId }: LandlordActor, call: Call): Promise<Facts | null> {
  if (tenantId === null || tenantId === undefined) return null
  const facts = await call(tenantFacts, { role: 'service', name: 'identity', landlordId }, { params: { id: tenantId } }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return notYours()
    throw error
  })
  return facts.landlordId === landlordId ? facts : notYours()
}

const notYours = (): never => refuseField('tenantId', 'Choose one of your tenants')

/** Tells that a login opens its tenant record no more, where it opened one. */
export async function announceClosed(tx: Tx, { id: userId, landlordId, tenantId }: UserRow): Promise<void> {
  if (landlordId !== null && tenantId !== null) await emit(tx, LoginClosed, { userId, landlordId, tenantId })
}

/** What a broken constraint means to the landlord. @throws Refusal 409, or the error itself */
export function inWords(error: unknown): never {
  const broken = violated(error)?.constraint
  if (broken === 'users_email_key') refuseTaken()
  if (broken === 'users_tenant_key') refuse('conflict', 'This tenant already has a portal login.')
  throw error
}
