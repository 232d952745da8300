import { invitationsPerDay } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Invitations send messages to anybody. A landlord's wait for each other here, so that none is overlooked. @throws Refusal 429 */
export async function judgeDay(tx: Tx, landlordId: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${landlordId}`}, 0))`)
  const [first] = await tx
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
  if (!first) return
  const retryAfter = (new Date(first.createdAt).getTime() + dayMs - now.getTime()) / 1000
  refuse(
    'too-many-requests',
    `You have made ${invitationsPerDay} invitations within 24 hours. Please try again later.`,
    { retryAfter },
  )
}
