import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { notFound } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { accountActorOf } from '../../domain/ledger/accounts.ts'
import { explain } from '../../domain/explain/explain.ts'
import { readChargeDetails } from '../../domain/explain/read-charge-details.ts'

export const explainRoutes: Route[] = [
  serve(explainPayment, async ({ actor, params, db, clock }) => {
    const who = actor.role === 'tenant' ? await accountActorOf(db, actor) : actor
    if (!who) return notFound('Payment')
    const details = await readChargeDetails(db, who, {
      landlordId: who.landlordId,
      id: params.id,
      now: clock.now().toISOString(),
    })
    return details ? explain(details, who.role === 'tenant' ? 'tenant' : 'landlord') : notFound('Payment')
  }),
]
