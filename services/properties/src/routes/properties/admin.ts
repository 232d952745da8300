import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import {
  type AdminProperty,
  listAllProperties,
  updateAnyProperty,
} from '@keyhold/contracts/properties/admin-properties'
import { emit } from '@keyhold/kit/messaging/outbox'
import { containing, pageOf, readCursor } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, count, desc, eq, getTableColumns, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { changeProperty } from '../../domain/properties/update-property.ts'
import { fetchLandlords } from '../../projections/landlords.ts'
import { photoUrls, withPhotos } from '../../domain/photos/photos.ts'
import { landlord } from '../../schema/projections.ts'
import { property, type PropertyRow } from '../../schema/properties.ts'

/** Adds the owners' names, asking identity for owners whose events have not been received. */
async function withOwners(rows: PropertyRow[], tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<AdminProperty[]> {
  const ids = [...new Set(rows.map(({ landlordId }) => landlordId))]
  const known = ids.length
    ? await tools.db.adminTransaction('names of the owners of a page', (tx) =>
        tx.select().from(landlord).where(inArray(landlord.id, ids)),
      )
    : []
  const knownIds = new Set(known.map(({ id }) => id))
  const fetched = await fetchLandlords(
    ids.filter((id) => !knownIds.has(id)),
    tools,
  )
  const owners = new Map([...known, ...fetched].map((one) => [one.id, one]))
  return rows.map((row) => {
    const { name: landlordName = 'Unknown', email: landlordEmail = '' } = owners.get(row.landlordId) ?? {}
    return { ...row, landlordName, landlordEmail }
  })
}

const list = serve(listAllProperties, async ({ query: { limit, cursor, q, landlordId }, db, call, clock }) => {
  const behind = readCursor(cursor)
  const pattern = q ? containing(q) : ''
  const matching = and(
    isNull(property.deletedAt),
    landlordId ? eq(property.landlordId, landlordId) : undefined,
    // Each condition has an index of its own.
    q
      ? or(
          ilike(property.name, pattern),
          ilike(property.address, pattern),
          sql`${property.landlordId} = any(array(select ${landlord.id} from ${landlord} where ${landlord.name} ilike ${pattern} or ${landlord.email} ilike ${pattern}))`,
        )
      : undefined,
  )
  const { rows, total } = await db.adminTransaction("the administrator's list is of all landlords", async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(property).where(matching)
    const after = behind
      ? sql`(${property.createdAt}, ${property.id}) < ((select p.created_at from ${property} p where p.id = ${behind}), ${behind}::uuid)`
      : undefined
    const found = await tx
      .select({ ...getTableColumns(property), images: photoUrls })
      .from(property)
      .where(and(matching, after))
      .orderBy(desc(property.createdAt), desc(property.id))
      .limit(limit + 1)
    return { rows: found, total: counted?.total ?? 0 }
  })
  return pageOf(await withOwners(rows, { db, call, clock }), limit, total)
})

/** Fields that follow from others and are left out of the activity log. */
const derived = new Set<keyof PropertyRow>(['updatedAt', 'occupiedUnits'])

const update = serve(
  updateAnyProperty,
  async ({ actor, params, body: { landlordId: given, ...changes }, db, call, clock }) => {
    const [found] = await db.adminTransaction('whose property it is', (tx) =>
      tx
        .select({ landlordId: property.landlordId })
        .from(property)
        .where(and(eq(property.id, params.id), isNull(property.deletedAt))),
    )
    if (!found) notFound('Property')
    const { landlordId } = found
    if (given !== undefined && given !== landlordId)
      refuse(
        'conflict',
        'This property belongs to another landlord. Properties and their history do not move between landlords.',
      )
    const row = await db.transaction(serviceActor('properties', landlordId), async (tx) => {
      const { before, after } = await changeProperty(tx, { landlordId, id: params.id }, changes, clock.now())
      const changed = (Object.keys(before) as (keyof PropertyRow)[]).filter(
        (field) => !derived.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
      )
      if (changed.length > 0)
        await emit(tx, AdminActed, {
          adminId: actor.userId,
          landlordId,
          action: 'property_updated',
          targetUserId: landlordId,
          details: {
            propertyId: after.id,
            name: after.name,
            changes: Object.fromEntries(
              changed.map((field) => [field, { before: before[field], after: after[field] }]),
            ),
          },
          at: clock.now().toISOString(),
        })
      return withPhotos(tx, after)
    })
    const [answer] = await withOwners([row], { db, call, clock })
    return answer ?? notFound('Property')
  },
)

export const adminRoutes = [list, update]
