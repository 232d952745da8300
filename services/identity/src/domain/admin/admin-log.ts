import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { inArray } from 'drizzle-orm'
import { adminActivityLog } from '../../schema/admin.ts'
import { users } from '../../schema/users.ts'

export type Act = z.output<typeof AdminActed.data>

/** Writes down, in the transaction of the change, what an administrator did, and tells it. */
export async function recordAct(
  tx: Tx,
  { userId: adminId }: Pick<LandlordActor, 'userId'>,
  act: Pick<Act, 'action' | 'landlordId'> & Partial<Pick<Act, 'targetUserId' | 'details'>>,
  now: Date,
): Promise<void> {
  const whole: Act = { adminId, targetUserId: null, details: {}, ...act, at: now.toISOString() }
  const { id } = await emit(tx, AdminActed, whole)
  await logAct(tx, id, whole)
}

/** One row per fact: identity's own come here twice, with the change and by the bus. */
export async function logAct(tx: Tx, eventId: string, { at, ...act }: Act): Promise<void> {
  const ids = act.targetUserId === null ? [act.adminId] : [act.adminId, act.targetUserId]
  const people = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids))
  const emailOf = (id: string | null) => people.find((person) => person.id === id)?.email ?? null
  await tx
    .insert(adminActivityLog)
    .values({
      ...act,
      id: eventId,
      adminEmail: emailOf(act.adminId),
      targetEmail: emailOf(act.targetUserId),
      createdAt: at,
    })
    .onConflictDoNothing({ target: adminActivityLog.id })
}
