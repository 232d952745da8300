import {
  cancelSubscription,
  changePlan,
  payOpenInvoice,
  previewChange,
  resumeSubscription,
  type Subscription,
} from '@keyhold/contracts/billing/subscriptions'
import type { Database } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { applyAndRespond } from '../domain/apply-state.ts'
import { toPaymentIntent } from '../domain/checkout.ts'
import type { BillingContext } from '../domain/context.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { changeAtProvider, queryRunning, requireRunning } from '../domain/running-subscription.ts'
import { type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'
import { planOf } from '../providers/provider.ts'

/** Changes to a paid subscription: made at the provider first, then stored as the provider answers. */
export const changeRoutes = (context: BillingContext): Route[] => {
  const rowOf = (actor: LandlordActor, { call, clock }: Pick<Tools, 'call' | 'clock'>) =>
    findOrStart({ db: context.db, call, clock }, actor, actor.landlordId)
  const respond = (row: SubscriptionRow) => toSubscription(row, context.clock.now())

  async function setCancelled(value: boolean, row: SubscriptionRow, db: Database): Promise<Subscription> {
    const { ref, ...current } = await queryRunning(context, row)
    const answer =
      current.state.cancelAtPeriodEnd === value
        ? current
        : await changeAtProvider(context, ref, () => context.provider.setCancelAtPeriodEnd(ref, value))
    return applyAndRespond(context, db, answer, respond)
  }

  return [
    serve(previewChange, async ({ actor, query, ...tools }) => {
      const row = await rowOf(actor, tools)
      const ref = requireRunning(context, row)
      const choice = { plan: query.plan, interval: query.interval ?? row.interval ?? 'month' }
      const { lines, amountDue, renewsAt, renewalAmount } = await context.provider.previewChange(ref, choice)
      return {
        ...choice,
        lines: lines.map(({ description, amount }) => ({ description, amount: toDollars(amount) })),
        amountDue: toDollars(amountDue),
        renewsAt,
        renewalAmount: toDollars(renewalAmount),
        maxProperties: planOf(choice.plan).maxProperties,
      }
    }),

    serve(changePlan, async ({ actor, body, db, ...tools }) => {
      const { ref, state } = await queryRunning(context, await rowOf(actor, tools))
      if (state.status === 'past_due')
        refuse('illegal-transition', 'The last payment failed. Please pay it before you change the plan.')
      if (state.cancelAtPeriodEnd)
        refuse('illegal-transition', 'Your subscription is cancelled. Please resume it before you change the plan.')
      const choice = { plan: body.plan, interval: body.interval ?? state.interval ?? 'month' }
      const answer = await changeAtProvider(context, ref, () => context.provider.changePlan(ref, choice))
      return applyAndRespond(context, db, answer, (row) => ({
        subscription: respond(row),
        payment: answer.state.pending ? toPaymentIntent(context, answer.state) : null,
      }))
    }),

    serve(cancelSubscription, async ({ actor, db, ...tools }) => setCancelled(true, await rowOf(actor, tools), db)),
    serve(resumeSubscription, async ({ actor, db, ...tools }) => setCancelled(false, await rowOf(actor, tools), db)),

    serve(payOpenInvoice, async ({ actor, db, ...tools }) => {
      const { ref: _ref, ...answer } = await queryRunning(context, await rowOf(actor, tools))
      const intent = toPaymentIntent(context, answer.state)
      if (answer.state.status === 'past_due' && intent.clientSecret)
        return applyAndRespond(context, db, answer, () => intent)
      await applyAndRespond(context, context.db, answer, () => undefined)
      return refuse('nothing-to-pay', 'Everything is paid. There is nothing to pay right now.')
    }),
  ]
}
