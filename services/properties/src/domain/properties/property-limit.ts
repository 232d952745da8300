import { type LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, count, eq, isNull } from 'drizzle-orm'
import { cap, type CapRow } from '../../schema/projections.ts'
import { property } from '../../schema/properties.ts'

/** Why no property can be added under this subscription, as a sentence; null where it is active. A trial ends by the clock, before billing announces it. */
export function inactiveReason({ status, trialEnd }: Pick<CapRow, 'status' | 'trialEnd'>, now: Date): string | null {
  if (status === 'cancelled') return 'Your subscription has been cancelled. Please choose a plan to add properties.'
  if (status === 'trial' && trialEnd !== null && new Date(trialEnd) <= now)
    return 'Your free trial has ended. Please choose a plan to add properties.'
  if (status === 'expired') return 'Your subscription has expired. Please choose a plan to add properties.'
  return null
}

/**
 * Locks the landlord's cap until the end of the transaction, so that creates and restores run one after the other.
 * @throws Refusal where the landlord may not have one more property; a super admin always may
 */
export async function assertMayAddProperty(tx: Tx, { role, landlordId }: LandlordActor, now: Date): Promise<void> {
  if (role === 'super_admin') return
  const [held] = await tx.select().from(cap).where(eq(cap.landlordId, landlordId)).for('update')
  if (!held) notFound('Subscription')
  const inactive = inactiveReason(held, now)
  if (inactive) refuse('subscription-inactive', inactive)
  const [live] = await tx
    .select({ properties: count() })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), isNull(property.deletedAt), isNull(property.archivedAt)))
  if (held.maxProperties !== null && live && live.properties >= held.maxProperties)
    refuse(
      'property-limit-reached',
      "You've reached your property limit for your current plan. Please upgrade to add more properties.",
    )
}
