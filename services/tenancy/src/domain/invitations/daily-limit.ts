import { invitationsPerDay } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { dayMs } from '@keyhold/kit/lib/dates'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'

/** Invitations send messages to any address, so their number is limited. The lock makes concurrent ones count each other. @throws Refusal 429 */
export async function assertBelowDailyLimit(tx: Tx, landlordId: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${landlordId}`}, 0))`)
  const [oldestCounted] = await tx
    .select({ createdAt: invitation.createdAt })
    .from(invitation)
    .where(
      and(
        eq(invitation.landlordId, landlordId),
        gt(invitation.createdAt, new Date(now.getTime() - dayMs).toISOString()),
      ),
    )
    .orderBy(desc(invitation.createdAt))
    .offset(invitationsPerDay - 1)
    .limit(1)
  if (!oldestCounted) return
  const retryAfter = (new Date(oldestCounted.createdAt).getTime() + dayMs - now.getTime()) / 1000
  refuse(
    'too-many-requests',
    `You have sent ${invitationsPerDay} invitations within 24 hours. Please try again later.`,
    { retryAfter },
  )
}
