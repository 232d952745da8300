import { type progressKinds, RequestChanged, RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { request, type RequestRow } from '../schema.ts'
import { addEntry, type Entry, type NamedRequest } from './history.ts'
import { requestSnapshotOf } from './open-request.ts'

export type Progress = (typeof progressKinds)[number]

interface Step {
  what: Progress
  by: 'landlord' | 'tenant' | 'vendor'
  author?: string | null | undefined
  /** Unless given, the tenant learns what others do. */
  isForTenant?: boolean
  note?: string | null | undefined
  amount?: number
}

/** Publishes a step, so that the other side is told. */
export async function tellProgress(tx: Tx, row: RequestRow, step: Step): Promise<void> {
  const { what, by, author = null, isForTenant = by !== 'tenant', note = null, amount = null } = step
  const { id: requestId, landlordId, tenantId, propertyId, title, scheduledDate, scheduledFrom, scheduledTo } = row
  await emit(tx, RequestProgressed, {
    requestId,
    landlordId,
    tenantId,
    propertyId,
    title,
    what,
    by,
    author,
    isForTenant: isForTenant && tenantId !== null,
    note,
    scheduledDate,
    scheduledFrom,
    scheduledTo,
    rating: row.rating,
    amount,
  })
}

type Edit = Partial<Omit<typeof request.$inferInsert, 'id' | 'landlordId' | 'isClosed'>>

/** Writes a change of a request and publishes it to open pages and other services. */
export async function saveRequest<R extends RequestRow>(tx: Tx, row: R, edit: Edit, at: string): Promise<R> {
  const after = { ...row, ...edit, updatedAt: at }
  await tx
    .update(request)
    .set({ ...edit, updatedAt: at })
    .where(and(eq(request.landlordId, row.landlordId), eq(request.id, row.id)))
  await emit(tx, RequestChanged, requestSnapshotOf(after))
  return after
}

/** One thing that somebody did about a request: the entry of its history, the change of its row, and the news of it. */
export async function takeStep<R extends NamedRequest>(
  tx: Tx,
  actor: Actor,
  { row, at, entry, edit = {}, step }: { row: R; at: string; entry: Entry; edit?: Edit; step: Step },
): Promise<{ after: R; entry: Awaited<ReturnType<typeof addEntry>> }> {
  const made = await addEntry(tx, actor, row, at, entry)
  const newsFrom = step.by === 'landlord' ? null : step.by
  const after = await saveRequest(tx, row, { ...edit, newsFrom }, at)
  await tellProgress(tx, after, { ...step, note: step.note ?? entry.note })
  return { after, entry: made }
}
