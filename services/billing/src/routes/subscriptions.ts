import { landlordSubscription, type Subscription, subscriptionStatus } from '@keyhold/contracts/billing'
import { userName } from '@keyhold/contracts/identity'
import type { Actor } from '@keyhold/kit/actor'
import { notFound } from '@keyhold/kit/problem'
import { serve } from '@keyhold/kit/serve'
import type { Tools } from '@keyhold/kit/request'
import { startSubscription, type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'

export const subscriptionRoutes = [
  serve(subscriptionStatus, ({ actor, ...tools }) => findOrStart(tools, actor, actor.landlordId)),

  serve(landlordSubscription, ({ actor, params, ...tools }) => {
    const asksForOthers = 'landlordId' in actor ? actor.landlordId !== null && actor.landlordId !== params.landlordId : true
    return asksForOthers ? notFound('Subscription') : findOrStart(tools, actor, params.landlordId)
  }),
]

/** A landlord created a moment ago may ask before the event of its creation came: the subscription starts then and there. */
async function findOrStart({ db, call, clock }: Pick<Tools, 'db' | 'call' | 'clock'>, actor: Actor, landlordId: string): Promise<Subscription> {
  const now = clock.now()
  const self: Actor = { role: 'service', name: 'billing', landlordId }
  const find = () => db.read(self, (sql) => sql<SubscriptionRow[]>`select * from subscriptions where landlord_id = ${landlordId}`)
  const [row] = await find()
  if (row) return toSubscription(row, now)

  // A landlord asks for itself; for another service the user says what it is.
  const role =
    actor.role === 'landlord' || actor.role === 'super_admin' ? actor.role : (await call(userName, self, { params: { id: landlordId } })).userType
  if (role === 'tenant') notFound('Subscription')
  await db.as(self, (tx) => startSubscription(tx, { landlordId, role, from: now.toISOString() }, clock))
  const [started] = await find()
  return toSubscription(started!, now)
}
