import { getPushKey, subscribePush, unsubscribePush } from '@keyhold/contracts/messaging/notifications-push'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { scopeOf, serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import type { PushProvider } from '../../providers/push/push.ts'
import { pushSubscription } from '../../schema/push.ts'

const personOf = (actor: UserActor) => {
  const { landlordId, tenantId } = scopeOf(actor)
  if (!landlordId) return refuse('conflict', 'Your account is not linked to a landlord yet.')
  return { landlordId, tenantId: tenantId || null, personId: tenantId || landlordId }
}

const mostDevices = 10

export const pushRoutes = (provider: PushProvider | null) => [
  serve(getPushKey, () => Promise.resolve({ publicKey: provider?.publicKey ?? null })),

  serve(subscribePush, async ({ actor, body: { endpoint, keys }, db, clock }) => {
    const person = personOf(actor)
    if (!provider) refuse('conflict', 'Push messages are not set up on this server.')
    if (!provider?.isAllowed(endpoint)) refuse('invalid-input', 'This push service is not known.')
    return db.transaction(serviceActor('messaging', person.landlordId), async (tx) => {
      const isOwn = and(
        eq(pushSubscription.landlordId, person.landlordId),
        eq(pushSubscription.personId, person.personId),
      )
      const devices = await tx.select({ endpoint: pushSubscription.endpoint }).from(pushSubscription).where(isOwn)
      if (devices.length >= mostDevices && devices.every((one) => one.endpoint !== endpoint))
        refuse('conflict', `At most ${mostDevices} devices can show push messages.`)
      const key = { p256dh: keys.p256dh, auth: keys.auth }
      await tx
        .insert(pushSubscription)
        .values({ ...person, endpoint, ...key, createdAt: clock.now().toISOString() })
        .onConflictDoUpdate({
          target: [pushSubscription.landlordId, pushSubscription.personId, pushSubscription.endpoint],
          set: key,
        })
      return { isOn: true }
    })
  }),

  serve(unsubscribePush, async ({ actor, body: { endpoint }, db }) => {
    const { landlordId, personId } = personOf(actor)
    await db.transaction(serviceActor('messaging', landlordId), (tx) =>
      tx
        .delete(pushSubscription)
        .where(
          and(
            eq(pushSubscription.landlordId, landlordId),
            eq(pushSubscription.personId, personId),
            eq(pushSubscription.endpoint, endpoint),
          ),
        ),
    )
    return { isOn: false }
  }),
]
