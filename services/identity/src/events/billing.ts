import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { on } from '@keyhold/kit/messaging/handlers'
import { eq } from 'drizzle-orm'
import { storeSettings } from '../domain/admin/platform-settings.ts'
import { users } from '../schema/users.ts'

export const billingEvents = [
  on(SubscriptionChanged, async ({ data, tx, clock }) => {
    const {
      landlordId,
      plan,
      status,
      maxProperties,
      trialStartDate,
      trialEndDate,
      subscriptionStartDate,
      subscriptionEndDate,
    } = data
    const { stripeCustomerId, stripeSubscriptionId, stripePriceId } = data
    await tx
      .update(users)
      .set({
        subscriptionPlan: plan,
        subscriptionStatus: status,
        maxProperties,
        trialStartDate,
        trialEndDate,
        subscriptionStartDate,
        subscriptionEndDate,
        stripeCustomerId,
        stripeSubscriptionId,
        stripePriceId,
        updatedAt: clock.now().toISOString(),
      })
      .where(eq(users.id, landlordId))
  }),
  on(PlatformSettingsChanged, ({ data, tx, clock }) => storeSettings(tx, data, clock.now())),
]
