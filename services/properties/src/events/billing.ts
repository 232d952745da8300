import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { on } from '@keyhold/kit/messaging/handlers'
import { lte } from 'drizzle-orm'
import { capOf } from '../domain/properties/property-limit.ts'
import { cap } from '../schema/projections.ts'

const storeCap = on(SubscriptionChanged, async ({ data, event, tx }) => {
  const row = capOf(data, event.time)
  await tx
    .insert(cap)
    .values(row)
    .onConflictDoUpdate({ target: cap.landlordId, set: row, setWhere: lte(cap.asOf, event.time) })
})

export const billingEvents = [storeCap]
