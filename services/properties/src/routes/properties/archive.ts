import { archiveProperty, restoreProperty } from '@keyhold/contracts/properties/properties'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { assertMayAddProperty } from '../../domain/properties/property-limit.ts'
import { assertNoStaysAhead } from '../../domain/nights/stays-ahead.ts'
import { propertySnapshotOf } from '../../domain/properties/property-snapshot.ts'
import { withPhotos } from '../../domain/photos/photos.ts'
import { fetchMissingCap } from '../../projections/subscriptions.ts'
import { lockProperty } from '../../projections/tenants.ts'
import { property, type PropertyRow } from '../../schema/properties.ts'

async function setArchived(tx: Tx, before: PropertyRow, archivedAt: string | null, now: Date): Promise<PropertyRow> {
  const after = { ...before, archivedAt, updatedAt: now.toISOString() }
  await tx
    .update(property)
    .set({ archivedAt, updatedAt: after.updatedAt })
    .where(and(eq(property.landlordId, before.landlordId), eq(property.id, before.id)))
  await emit(tx, PropertyUpdated, propertySnapshotOf(after))
  return withPhotos(tx, after)
}

const isOccupied = (answer: unknown): answer is Refusal =>
  answer instanceof Refusal && answer.code === 'property-occupied'

const archive = serve(archiveProperty, async ({ actor, params, db, call, clock }) => {
  const { landlordId } = actor
  const named = { landlordId, id: params.id }
  const [found] = await db.read(
    actor,
    (sql) => sql<{ name: string; timeZone: string; isArchived: boolean }[]>`
      select name, time_zone, archived_at is not null as is_archived from property
      where landlord_id = ${landlordId} and id = ${named.id} and deleted_at is null`,
  )
  if (!found) notFound('Property')
  const { name, timeZone, isArchived } = found
  const archivedAt = clock.now().toISOString()
  const release = () =>
    call(releaseProperty, serviceActor('properties', landlordId), {
      body: { propertyId: named.id, name, timeZone, archivedAt },
    })
  const assertFree = (tx: Tx) =>
    assertNoStaysAhead(tx, { landlordId, propertyId: named.id }, { what: 'archive', now: clock.now() })
  // Tenancy decides, as for a deletion. After a crash here, archiving again completes it, and any edit undoes it.
  if (!isArchived) {
    await db.transaction(actor, assertFree)
    await release()
  }
  const archived = await db.transaction(actor, async (tx) => {
    const before = (await lockProperty(tx, named)) ?? notFound('Property')
    if (before.archivedAt !== null || isArchived) return withPhotos(tx, before)
    await assertFree(tx)
    return setArchived(tx, before, archivedAt, clock.now())
  })
  if (isArchived) return archived
  // An edit in between published the property as open, and a tenant may have moved in, so tenancy is asked again.
  const refusal = await release().catch((error: unknown) => error)
  await db.transaction(actor, async (tx) => {
    const current = await lockProperty(tx, named)
    if (isOccupied(refusal) && current?.archivedAt) await setArchived(tx, current, null, clock.now())
    // Restored meanwhile: published again, so that tenancy's last information is that the property is open.
    if (current?.archivedAt === null) await emit(tx, PropertyUpdated, propertySnapshotOf(current))
  })
  if (isOccupied(refusal)) throw refusal
  return archived
})

const restore = serve(restoreProperty, async ({ actor, params, db, call, clock }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  await fetchMissingCap(actor, { db, call, clock })
  return db.transaction(actor, async (tx) => {
    const before = (await lockProperty(tx, named)) ?? notFound('Property')
    if (before.archivedAt === null) return withPhotos(tx, before)
    await assertMayAddProperty(tx, actor, clock.now())
    return setArchived(tx, before, null, clock.now())
  })
})

export const archiveRoutes = [archive, restore]
