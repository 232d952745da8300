import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database, Tx } from '@keyhold/kit/database/database'
import type { Log } from '@keyhold/kit/runtime/log'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import {
  isLive,
  planOf,
  type Provider,
  type ProviderInvoice,
  type ProviderState,
  type Ref,
} from '../providers/provider.ts'
import { checkouts, invoices, subscriptions } from '../schema.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow } from './subscriptions.ts'

/** What the service works with where the provider is concerned; its door is not the request's, so that a retry with the same key starts over. */
export interface Desk {
  provider: Provider
  db: Database
  clock: Clock
  log: Log
}

/** What the provider said, and the ticket that was taken before it was asked. */
export interface Told {
  landlordId: string
  ticket: number
  state: ProviderState
}

/**
 * Asks the provider. Answers may overtake each other, and Stripe's objects carry no version: so a ticket is drawn first, and what was asked
 * earlier never overwrites what was asked later.
 */
export async function ask<T>(
  { db }: Pick<Desk, 'db'>,
  landlordId: string,
  question: () => Promise<T>,
): Promise<{ ticket: number; answer: T }> {
  const [row] = await db.transaction(serviceActor('billing', landlordId), (tx) =>
    tx
      .update(subscriptions)
      .set({ asked: sql`${subscriptions.asked} + 1` })
      .where(eq(subscriptions.landlordId, landlordId))
      .returning({ ticket: subscriptions.asked }),
  )
  return { ticket: row!.ticket, answer: await question() }
}

/** Writes down what the provider said; `isStale` when a later answer was there already. */
export async function take(
  tx: Tx,
  { landlordId, ticket, state }: Told,
  { provider, clock, log }: Pick<Desk, 'provider' | 'clock' | 'log'>,
): Promise<{ row: SubscriptionRow; isStale: boolean }> {
  const row = await lockSubscription(tx, landlordId)
  await keepInvoices(tx, { landlordId, ticket, invoices: invoicesOf(state) })
  if (ticket < row.answered) return { row, isStale: true }
  const now = clock.now().toISOString()
  const isCurrent = row.provider === provider.name && row.stripeSubscriptionId === state.subscriptionId
  const wasLive = row.providerStatus === 'active' || row.providerStatus === 'past_due'
  const change: Partial<SubscriptionRow> = { answered: ticket }
  // While one runs, its customer is the one who pays.
  if (!wasLive || isCurrent || row.provider !== provider.name) change.stripeCustomerId = state.customerId

  if (isLive(state)) {
    if (wasLive && !isCurrent && row.provider === provider.name) {
      log.error(
        { landlordId, known: row.stripeSubscriptionId, other: state.subscriptionId },
        'a landlord pays for two subscriptions',
      )
      return { row, isStale: false }
    }
    const plan = state.plan ?? (isCurrent ? row.providerPlan : null)
    if (!plan) {
      log.error({ landlordId, priceId: state.priceId }, 'a subscription to a price that is no plan of ours')
      return { row, isStale: false }
    }
    // Otherwise an administrator's word holds.
    if (!isCurrent || !wasLive || plan !== row.providerPlan)
      Object.assign(change, { plan, status: 'active', maxProperties: planOf(plan).maxProperties })
    const isPastDue = state.status === 'past_due'
    Object.assign(change, {
      provider: provider.name,
      stripeSubscriptionId: state.subscriptionId,
      stripePriceId: state.priceId,
      providerStatus: isPastDue ? 'past_due' : 'active',
      providerPlan: plan,
      subscriptionStartDate: state.startedAt,
      subscriptionEndDate: state.paidUntil,
      interval: state.interval ?? row.interval,
      cancelAtPeriodEnd: state.cancelAtPeriodEnd,
      pastDueSince: isPastDue ? (row.pastDueSince ?? state.latestInvoice?.createdAt ?? now) : null,
    } satisfies Partial<SubscriptionRow>)
  } else if (state.status !== 'incomplete' && isCurrent && wasLive) {
    Object.assign(change, {
      status: state.status === 'unpaid' ? 'expired' : 'cancelled',
      providerStatus: 'ended',
      subscriptionEndDate: state.paidUntil ?? now,
      cancelAtPeriodEnd: false,
      pastDueSince: null,
    } satisfies Partial<SubscriptionRow>)
  }
  if (state.status !== 'incomplete') {
    // A paid one may be told of before our own note of its id.
    const its = or(
      eq(checkouts.subscriptionId, state.subscriptionId),
      isLive(state) ? isNull(checkouts.subscriptionId) : undefined,
    )
    await tx
      .update(checkouts)
      .set({ closedAt: now })
      .where(and(eq(checkouts.landlordId, landlordId), its, isNull(checkouts.closedAt)))
  }
  return { row: await changeSubscription(tx, row, change, clock), isStale: false }
}

export const invoicesOf = ({ latestInvoice, otherInvoices }: ProviderState) =>
  latestInvoice ? [latestInvoice, ...otherInvoices] : otherInvoices

/** Keeps invoices as told, unless a later answer told them already. Drafts are no invoices yet. */
export async function keepInvoices(
  tx: Tx,
  { landlordId, ticket, invoices: told }: { landlordId: string; ticket: number; invoices: ProviderInvoice[] },
): Promise<void> {
  const rows = told.flatMap(({ id: providerId, status, clientSecret: _secret, amountDue, amountPaid, ...rest }) =>
    status === 'draft'
      ? []
      : [{ ...rest, landlordId, providerId, status, ticket, amountDue: amountDue / 100, amountPaid: amountPaid / 100 }],
  )
  if (rows.length === 0) return
  await tx
    .insert(invoices)
    .values(rows)
    .onConflictDoUpdate({
      target: [invoices.landlordId, invoices.providerId],
      set: {
        number: sql`excluded.number`,
        status: sql`excluded.status`,
        description: sql`excluded.description`,
        amountDue: sql`excluded.amount_due`,
        amountPaid: sql`excluded.amount_paid`,
        periodStart: sql`excluded.period_start`,
        periodEnd: sql`excluded.period_end`,
        hostedUrl: sql`excluded.hosted_url`,
        pdfUrl: sql`excluded.pdf_url`,
        ticket: sql`excluded.ticket`,
      },
      setWhere: lte(invoices.ticket, ticket),
    })
}

/** Asks how a subscription stands now and writes it down, by itself. Null when the provider knows none. */
export async function refresh(
  desk: Desk,
  { landlordId, subscriptionId }: Ref,
): Promise<{ row: SubscriptionRow; state: ProviderState } | null> {
  const { ticket, answer: state } = await ask(desk, landlordId, () =>
    desk.provider.look({ landlordId, subscriptionId }),
  )
  if (!state) return null
  const { row } = await desk.db.transaction(serviceActor('billing', landlordId), (tx) =>
    take(tx, { landlordId, ticket, state }, desk),
  )
  return { row, state }
}

/** Writes down what the provider said and makes the answer to the request, in the request's transaction. */
export async function conclude<T>(
  desk: Desk,
  requestDb: Database,
  told: Told,
  answer: (row: SubscriptionRow) => T,
): Promise<T> {
  let isLate = false
  const value = await requestDb.transaction(serviceActor('billing', told.landlordId), async (tx) => {
    const { row, isStale } = await take(tx, told, desk)
    isLate = isStale
    return answer(row)
  })
  // What was asked later may have been answered before our change: only a new look tells.
  if (isLate) await refresh(desk, { landlordId: told.landlordId, subscriptionId: told.state.subscriptionId })
  return value
}
