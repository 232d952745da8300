import { type PropertySnapshot, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq, sql } from 'drizzle-orm'
import { property } from '../schema/projections.ts'
import { tenancy } from '../schema/tenancies.ts'
import { tenant } from '../schema/tenants.ts'

type PropertyRow = typeof property.$inferSelect

/** A property released for deletion stays deleted, and one released for archiving ignores events from before the release. */
export const properties = defineProjection({
  table: property,
  row: (snapshot: z.output<typeof PropertySnapshot>) => {
    const { landlordId, propertyId, name, timeZone, isDeleted, isArchived = false } = snapshot
    return { landlordId, propertyId, name, timeZone, isDeleted, isArchived }
  },
  merge: {
    isDeleted: sql`${property.isDeleted} or excluded.is_deleted`,
    isArchived: sql`case when ${property.releasedAt} > excluded.as_of then ${property.isArchived} else excluded.is_archived end`,
  },
})

/**
 * Checks that a property is the landlord's and available; `current`, the record's present property, is not checked. May call another service:
 * never inside a transaction. @throws Refusal 400
 */
export async function checkProperty(
  propertyId: string | null | undefined,
  { landlordId }: LandlordActor,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
  current?: string | null,
): Promise<void> {
  if (propertyId === null || propertyId === undefined || propertyId === current) return
  if (!(await isAvailable(propertyId, { landlordId }, tools))) refuseProperty()
}

/** Whether a property is the landlord's, neither deleted nor archived. May call another service: never inside a transaction. */
export async function isAvailable(
  propertyId: string,
  { landlordId }: Pick<LandlordActor, 'landlordId'>,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<boolean> {
  const actor = serviceActor('tenancy', landlordId)
  const found = await findOrAsk(properties, tools, {
    actor,
    find: (read) =>
      read<PropertyRow[]>`select * from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
    ask: () => tools.call(getPropertySnapshot, actor, { params: { id: propertyId } }),
  })
  return found !== null && !found.isDeleted && !found.isArchived
}

const refuseProperty = () => refuseField('propertyId', 'Choose one of your properties')

interface Which {
  landlordId: string
  propertyId: string
}

/**
 * Locks properties against release until the transaction ends, in the order of their ids, and finds those that are not available any more. To be
 * called before tenants are given the properties. The lock is one that `release` waits for and that events about the property do not.
 */
async function lockProperties(tx: Tx, landlordId: string, propertyIds: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(propertyIds)]
  if (ids.length === 0) return new Set()
  const stored = await tx
    .select({ id: property.propertyId, isDeleted: property.isDeleted, isArchived: property.isArchived })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), sql`${property.propertyId} = any(${sql.param(ids)}::uuid[])`))
    .orderBy(property.propertyId)
    .for('key share')
  return new Set(stored.flatMap(({ id, isDeleted, isArchived }) => (isDeleted || isArchived ? id : [])))
}

/** Whether a property is available, locked against release. */
export const lockProperty = async (tx: Tx, { landlordId, propertyId }: Which): Promise<boolean> =>
  (await lockProperties(tx, landlordId, [propertyId])).size === 0

/** Locks properties that forms name. @throws Refusal 400 if one was deleted or archived meanwhile */
export async function requireProperties(tx: Tx, landlordId: string, propertyIds: readonly string[]): Promise<void> {
  if ((await lockProperties(tx, landlordId, propertyIds)).size > 0) refuseProperty()
}

/** Locks the property that a form names, if it names one. @throws Refusal 400 if it was deleted or archived meanwhile */
export const requireProperty = (tx: Tx, landlordId: string, propertyId: string | null | undefined): Promise<void> =>
  requireProperties(tx, landlordId, propertyId ? [propertyId] : [])

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
