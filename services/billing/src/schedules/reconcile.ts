import { Refusal } from '@keyhold/kit/http/problem'
import { every } from '@keyhold/kit/jobs/schedule'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { Log } from '@keyhold/kit/runtime/log'
import { sql } from 'drizzle-orm'
import { syncSubscription } from '../domain/apply-state.ts'
import { closeCheckoutOf } from '../domain/checkout.ts'
import type { BillingContext } from '../domain/context.ts'
import { lapsedFields, lapseUnknown } from '../domain/running-subscription.ts'
import { changeSubscription, lockSubscription } from '../domain/subscriptions.ts'
import { paymentWindowHours, reconcileBatchSize, unknownSubscriptionDays, webhookEventDays } from '../limits.ts'

const hourMs = 60 * 60_000
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Asks the provider about subscriptions that should have changed by now: due renewals and retries, first payments, invoices left open.
 * It repairs what a crash or a lost webhook left behind, and it drives the simulated provider.
 */
export const reconcile = (context: BillingContext) =>
  every({
    name: 'reconcile',
    cron: '*/10 * * * *',
    run: async ({ log, signal }) => {
      if (context.provider.name === 'stripe') await endTestSubscriptions(context)
      for (let after: string | null = ''; after !== null && !signal.aborted;)
        after = await reconcileBatch(context, after, log)
      const oldest = before(context.clock.now(), webhookEventDays * dayMs).toISOString()
      await context.db.adminTransaction('old webhook events of all landlords', (tx) =>
        tx.execute(sql`delete from provider_events where created_at < ${oldest}::timestamptz`),
      )
    },
  })

/** Syncs up to `reconcileBatchSize` subscriptions behind the id `after`. Returns the last id, or null at the end. */
async function reconcileBatch(context: BillingContext, after: string, log: Log): Promise<string | null> {
  const now = context.clock.now()
  const due = await findDue(context, after, now)
  for (const { landlord_id: landlordId, subscription_id: subscriptionId } of due) {
    try {
      if (await syncSubscription(context, { landlordId, subscriptionId })) continue
      log.warn({ landlordId, subscriptionId }, 'the provider does not know this subscription')
      await closeCheckoutOf(context, { landlordId, subscriptionId })
      const paidBefore = before(now, unknownSubscriptionDays * dayMs)
      await lapseUnknown(context, { landlordId, subscriptionId }, { paidBefore })
    } catch (error) {
      // A provider that does not answer affects all of them; any other error is this one's and must not hold up the rest.
      if (error instanceof Refusal && error.code === 'unavailable') throw error
      log.error({ landlordId, subscriptionId, error }, 'a subscription could not be reconciled')
    }
  }
  return due.length === reconcileBatchSize ? (due.at(-1)?.subscription_id ?? null) : null
}

function findDue({ provider, db }: BillingContext, after: string, now: Date) {
  const openSince = before(now, paymentWindowHours * hourMs).toISOString()
  return db.adminTransaction('due subscriptions of all landlords', (tx) =>
    tx.execute<{ landlord_id: string; subscription_id: string }>(sql`
      select landlord_id, subscription_id from (
        select landlord_id, stripe_subscription_id as subscription_id from subscriptions
        where provider = ${provider.name} and provider_status in ('active', 'past_due') and subscription_end_date <= ${now.toISOString()}::timestamptz
        union
        select landlord_id, subscription_id from checkouts where provider = ${provider.name} and closed_at is null and subscription_id is not null
        union
        select s.landlord_id, s.stripe_subscription_id from subscriptions s join invoices i using (landlord_id)
        where s.provider = ${provider.name} and s.provider_status = 'active' and i.status = 'open' and i.created_at <= ${openSince}::timestamptz
      ) due
      where subscription_id > ${after} order by subscription_id limit ${reconcileBatchSize}`),
  )
}

/** Paid in test mode before Stripe was configured: nobody renews these, and their credit is no money. */
async function endTestSubscriptions({ db, clock }: BillingContext): Promise<void> {
  const now = clock.now().toISOString()
  await db.adminTransaction('test subscriptions of all landlords', async (tx) => {
    const over = await tx.execute<{ landlord_id: string }>(sql`
      select landlord_id from subscriptions
      where provider = 'test' and provider_status in ('active', 'past_due') and subscription_end_date <= ${now}::timestamptz
      order by landlord_id limit ${reconcileBatchSize}`)
    for (const { landlord_id: landlordId } of over) {
      const row = await lockSubscription(tx, landlordId)
      await changeSubscription(tx, row, lapsedFields, clock)
    }
    const credited = await tx.execute<{ landlord_id: string }>(sql`
      select landlord_id from subscriptions where credit > 0 and stripe_customer_id like 'cus_test_%'
      order by landlord_id limit ${reconcileBatchSize}`)
    for (const { landlord_id: landlordId } of credited)
      await changeSubscription(tx, await lockSubscription(tx, landlordId), { credit: 0 }, clock)
  })
}
