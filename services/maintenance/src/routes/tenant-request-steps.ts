import { historyLength, type MaintenanceChange } from '@keyhold/contracts/maintenance/requests'
import {
  getTenantMaintenance,
  rateRequest,
  reopenDays,
  reopenRequest,
  replyToRequest,
  type TenantMaintenanceRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import type { Visit } from '@keyhold/contracts/maintenance/visit-records'
import type { z } from '@keyhold/contracts/zod'
import { whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { dueAtOf, isPastDue } from '../domain/deadlines.ts'
import { type LockedRequest, lockRequest } from '../domain/lock-request.ts'
import { imagesOf, photosOf } from '../domain/photos.ts'
import { takeStep } from '../domain/progress.ts'
import { tenantRequestRows } from '../domain/request-rows.ts'
import { canReopen } from '../domain/statuses.ts'
import { repliesPerDay } from '../limits.ts'
import { limitReplies } from '../domain/report-limits.ts'

type TenantRequest = z.output<typeof TenantMaintenanceRequest>

const lockOwn = (tx: Tx, { landlordId, tenantId }: TenantActor, id: string): Promise<LockedRequest> =>
  landlordId && tenantId ? lockRequest(tx, { landlordId, tenantId, id }) : notFound('Maintenance request')

const answerOf = async (tx: Tx, row: LockedRequest, now: Date) => ({
  ...row,
  canReopen: canReopen(row, dateAt(now, row.timeZone)),
  canRate: row.status === 'completed' && row.rating === null,
  // Nobody offers a time for completed work, nor has anybody since it was opened again.
  timesToPick: 0,
  images: imagesOf(await photosOf(tx, row)),
  isPastDue: isPastDue(row, now),
})

const get = serve(getTenantMaintenance, async ({ actor, params, db, clock }) => {
  const { landlordId, tenantId } = actor
  if (!landlordId || !tenantId) return notFound('Maintenance request')
  const [[row], history, visits] = await db.read(actor, (sql) => {
    const own = sql`landlord_id = ${landlordId} and tenant_id = ${tenantId} and request_id = ${params.id}`
    return [
      sql<
        TenantRequest[]
      >`${tenantRequestRows(sql, clock.now())} where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and r.id = ${params.id}`,
      sql<z.output<typeof MaintenanceChange>[]>`
        select id, at, by, null as author, changes, note, true as is_shared from change where ${own} order by at desc, id desc limit ${whole(sql, historyLength)}`,
      sql<Visit[]>`
        select id, by, date, from_time as "from", to_time as "to", status, created_at from visit where ${own} and status <> 'withdrawn'
        order by date, from_time, id limit 100`,
    ] as const
  })
  return row ? { ...row, history: [...history], visits: [...visits] } : notFound('Maintenance request')
})

const reply = serve(replyToRequest, ({ actor, params, body: { note }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockOwn(tx, actor, params.id)
    const now = clock.now()
    await limitReplies(tx, row, { now, most: repliesPerDay })
    const { entry } = await takeStep(tx, actor, {
      row,
      at: now.toISOString(),
      entry: { note, isShared: true },
      step: { what: 'note', by: 'tenant' },
    })
    return entry
  }),
)

const rate = serve(rateRequest, ({ actor, params, body: { rating, note = null }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockOwn(tx, actor, params.id)
    const now = clock.now()
    if (row.rating !== null) refuse('conflict', 'You have rated this work already.')
    if (row.status !== 'completed') refuse('conflict', 'You can rate the work once it is completed.')
    const { after } = await takeStep(tx, actor, {
      row,
      at: now.toISOString(),
      entry: { changes: [{ field: 'rating', from: null, to: String(rating) }], note, isShared: true },
      edit: { rating, ratingNote: note },
      step: { what: 'rated', by: 'tenant' },
    })
    return answerOf(tx, after, now)
  }),
)

const reopen = serve(reopenRequest, ({ actor, params, body: { note }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockOwn(tx, actor, params.id)
    const now = clock.now()
    if (!canReopen(row, dateAt(now, row.timeZone)))
      refuse(
        'illegal-transition',
        row.status === 'completed'
          ? `More than ${reopenDays} days have passed since this was completed. Please report the problem as a new request.`
          : 'Only completed requests can be opened again.',
      )
    const at = now.toISOString()
    const { after } = await takeStep(tx, actor, {
      row,
      at,
      entry: {
        changes: [
          { field: 'status', from: 'completed', to: 'open' },
          { field: 'completedDate', from: row.completedDate, to: null },
        ],
        note,
        isShared: true,
      },
      edit: {
        status: 'open',
        completedDate: null,
        scheduledDate: null,
        scheduledFrom: null,
        scheduledTo: null,
        waitingFor: null,
        reopens: row.reopens + 1,
        dueAt: dueAtOf(at, row.priority, row.timeZone ?? defaultTimeZone),
        // An emergency that is back rings again.
        ...(row.priority === 'emergency' ? { alertSince: at, alertConfirmedAt: null, alertConfirmedBy: null } : {}),
      },
      step: { what: 'reopened', by: 'tenant' },
    })
    return answerOf(tx, after, now)
  }),
)

export const tenantStepRoutes = [get, reply, rate, reopen]
