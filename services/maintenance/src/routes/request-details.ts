import {
  addRequestNote,
  confirmAlert,
  getMaintenance,
  historyLength,
  type MaintenanceChange,
  type MaintenanceRequest,
  settleSuggestion,
} from '@keyhold/contracts/maintenance/requests'
import type { Visit } from '@keyhold/contracts/maintenance/visit-records'
import type { VendorBill, WorkOrder } from '@keyhold/contracts/maintenance/work-order-records'
import type { z } from '@keyhold/contracts/zod'
import { whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { dueAtOf, isPastDue } from '../domain/deadlines.ts'
import { changesOf, gatherEdits, recordChange, addEntry } from '../domain/history.ts'
import { type LockedRequest, lockRequest } from '../domain/lock-request.ts'
import { imagesOf, photosOf } from '../domain/photos.ts'
import { saveRequest, tellProgress } from '../domain/progress.ts'
import { derivedOf, requestRows } from '../domain/request-rows.ts'
import { billRows, workOrderRows } from '../domain/work-order-rows.ts'
import type { Tx } from '@keyhold/kit/database/database'

/** As many as a dialog shows. */
const listed = 100

const get = serve(getMaintenance, async ({ actor, params, db, clock }) => {
  const { landlordId } = actor
  const [[row], history, visits, workOrders, bills] = await db.read(actor, (sql) => {
    const ofRequest = sql`landlord_id = ${landlordId} and request_id = ${params.id}`
    return [
      sql<
        MaintenanceRequest[]
      >`${requestRows(sql, clock.now())} where r.landlord_id = ${landlordId} and r.id = ${params.id}`,
      sql<(z.output<typeof MaintenanceChange> & { restOf: string | null })[]>`
        select id, at, by, author, changes, note, rest_of, tenant_id is not null as is_shared from change where ${ofRequest}
        order by at desc, id desc limit ${whole(sql, historyLength)}`,
      sql<Visit[]>`
        select id, by, date, from_time as "from", to_time as "to", status, created_at from visit where ${ofRequest} and status <> 'withdrawn'
        order by date, from_time, id limit ${whole(sql, listed)}`,
      sql<
        WorkOrder[]
      >`${workOrderRows(sql, clock.now())} where ${ofRequest} order by created_at desc, id desc limit ${whole(sql, listed)}`,
      sql<
        VendorBill[]
      >`${billRows(sql)} where ${ofRequest} order by created_at desc, id desc limit ${whole(sql, listed)}`,
    ] as const
  })
  if (!row) return notFound('Maintenance request')
  return {
    ...row,
    history: gatherEdits(history),
    visits: [...visits],
    workOrders: [...workOrders],
    bills: [...bills],
  }
})

const addNote = serve(addRequestNote, async ({ actor, params, body: { note, isShared }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
    if (isShared && row.tenantId === null) refuse('conflict', 'This request has no tenant who could read it.')
    const at = clock.now().toISOString()
    const entry = await addEntry(tx, actor, row, at, { note, isShared })
    const after = await saveRequest(tx, row, { newsFrom: null }, at)
    if (isShared) await tellProgress(tx, after, { what: 'note', by: 'landlord', note })
    return entry
  }),
)

const answerOf = async (tx: Tx, row: LockedRequest, now: Date) => ({
  ...row,
  ...derivedOf(row),
  images: imagesOf(await photosOf(tx, row)),
  isPastDue: isPastDue(row, now),
})

const settle = serve(settleSuggestion, async ({ actor, params, body: { accept }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const before = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
    const { suggestion } = derivedOf(before)
    if (!suggestion) return refuse('conflict', 'There is no suggestion for this request any more.')
    const now = clock.now()
    const at = now.toISOString()
    const priority = accept ? (suggestion.priority ?? before.priority) : before.priority
    const isRaised = priority !== before.priority
    const after: LockedRequest = {
      ...before,
      category: accept ? (suggestion.category ?? before.category) : before.category,
      priority,
      dueAt: isRaised ? dueAtOf(before.createdAt, priority, before.timeZone ?? defaultTimeZone) : before.dueAt,
      suggestionSettledAt: at,
      newsFrom: null,
      updatedAt: at,
      // Whoever judges the words has seen the alert.
      ...(before.alertSince !== null && before.alertConfirmedAt === null
        ? { alertConfirmedAt: at, alertConfirmedBy: actor.userId }
        : {}),
    }
    const changes = changesOf(before, after)
    if (changes.length > 0) await recordChange(tx, actor, after, at, changes)
    const { category, dueAt, suggestionSettledAt, newsFrom, alertConfirmedAt, alertConfirmedBy } = after
    await saveRequest(
      tx,
      after,
      { category, priority, dueAt, suggestionSettledAt, newsFrom, alertConfirmedAt, alertConfirmedBy },
      at,
    )
    return answerOf(tx, after, now)
  }),
)

/** Repeated, it changes nothing: the first one counts. */
const confirm = serve(confirmAlert, async ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
    const now = clock.now()
    if (derivedOf(row).alert !== 'sounding') return answerOf(tx, row, now)
    const at = now.toISOString()
    const edit = { alertConfirmedAt: at, alertConfirmedBy: actor.userId, newsFrom: null }
    const changes = [{ field: 'alert', from: null, to: 'confirmed' }]
    await addEntry(tx, actor, row, at, { changes, isShared: true })
    return answerOf(tx, await saveRequest(tx, row, edit, at), now)
  }),
)

export const requestDetailRoutes = [get, addNote, settle, confirm]
