import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { notFound } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { accountActorOf, leftAccountOf } from '../../domain/ledger/accounts.ts'
import { explain } from '../../domain/explain/explain.ts'
import { readChargeDetails } from '../../domain/explain/read-charge-details.ts'

export const explainRoutes: Route[] = [
  serve(explainPayment, async ({ actor, params, db, call, clock }) => {
    const left = actor.role === 'tenant' ? await leftAccountOf({ db, call }, actor) : null
    const who = actor.role === 'tenant' ? (left?.account ?? (await accountActorOf(db, actor))) : actor
    if (!who) return notFound('Payment')
    const details = await readChargeDetails(db, who, {
      landlordId: who.landlordId,
      id: params.id,
      now: clock.now().toISOString(),
    })
    if (!details || (left && details.dueDate > left.until)) return notFound('Payment')
    return explain(details, who.role === 'tenant' ? 'tenant' : 'landlord', left?.until)
  }),
]
