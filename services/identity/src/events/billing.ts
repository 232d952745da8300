import { SubscriptionChanged } from '@keyhold/contracts/billing'
import { on } from '@keyhold/kit/inbox'
import { eq } from 'drizzle-orm'
import { users } from '../schema.ts'

export const billingEvents = [
  on(SubscriptionChanged, async ({ data, tx, clock }) => {
    const { landlordId, plan, status, maxProperties, trialStartDate, trialEndDate } = data
    await tx
      .update(users)
      .set({ subscriptionPlan: plan, subscriptionStatus: status, maxProperties, trialStartDate, trialEndDate, updatedAt: clock.now().toISOString() })
      .where(eq(users.id, landlordId))
  }),
]
