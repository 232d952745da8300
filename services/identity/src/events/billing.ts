import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { on } from '@keyhold/kit/messaging/handlers'
import { isNotNewer, projectEvents } from '@keyhold/kit/messaging/projection'
import { and, eq } from 'drizzle-orm'
import { hasBranding, publishBranding } from '../domain/branding/branding.ts'
import { platformSettingsProjection } from '../projections/platform-settings.ts'
import { users } from '../schema/users.ts'

export const billingEvents = [
  on(SubscriptionChanged, async ({ data, event, tx, clock }) => {
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
        subscriptionAsOf: event.time,
        updatedAt: clock.now().toISOString(),
      })
      .where(and(eq(users.id, landlordId), isNotNewer(users.subscriptionAsOf, event.time)))
    // The plan says whether tenants see the landlord's own look.
    if (await hasBranding(tx, landlordId)) await publishBranding(tx, landlordId, clock.now())
  }),
  ...projectEvents(platformSettingsProjection, [PlatformSettingsChanged]),
]
