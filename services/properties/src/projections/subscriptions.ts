import { landlordSubscription, type Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { cap, type CapRow } from '../schema/projections.ts'

/** What a landlord's subscription allows. */
export const caps = defineProjection({
  table: cap,
  row: ({ landlordId, plan, status, maxProperties, trialEndDate }: Subscription) => ({
    landlordId,
    plan,
    status,
    maxProperties,
    trialEnd: trialEndDate,
  }),
})

/** Makes sure that the cap is stored before `assertMayAddProperty` locks it: asks billing where no event has brought it. A super admin has none. */
export async function fetchMissingCap(
  { role, landlordId }: LandlordActor,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<void> {
  if (role === 'super_admin') return
  const actor = serviceActor('properties', landlordId)
  await findOrAsk(caps, tools, {
    actor,
    find: (sql) => sql<CapRow[]>`select * from cap where landlord_id = ${landlordId}`,
    ask: () => tools.call(landlordSubscription, actor, { params: { landlordId } }),
  })
}
