import type { Visit } from '@keyhold/contracts/maintenance/visit-records'
import { type VisitForm, type VisitsForm } from '@keyhold/contracts/maintenance/visits'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { dayMs } from '@keyhold/kit/lib/dates'
import { momentOf } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { visitDaysAhead } from '../limits.ts'
import { visit, type VisitRow, type WorkOrderRow } from '../schema.ts'
import type { FieldChange } from '../schema.ts'
import type { LockedRequest } from './lock-request.ts'
import { takeStep } from './progress.ts'

type Side = VisitRow['by']

/** Whose times each side may take. Nobody takes their own; a vendor goes by the times at which the tenant is at home. */
const mayTake: Record<Side, readonly Side[]> = {
  landlord: ['tenant', 'vendor'],
  tenant: ['landlord', 'vendor'],
  vendor: ['tenant'],
}

export interface VisitActor {
  actor: Actor
  side: Side
  workOrder?: WorkOrderRow
}

export const visitOf = ({ id, by, date, from, to, status, createdAt }: VisitRow): Visit => ({
  id,
  by,
  date,
  from,
  to,
  status,
  createdAt,
})

/** "2026-03-20 09:00–11:00", as the history records it. */
export const textOfTime = ({ date, from, to }: Pick<VisitRow, 'date' | 'from' | 'to'>) => `${date} ${from}–${to}`

export const assertOpen = (row: LockedRequest): void => {
  if (row.isClosed) refuse('conflict', 'This request is closed. Open it again first.')
}

/** Offers times; those that this side offered before and nobody has taken are withdrawn. @throws Refusal 400 for a time that has passed, 409 for a closed request */
export async function offerTimes(
  tx: Tx,
  { actor, side, workOrder }: VisitActor,
  row: LockedRequest,
  { visits }: z.output<typeof VisitsForm>,
  now: Date,
): Promise<Visit[]> {
  assertOpen(row)
  visits.forEach((one, index) => assertFuture(one, index, row.timeZone, now))
  const { landlordId, id: requestId, tenantId } = row
  await tx
    .update(visit)
    .set({ status: 'withdrawn' })
    .where(
      and(
        ofRequest(row),
        eq(visit.by, side),
        eq(visit.status, 'offered'),
        // Vendors of one request do not touch each other's times.
        workOrder ? eq(visit.workOrderId, workOrder.id) : undefined,
      ),
    )
  const at = now.toISOString()
  const made = await tx
    .insert(visit)
    .values(
      visits.map((one) => ({
        ...one,
        landlordId,
        requestId,
        tenantId,
        by: side,
        workOrderId: workOrder?.id ?? null,
        status: 'offered' as const,
        createdAt: at,
      })),
    )
    .returning()
  const changes = visits.map((one) => ({ field: 'visitOffered', from: null, to: textOfTime(one) }))
  await takeStep(tx, actor, {
    row,
    at,
    entry: { changes, isShared: true, workOrder, isByVendor: side === 'vendor' },
    step: { what: side === 'landlord' ? 'visits-offered' : 'visits-proposed', by: side, author: workOrder?.vendorName },
  })
  return made.map(visitOf)
}

function assertFuture(
  { date, from }: z.output<typeof VisitForm>,
  index: number,
  timeZone: string | null,
  now: Date,
): void {
  const start = momentOf(date, from, timeZone)
  if (start <= now) refuseField(`visits.${index}.date`, 'Choose a time in the future')
  if (start.getTime() > now.getTime() + visitDaysAhead * dayMs)
    refuseField(`visits.${index}.date`, `Choose a day within ${visitDaysAhead} days`)
}

/** Takes a time of the other side: the request is scheduled for it, and the other times are withdrawn. Repeated, it changes nothing. */
export async function takeTime(
  tx: Tx,
  { actor, side, workOrder }: VisitActor,
  row: LockedRequest,
  visitId: string,
  now: Date,
): Promise<Visit> {
  const [found] = await tx
    .select()
    .from(visit)
    .where(and(ofRequest(row), eq(visit.id, visitId)))
  if (!found) return notFound('Visit')
  if (found.status === 'chosen') return visitOf(found)
  assertOpen(row)
  if (!mayTake[side].includes(found.by)) refuse('conflict', 'The other side has to agree to this time.')
  if (found.status !== 'offered') refuse('conflict', 'This time is not available any more. Please choose another one.')
  if (momentOf(found.date, found.from, row.timeZone) <= now)
    refuse('conflict', 'This time has passed. Please choose another one.')
  await tx
    .update(visit)
    .set({ status: 'withdrawn' })
    .where(and(ofRequest(row), ne(visit.id, visitId), inArray(visit.status, ['offered', 'chosen'])))
  await tx
    .update(visit)
    .set({ status: 'chosen' })
    .where(and(ofRequest(row), eq(visit.id, visitId)))
  await takeStep(tx, actor, {
    row,
    at: now.toISOString(),
    entry: { changes: changesTo(row, found), isShared: true, workOrder, isByVendor: side === 'vendor' },
    edit: { scheduledDate: found.date, scheduledFrom: found.from, scheduledTo: found.to },
    step: { what: 'scheduled', by: side, author: workOrder?.vendorName },
  })
  return visitOf({ ...found, status: 'chosen' })
}

function changesTo(before: LockedRequest, { date, from, to }: VisitRow): FieldChange[] {
  const time = before.scheduledFrom && `${before.scheduledFrom}–${before.scheduledTo}`
  const changes = [
    { field: 'scheduledDate', from: before.scheduledDate, to: date },
    { field: 'scheduledTime', from: time, to: `${from}–${to}` },
  ]
  return changes.filter((one) => one.from !== one.to)
}

const ofRequest = ({ landlordId, id }: LockedRequest) => and(eq(visit.landlordId, landlordId), eq(visit.requestId, id))
