import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { inArray } from 'drizzle-orm'
import { adminActivityLog } from '../../schema/admin.ts'
import { users } from '../../schema/users.ts'

export type AdminAction = z.output<typeof AdminActed.data>

/** Stores and announces what an administrator did, in the transaction of the change. */
export async function logAction(
  tx: Tx,
  { userId: adminId }: Pick<LandlordActor, 'userId'>,
  action: Pick<AdminAction, 'action' | 'landlordId'> & Partial<Pick<AdminAction, 'targetUserId' | 'details'>>,
  now: Date,
): Promise<void> {
  const complete: AdminAction = { adminId, targetUserId: null, details: {}, ...action, at: now.toISOString() }
  const { id } = await emit(tx, AdminActed, complete)
  await storeAction(tx, id, complete)
}

/** One row per event: identity's own arrive twice, with the change and over the bus. */
export async function storeAction(tx: Tx, eventId: string, { at, ...action }: AdminAction): Promise<void> {
  const ids = action.targetUserId === null ? [action.adminId] : [action.adminId, action.targetUserId]
  const people = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids))
  const emailOf = (id: string | null) => people.find((person) => person.id === id)?.email ?? null
  await tx
    .insert(adminActivityLog)
    .values({
      ...action,
      id: eventId,
      adminEmail: emailOf(action.adminId),
      targetEmail: emailOf(action.targetUserId),
      createdAt: at,
    })
    .onConflictDoNothing({ target: adminActivityLog.id })
}
