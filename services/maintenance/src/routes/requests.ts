import {
  createMaintenance,
  getMaintenance,
  type MaintenanceChange,
  type MaintenanceRequest,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dueAtOf, isPastDue } from '../domain/deadlines.ts'
import type { Directory } from '../projections/tenants-and-properties.ts'
import { changesOf, type NamedRequest, recordChange } from '../domain/history.ts'
import { requestSnapshotOf, openRequest } from '../domain/open-request.ts'
import { imagesOf, photosOf } from '../domain/photos.ts'
import { requestRows } from '../domain/request-rows.ts'
import { completedDateAfter, transitionRefusal } from '../domain/statuses.ts'
import { vendorAfter } from '../domain/vendors.ts'
import { property, request, requestPhoto, tenant } from '../schema.ts'

const get = serve(getMaintenance, async ({ actor, params, db, clock }) => {
  const { landlordId } = actor
  const [[row], history] = await db.read(
    actor,
    (sql) =>
      [
        sql<MaintenanceRequest[]>`
          ${requestRows(sql, clock.now())} where r.landlord_id = ${landlordId} and r.id = ${params.id}`,
        sql<
          z.output<typeof MaintenanceChange>[]
        >`select id, at, by, changes from change where landlord_id = ${landlordId} and request_id = ${params.id} order by at desc, id desc`,
      ] as const,
  )
  return row ? { ...row, history: [...history] } : notFound('Maintenance request')
})

export const requestRoutes = (directory: Directory) => {
  const create = serve(createMaintenance, async ({ actor, body, db, clock }) => {
    const { landlordId } = actor
    const { propertyId, tenantId, ...wanted } = body
    const onProperty = propertyId ? await directory.findProperty(landlordId, propertyId) : null
    if (onProperty?.isDeleted) notFound('Property')
    const forTenant = tenantId ? await directory.findTenant(landlordId, tenantId) : null
    return db.transaction(actor, (tx) =>
      openRequest(tx, actor, {
        wanted,
        landlordId,
        tenant: forTenant,
        property: onProperty,
        now: clock.now().toISOString(),
      }),
    )
  })

  const update = serve(updateMaintenance, async ({ actor, params, body, db, clock }) => {
    const { landlordId } = actor
    const toProperty = body.propertyId ? await directory.findProperty(landlordId, body.propertyId) : null
    const toTenant = body.tenantId ? await directory.findTenant(landlordId, body.tenantId) : null
    const isButton = Object.entries(body).every(([field, value]) => field === 'status' || value === undefined)

    return db.transaction(actor, async (tx) => {
      const { timeZone, ...before } = (await lockRequest(tx, landlordId, params.id)) ?? notFound('Maintenance request')
      const refusal = isButton && body.status ? transitionRefusal(before.status, body.status) : null
      if (refusal) refuse('illegal-transition', refusal)
      // The dialog sends what it loaded, so a property deleted meanwhile may stay, but a request cannot be moved to one.
      if (toProperty?.isDeleted && toProperty.propertyId !== before.propertyId) notFound('Property')

      const now = clock.now()
      const zone = toProperty?.timeZone ?? timeZone ?? defaultTimeZone
      const completedDate = completedDateAfter(before, body, dateAt(now, zone))
      const isPriorityChanged = body.priority !== undefined && body.priority !== before.priority
      const after: NamedRequest = {
        ...before,
        ...given(body),
        ...(await vendorAfter(tx, landlordId, before, body)),
        completedDate,
        dueAt: isPriorityChanged ? dueAtOf(before.createdAt, body.priority ?? before.priority, zone) : before.dueAt,
        propertyName: body.propertyId === undefined ? before.propertyName : (toProperty?.name ?? null),
        tenantName: body.tenantId === undefined ? before.tenantName : (toTenant?.name ?? null),
      }
      const changes = changesOf(before, after)
      if (changes.length > 0) {
        after.updatedAt = now.toISOString()
        await save(tx, before, after)
        await recordChange(tx, actor, after, after.updatedAt, changes)
        await emit(tx, RequestChanged, {
          ...requestSnapshotOf(after),
          ...(isPriorityChanged ? { previousPriority: before.priority } : {}),
        })
      }
      return { ...after, images: imagesOf(await photosOf(tx, after)), isPastDue: isPastDue(after, now) }
    })
  })

  return [get, create, update]
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that are present in an edit. */
const given = <T extends object>(edit: T) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Given<T>

/** Writes a changed request. Its photos become visible to the new tenant. */
async function save(tx: Tx, before: NamedRequest, after: NamedRequest): Promise<void> {
  const {
    id,
    landlordId,
    tenantId,
    isClosed: _derived,
    propertyName: _property,
    tenantName: _tenant,
    ...columns
  } = after
  await tx
    .update(request)
    .set({ ...columns, tenantId })
    .where(and(eq(request.landlordId, landlordId), eq(request.id, id)))
  if (tenantId !== before.tenantId)
    await tx
      .update(requestPhoto)
      .set({ tenantId })
      .where(and(eq(requestPhoto.landlordId, landlordId), eq(requestPhoto.requestId, id)))
}

// An alias, because "for update of" accepts no schema.
const locked = alias(request, 'locked')

/** Locks a request, with the names of its property and tenant and the property's time zone. */
async function lockRequest(tx: Tx, landlordId: string, id: string) {
  const [row] = await tx
    .select({
      ...getTableColumns(locked),
      propertyName: property.name,
      timeZone: property.timeZone,
      tenantName: tenant.name,
    })
    .from(locked)
    .leftJoin(property, and(eq(property.landlordId, locked.landlordId), eq(property.propertyId, locked.propertyId)))
    .leftJoin(tenant, and(eq(tenant.landlordId, locked.landlordId), eq(tenant.tenantId, locked.tenantId)))
    .where(and(eq(locked.landlordId, landlordId), eq(locked.id, id)))
    .for('update', { of: locked })
  return row
}
