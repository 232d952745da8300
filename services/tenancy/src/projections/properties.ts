import { type PropertySnapshot, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq } from 'drizzle-orm'
import { property } from '../schema/projections.ts'
import { tenancy } from '../schema/tenancies.ts'
import { tenant } from '../schema/tenants.ts'

type Snapshot = z.output<typeof PropertySnapshot>

/**
 * Checks that a property is the landlord's and available. Where the projection has no row, the owner is asked; the answer is to be stored with
 * `storeProperty` in the following transaction. `current`: the record's present property, which is not checked. @throws Refusal 400
 */
export async function checkProperty(
  propertyId: string | null | undefined,
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
  current?: string | null,
): Promise<Snapshot | null> {
  if (propertyId === null || propertyId === undefined || propertyId === current) return null
  const { landlordId } = actor
  const [stored] = await db.read(
    actor,
    (sql) =>
      sql<
        { isGone: boolean }[]
      >`select is_deleted or is_archived as is_gone from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
  )
  if (stored) return stored.isGone ? refuseProperty() : null
  const answer = await call(getPropertySnapshot, serviceActor('tenancy', landlordId), {
    params: { id: propertyId },
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return refuseProperty()
    throw error
  })
  return answer.landlordId === landlordId && !answer.isDeleted && !answer.isArchived ? answer : refuseProperty()
}

const refuseProperty = () => refuseField('propertyId', 'Choose one of your properties')

/** Stores the owner's answer, unless an event has created the row meanwhile. */
export async function storeProperty(tx: Tx, snapshot: Snapshot | null): Promise<void> {
  if (!snapshot) return
  const { landlordId, propertyId, name, timeZone, isDeleted, isArchived } = snapshot
  await tx
    .insert(property)
    .values({ landlordId, propertyId, name, timeZone, isDeleted, isArchived })
    .onConflictDoNothing()
}

/** Whether a property is available, locked against release until the transaction ends. To be called before a tenant is given the property. */
export async function lockProperty(
  tx: Tx,
  { landlordId, propertyId }: { landlordId: string; propertyId: string },
): Promise<boolean> {
  const [stored] = await tx
    .select({ isDeleted: property.isDeleted, isArchived: property.isArchived })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
    .for('share')
  return !stored?.isDeleted && !stored?.isArchived
}

/** Locks a property that a form names. @throws Refusal 400 if it was deleted or archived meanwhile */
export async function requireProperty(
  tx: Tx,
  landlordId: string,
  propertyId: string | null | undefined,
): Promise<void> {
  if (propertyId && !(await lockProperty(tx, { landlordId, propertyId }))) refuseProperty()
}

/** The property of an existing record, locked; null if it is no longer available. */
export async function stillAvailable(
  tx: Tx,
  { landlordId, propertyId }: { landlordId: string; propertyId: string | null },
): Promise<string | null> {
  return propertyId !== null && (await lockProperty(tx, { landlordId, propertyId })) ? propertyId : null
}

interface Release extends Pick<typeof property.$inferSelect, 'landlordId' | 'propertyId' | 'name' | 'timeZone'> {
  /** Given: the property is archived, not deleted. */
  archivedAt?: string | undefined
}

/** Marks a property as unavailable before it is deleted or archived. @throws Refusal 409 while an active tenant lives there */
export async function release(tx: Tx, { landlordId, propertyId, name, timeZone, archivedAt }: Release): Promise<void> {
  // Makes sure that there is a row to lock.
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
