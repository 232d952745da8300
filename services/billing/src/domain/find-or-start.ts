import { userName } from '@keyhold/contracts/identity/accounts'
import { type Actor, serviceActor } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { startSubscription, type SubscriptionRow } from './subscriptions.ts'

/** The landlord's subscription. A new landlord may ask before `UserCreated` has arrived: the subscription then starts here. */
export async function findOrStart(
  { db, call, clock }: Pick<Tools, 'db' | 'call' | 'clock'>,
  actor: Actor,
  landlordId: string,
): Promise<SubscriptionRow> {
  const self = serviceActor('billing', landlordId)
  const find = () =>
    db.read(self, (sql) => sql<SubscriptionRow[]>`select * from subscriptions where landlord_id = ${landlordId}`)
  const [row] = await find()
  if (row) return row

  // A landlord who asks for itself needs no lookup of the role.
  const isOwn = (actor.role === 'landlord' || actor.role === 'super_admin') && actor.landlordId === landlordId
  const role = isOwn ? actor.role : (await call(userName, self, { params: { id: landlordId } })).userType
  if (role === 'tenant') notFound('Subscription')
  await db.transaction(self, (tx) =>
    startSubscription(tx, { landlordId, role, from: clock.now().toISOString() }, clock),
  )
  const [started] = await find()
  return started!
}
