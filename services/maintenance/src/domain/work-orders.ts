import { createHash, randomBytes } from 'node:crypto'
import { expiredLink, revokedLink, unknownLink } from '@keyhold/contracts/maintenance/vendor-links'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, eq, gt } from 'drizzle-orm'
import { vendorStepsPerHour } from '../limits.ts'
import { change, workOrder, type WorkOrderRow } from '../schema.ts'
import { statusOfOrder } from './work-order-rows.ts'

const hourMs = 3_600_000

/** The secret of a link (256 bits), and the hash that is stored. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const refuseUnknown = (): never => refuse('link-invalid', unknownLink)

/** @throws Refusal 404 with the reason where the link does not work any more */
export function assertWorks(row: WorkOrderRow, now: Date): void {
  const status = statusOfOrder(row, now)
  if (status === 'revoked') refuse('link-invalid', revokedLink)
  if (new Date(row.expiresAt) <= now) refuse('link-invalid', expiredLink)
}

/** The vendor is not signed in: the work order is found by its hash among those of all landlords. Undefined where there is none. */
export async function findByToken(db: Database, token: string): Promise<WorkOrderRow | undefined> {
  const [row] = await db.adminTransaction('a work order is looked up by its token', (tx) =>
    tx
      .select()
      .from(workOrder)
      .where(eq(workOrder.tokenHash, hashToken(token))),
  )
  return row
}

const isIt = ({ landlordId, id }: Pick<WorkOrderRow, 'landlordId' | 'id'>) =>
  and(eq(workOrder.landlordId, landlordId), eq(workOrder.id, id))

/** Locks the work order, so that what its vendor does runs one after the other. @throws Refusal 404 where it was revoked meanwhile, 429 */
export async function lockWorkOrder(tx: Tx, found: WorkOrderRow, now: Date): Promise<WorkOrderRow> {
  const [row] = await tx.select().from(workOrder).where(isIt(found)).for('update')
  if (!row) return refuseUnknown()
  assertWorks(row, now)
  const since = new Date(now.getTime() - hourMs).toISOString()
  const steps = await tx.$count(
    change,
    and(eq(change.landlordId, row.landlordId), eq(change.workOrderId, row.id), gt(change.at, since)),
  )
  if (steps >= vendorStepsPerHour)
    refuse('too-many-requests', 'Too much was sent through this link within an hour. Please try again later.', {
      retryAfter: hourMs / 1000,
    })
  return row
}

export async function saveWorkOrder(tx: Tx, row: WorkOrderRow, edit: Partial<WorkOrderRow>): Promise<WorkOrderRow> {
  await tx.update(workOrder).set(edit).where(isIt(row))
  return { ...row, ...edit }
}
