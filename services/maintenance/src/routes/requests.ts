import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { endOpenOffers } from '../domain/close-request.ts'
import { isPastDue } from '../domain/deadlines.ts'
import { alertAfter, consequencesOf, progressOf } from '../domain/edits.ts'
import type { Directory } from '../projections/tenants-and-properties.ts'
import { changesOf, type NamedRequest, recordChange } from '../domain/history.ts'
import { lockRequest } from '../domain/lock-request.ts'
import { requestSnapshotOf, openRequest } from '../domain/open-request.ts'
import { imagesOf, photosOf } from '../domain/photos.ts'
import { tellProgress } from '../domain/progress.ts'
import { tellWithdrawn } from '../domain/tell-vendor.ts'
import { derivedOf } from '../domain/request-rows.ts'
import { transitionRefusal } from '../domain/statuses.ts'
import { vendorAfter } from '../domain/vendors.ts'
import { request, requestPhoto, visit } from '../schema.ts'

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

  const update = serve(
    updateMaintenance,
    async ({ actor, params, body: { note = null, ...edit }, db, clock, ...tools }) => {
      const { landlordId } = actor
      const toProperty = edit.propertyId ? await directory.findProperty(landlordId, edit.propertyId) : null
      const toTenant = edit.tenantId ? await directory.findTenant(landlordId, edit.tenantId) : null
      const isButton = Object.entries(edit).every(([field, value]) => field === 'status' || value === undefined)

      const { answer, ended } = await db.transaction(actor, async (tx) => {
        const { timeZone, ...before } = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
        const refusal = isButton && edit.status ? transitionRefusal(before.status, edit.status) : null
        if (refusal) refuse('illegal-transition', refusal)
        // The dialog sends what it loaded, so a property deleted meanwhile may stay, but a request cannot be moved to one.
        if (toProperty?.isDeleted && toProperty.propertyId !== before.propertyId) notFound('Property')

        const now = clock.now()
        const zone = toProperty?.timeZone ?? timeZone ?? defaultTimeZone
        const after: NamedRequest = {
          ...before,
          ...given(edit),
          ...(await vendorAfter(tx, landlordId, before, edit)),
          ...consequencesOf(before, edit, { now, zone }),
          propertyName: edit.propertyId === undefined ? before.propertyName : (toProperty?.name ?? null),
          tenantName: edit.tenantId === undefined ? before.tenantName : (toTenant?.name ?? null),
        }
        const changes = changesOf(before, after)
        const what = progressOf(before, after, note)
        if (changes.length > 0 || note !== null) {
          Object.assign(after, { updatedAt: now.toISOString(), newsFrom: null }, alertAfter(before, after, actor, now))
          await save(tx, before, after)
          await recordChange(tx, actor, after, after.updatedAt, changes, note)
          const isPriorityChanged = after.priority !== before.priority
          await emit(tx, RequestChanged, {
            ...requestSnapshotOf(after),
            ...(isPriorityChanged ? { previousPriority: before.priority } : {}),
          })
          if (what) await tellProgress(tx, after, { what, by: 'landlord', note: note ?? after.waitingFor })
        }
        const isOver = what === 'completed' || what === 'cancelled'
        return {
          ended: isOver ? await endOpenOffers(tx, actor, after, after.updatedAt) : [],
          answer: {
            ...after,
            ...derivedOf(after),
            images: imagesOf(await photosOf(tx, after)),
            isPastDue: isPastDue(after, now),
          },
        }
      })
      await tellWithdrawn(ended, answer.title, tools)
      return answer
    },
  )

  return [create, update]
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that are present in an edit. */
const given = <T extends object>(edit: T) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Given<T>

/** Writes a changed request. Its photos become visible to the new tenant; a visit for another day is no longer agreed. */
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
  const isOfRequest = (table: typeof requestPhoto | typeof visit) =>
    and(eq(table.landlordId, landlordId), eq(table.requestId, id))
  if (tenantId !== before.tenantId) {
    await tx.update(requestPhoto).set({ tenantId }).where(isOfRequest(requestPhoto))
    // Another tenant is at home at other times.
    await tx.update(visit).set({ status: 'withdrawn' }).where(isOfRequest(visit))
  } else if (after.scheduledFrom === null && before.scheduledFrom !== null)
    await tx
      .update(visit)
      .set({ status: 'withdrawn' })
      .where(and(isOfRequest(visit), eq(visit.status, 'chosen')))
}
