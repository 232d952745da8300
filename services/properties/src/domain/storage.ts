import { documentGigabytes, type PlanId, unprovedGigabytes } from '@keyhold/contracts/billing/plans'
import type { Database } from '@keyhold/kit/database/database'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'

/** The gigabytes that a landlord's files of one kind may fill: what the plan gives, little until the e-mail address is proved, and never more than `most`. */
export async function storageOf(
  { role, landlordId }: Pick<LandlordActor, 'role' | 'landlordId'>,
  { db, most }: { db: Database; most: number },
): Promise<number> {
  if (role === 'super_admin') return most
  const [held] = await db.read(
    serviceActor('properties', landlordId),
    (read) => read<{ plan: PlanId | null; isUnproved: boolean }[]>`
      select (select plan from cap where landlord_id = ${landlordId}) as plan,
        coalesce((select is_unproved from landlord where id = ${landlordId}), false) as is_unproved`,
  )
  const ofPlan = held?.isUnproved ? unprovedGigabytes : documentGigabytes[held?.plan ?? 'basic']
  return Math.min(most, ofPlan)
}
