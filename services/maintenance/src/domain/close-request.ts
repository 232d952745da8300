import type { Tx } from '@keyhold/kit/database/database'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { type RequestRow, visit, workOrder, type WorkOrderRow } from '../schema.ts'
import { addEntry } from './history.ts'
import { textOfTime } from './visits.ts'

/** A closed request waits for nobody: times that nobody took are withdrawn, and the work orders end. Answers those whose vendors need not come. */
export async function endOpenOffers(tx: Tx, actor: Actor, row: RequestRow, at: string): Promise<WorkOrderRow[]> {
  await withdrawTimes(tx, actor, row, at)
  return endWorkOrders(tx, actor, row, at)
}

async function withdrawTimes(tx: Tx, actor: Actor, row: RequestRow, at: string): Promise<void> {
  const over = row.status === 'cancelled' ? (['offered', 'chosen'] as const) : (['offered'] as const)
  const ofRequest = and(eq(visit.landlordId, row.landlordId), eq(visit.requestId, row.id))
  const open = await tx
    .select()
    .from(visit)
    .where(and(ofRequest, inArray(visit.status, over)))
    .orderBy(asc(visit.date), asc(visit.from), asc(visit.id))
  if (open.length === 0) return
  const ids = open.map(({ id }) => id)
  await tx
    .update(visit)
    .set({ status: 'withdrawn' })
    .where(and(ofRequest, inArray(visit.id, ids)))
  // Landlord and vendor may have offered the same time.
  const texts = [...new Set(open.map(textOfTime))]
  const changes = texts.map((text) => ({ field: 'visitOffered', from: text, to: null }))
  await addEntry(tx, actor, row, at, { changes, isShared: true })
}

/** Work that was accepted counts as done once the request is completed, so that its invoice can still be sent. */
async function endWorkOrders(tx: Tx, actor: Actor, row: RequestRow, at: string): Promise<WorkOrderRow[]> {
  const ofRequest = and(eq(workOrder.landlordId, row.landlordId), eq(workOrder.requestId, row.id))
  const open = await tx
    .select()
    .from(workOrder)
    .where(and(ofRequest, inArray(workOrder.status, ['sent', 'accepted']), gt(workOrder.expiresAt, at)))
    .orderBy(asc(workOrder.createdAt), asc(workOrder.id))
    .for('update')
  const isDone = ({ status }: WorkOrderRow) => status === 'accepted' && row.status === 'completed'
  const ended: WorkOrderRow[] = []
  for (const one of open) {
    const status = isDone(one) ? 'done' : 'withdrawn'
    await tx
      .update(workOrder)
      .set({ status })
      .where(and(ofRequest, eq(workOrder.id, one.id)))
    const changes = [{ field: 'workOrderEnded', from: one.vendorName, to: status }]
    await addEntry(tx, actor, row, at, { changes, isShared: false, workOrder: one })
    if (status === 'withdrawn') ended.push({ ...one, status })
  }
  return ended
}
