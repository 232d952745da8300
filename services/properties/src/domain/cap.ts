import type { Subscription } from '@keyhold/contracts/billing'
import type { Tx } from '@keyhold/kit/db'
import { refuse } from '@keyhold/kit/problem'
import { and, count, eq, isNull } from 'drizzle-orm'
import { cap, property, type CapRow } from '../schema.ts'

/** Why nothing can be added under this subscription, as a sentence; null while it is good. A trial ends by the clock, told or not. */
export function whyInactive({ status, trialEnd }: Pick<CapRow, 'status' | 'trialEnd'>, now: Date): string | null {
  if (status === 'cancelled') return 'Your subscription has been cancelled. Please choose a plan to add properties.'
  if (status === 'trial' && trialEnd !== null && new Date(trialEnd) <= now)
    return 'Your free trial has ended. Please choose a plan to add properties.'
  if (status === 'expired') return 'Your subscription has expired. Please choose a plan to add properties.'
  return null
}

/** Ends the request unless the landlord may add one more property. Holds the landlord's cap until the transaction ends, so that creates queue up. */
export async function claimPlace(tx: Tx, landlordId: string, now: Date): Promise<void> {
  const [held] = await tx.select().from(cap).where(eq(cap.landlordId, landlordId)).for('update')
  if (!held) throw new Error('The cap is known before a place is claimed')
  const inactive = whyInactive(held, now)
  if (inactive) refuse('subscription-inactive', inactive)
  const [live] = await tx
    .select({ properties: count() })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), isNull(property.deletedAt)))
  if (held.maxProperties !== null && live && live.properties >= held.maxProperties)
    refuse('property-limit-reached', "You've reached your property limit for your current plan. Please upgrade to add more properties.")
}

/** The cap that a subscription means. */
export function capOf({ landlordId, plan, status, maxProperties, trialEndDate }: Subscription, asOf: string): CapRow {
  return { landlordId, plan, status, maxProperties, trialEnd: trialEndDate, asOf }
}
