import { type PropertySnapshot, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq } from 'drizzle-orm'
import { property } from '../schema/projections.ts'
import { tenancy } from '../schema/tenancies.ts'
import { tenant } from '../schema/tenants.ts'

type Facts = z.output<typeof PropertySnapshot>

/**
 * Sees to it that a property is one of the landlord's and still there; its owner is asked where no event has told us yet, and what it
 * answers is to be kept by `keepProperty` in the transaction that follows. `current`: the property referred to already may be gone.
 * @throws Refusal 400
 */
export async function checkProperty(
  propertyId: string | null | undefined,
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
  current?: string | null,
): Promise<Facts | null> {
  if (propertyId === null || propertyId === undefined || propertyId === current) return null
  const { landlordId } = actor
  const [known] = await db.read(
    actor,
    (sql) =>
      sql<
        { isGone: boolean }[]
      >`select is_deleted or is_archived as is_gone from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
  )
  if (known) return known.isGone ? notYours() : null
  const asked = await call(getPropertySnapshot, serviceActor('tenancy', landlordId), {
    params: { id: propertyId },
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return notYours()
    throw error
  })
  return asked.landlordId === landlordId && !asked.isDeleted && !asked.isArchived ? asked : notYours()
}

function notYours(): never {
  const message = 'Choose one of your properties'
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'propertyId', message }] })
}

/** Keeps what its owner answered; an event may have been quicker, and knows no less. */
export async function storeProperty(tx: Tx, facts: Facts | null): Promise<void> {
  if (!facts) return
  const { landlordId, propertyId, name, timeZone, isDeleted, isArchived } = facts
  await tx
    .insert(property)
    .values({ landlordId, propertyId, name, timeZone, isDeleted, isArchived })
    .onConflictDoNothing()
}

/**
 * Whether tenants may live in a property. Until the end of the transaction it can't be released: whoever gives it to a tenant asks
 * here, in the same transaction, and before the tenant is written.
 */
export async function lockProperty(
  tx: Tx,
  { landlordId, propertyId }: { landlordId: string; propertyId: string },
): Promise<boolean> {
  const [known] = await tx
    .select({ isDeleted: property.isDeleted, isArchived: property.isArchived })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
    .for('share')
  return !known?.isDeleted && !known?.isArchived
}

/** Holds a property that a form names. @throws Refusal 400 where it was deleted or put away meanwhile */
export async function requireProperty(
  tx: Tx,
  landlordId: string,
  propertyId: string | null | undefined,
): Promise<void> {
  if (propertyId && !(await lockProperty(tx, { landlordId, propertyId }))) notYours()
}

/** A property that a record named before, held; null where it is gone by now. */
export async function stillAvailable(
  tx: Tx,
  { landlordId, propertyId }: { landlordId: string; propertyId: string | null },
): Promise<string | null> {
  return propertyId !== null && (await lockProperty(tx, { landlordId, propertyId })) ? propertyId : null
}

interface Release extends Pick<typeof property.$inferSelect, 'landlordId' | 'propertyId' | 'name' | 'timeZone'> {
  /** Given: it is put away, not deleted. */
  archivedAt?: string | undefined
}

/** Lets go of a property that is about to be deleted or put away. @throws Refusal 409 while an active tenant has it */
export async function release(tx: Tx, { landlordId, propertyId, name, timeZone, archivedAt }: Release): Promise<void> {
  // Where no event has told of it yet, there is a row to lock all the same.
  await tx.insert(property).values({ landlordId, propertyId, name, timeZone, isDeleted: false }).onConflictDoNothing()
  const mine = and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId))
  await tx.select({ one: property.propertyId }).from(property).where(mine).for('update')
  const [resident] = await tx
    .select({ id: tenant.id })
    .from(tenancy)
    .innerJoin(
      tenant,
      and(eq(tenant.landlordId, tenancy.landlordId), eq(tenant.tenancyId, tenancy.id), eq(tenant.isActive, true)),
    )
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.propertyId, propertyId)))
    .limit(1)
  const what = archivedAt ? 'archive' : 'delete'
  if (resident)
    refuse(
      'property-occupied',
      `This property has active tenants. Move them out or make them inactive before you ${what} it.`,
    )
  await tx
    .update(property)
    .set(archivedAt ? { isArchived: true, releasedAt: archivedAt } : { isDeleted: true })
    .where(mine)
}
