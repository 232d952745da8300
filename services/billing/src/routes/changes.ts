import {
  cancelSubscription,
  changePlan,
  payOpenInvoice,
  previewChange,
  resetSubscription,
  resumeSubscription,
  startingSubscription,
  statusAt,
  type Subscription,
} from '@keyhold/contracts/billing/subscriptions'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { and, eq, isNull } from 'drizzle-orm'
import { ask, conclude, type Desk, invoicesOf, keepInvoices } from '../domain/apply-answer.ts'
import { paymentOf } from '../domain/checkout.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { act, leftoverOf, mustRun, refuseChanged, runningOf, standingOf } from '../domain/apply-payment.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'
import { isLive, planOf, type Ref } from '../providers/provider.ts'
import { checkouts } from '../schema.ts'

/** What a landlord does with a subscription. The provider acts first; we write down what it says then. */
export const changeRoutes = (desk: Desk): Route[] => {
  const rowOf = (actor: LandlordActor, { call, clock }: Pick<Tools, 'call' | 'clock'>) =>
    findOrStart({ db: desk.db, call, clock }, actor, actor.landlordId)
  const read = (row: SubscriptionRow) => toSubscription(row, desk.clock.now())

  async function setCancelled(value: boolean, row: SubscriptionRow, db: Database): Promise<Subscription> {
    const { ref, ...now } = await standingOf(desk, row)
    const told =
      now.state.cancelAtPeriodEnd === value
        ? now
        : await act(desk, ref, () => desk.provider.setCancelAtPeriodEnd(ref, value))
    return conclude(desk, db, told, read)
  }

  return [
    serve(previewChange, async ({ actor, query, ...tools }) => {
      const row = await rowOf(actor, tools)
      const ref = mustRun(desk, row)
      const choice = { plan: query.plan, interval: query.interval ?? row.interval ?? 'month' }
      const { lines, amountDue, renewsAt, renewalAmount } = await desk.provider.preview(ref, choice)
      return {
        ...choice,
        lines: lines.map(({ description, amount }) => ({ description, amount: amount / 100 })),
        amountDue: amountDue / 100,
        renewsAt,
        renewalAmount: renewalAmount / 100,
        maxProperties: planOf(choice.plan).maxProperties,
      }
    }),

    serve(changePlan, async ({ actor, body, db, ...tools }) => {
      const { ref, state } = await standingOf(desk, await rowOf(actor, tools))
      if (state.status === 'past_due')
        refuse('illegal-transition', 'The last payment failed. Please pay it before you change the plan.')
      if (state.cancelAtPeriodEnd)
        refuse('illegal-transition', 'Your subscription is cancelled. Please resume it before you change the plan.')
      const choice = { plan: body.plan, interval: body.interval ?? state.interval ?? 'month' }
      const told = await act(desk, ref, () => desk.provider.change(ref, choice))
      return conclude(desk, db, told, (row) => ({
        subscription: read(row),
        payment: told.state.pending ? paymentOf(desk, told.state) : null,
      }))
    }),

    serve(cancelSubscription, async ({ actor, db, ...tools }) => setCancelled(true, await rowOf(actor, tools), db)),
    serve(resumeSubscription, async ({ actor, db, ...tools }) => setCancelled(false, await rowOf(actor, tools), db)),

    serve(payOpenInvoice, async ({ actor, db, ...tools }) => {
      const { ref: _ref, ...told } = await standingOf(desk, await rowOf(actor, tools))
      const payment = paymentOf(desk, told.state)
      if (told.state.status === 'past_due' && payment.clientSecret) return conclude(desk, db, told, () => payment)
      await conclude(desk, desk.db, told, () => undefined)
      return refuse('nothing-to-pay', 'Everything is paid. There is nothing to pay right now.')
    }),

    serve(resetSubscription, async ({ actor, db, clock, ...tools }) => {
      const { landlordId } = actor
      const row = await rowOf(actor, { ...tools, clock })
      const ended = await endEverything(desk, row)
      return db.transaction(serviceActor('billing', landlordId), async (tx) => {
        const held = await lockSubscription(tx, landlordId)
        if (held.stripeSubscriptionId !== row.stripeSubscriptionId && runningOf(desk, held)) refuseChanged()
        for (const { ticket, state } of ended)
          await keepInvoices(tx, { landlordId, ticket, invoices: invoicesOf(state) })
        await tx
          .update(checkouts)
          .set({ closedAt: clock.now().toISOString() })
          .where(and(eq(checkouts.landlordId, landlordId), isNull(checkouts.closedAt)))
        // Where nothing was ever bought there is nothing to go back from: what an administrator set stands.
        const beginning = held.stripeSubscriptionId === null ? {} : beginningOf(held, actor, clock.now())
        return read(await changeSubscription(tx, held, { ...beginning, ...nothingPaid(held) }, clock))
      })
    }),
  ]
}

/** Cancels at the provider whatever runs or may still be paid there, and says what became of it. */
async function endEverything(desk: Desk, row: SubscriptionRow) {
  const { landlordId } = row
  const running = runningOf(desk, row) ?? leftoverOf(desk, row)
  const open = await desk.db.read(
    serviceActor('billing', landlordId),
    (sql) => sql<{ subscriptionId: string }[]>`
      select subscription_id from checkouts
      where landlord_id = ${landlordId} and closed_at is null and subscription_id is not null and provider = ${desk.provider.name}`,
  )
  const refs: Ref[] = [
    ...(running ? [running] : []),
    ...open.map(({ subscriptionId }) => ({ landlordId, subscriptionId })),
  ]
  const ended = []
  for (const ref of refs) {
    await desk.provider.end(ref)
    const { ticket, answer: state } = await ask(desk, landlordId, () => desk.provider.look(ref))
    if (state && isLive(state))
      refuse(
        'unavailable',
        'Our card payment provider did not cancel your subscription. Please try again in a moment.',
        { retryAfter: 5 },
      )
    if (state) ended.push({ landlordId, ticket, state })
  }
  return ended
}

/** What the account began with: the trial, with the end it has now, also when that has passed; but no access that was taken away before. */
function beginningOf(row: SubscriptionRow, { role, landlordId }: LandlordActor, now: Date): Partial<SubscriptionRow> {
  const { plan, status, maxProperties } = startingSubscription(role, row.trialStartDate ?? row.createdAt)
  if (role === 'super_admin') return { plan, status, maxProperties }
  const current = statusAt(row, now)
  const isOver =
    current === 'expired' || current === 'cancelled' || row.trialEndDate === null || new Date(row.trialEndDate) <= now
  return {
    landlordId,
    plan,
    status: isOver ? 'expired' : 'trial',
    maxProperties: row.initialMaxProperties ?? maxProperties,
  }
}

/** The customer stays known, for the next subscription; answers still under way come too late. */
const nothingPaid = ({ asked }: SubscriptionRow): Partial<SubscriptionRow> => ({
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  interval: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
  providerStatus: null,
  providerPlan: null,
  asked: asked + 1,
  answered: asked + 1,
})
