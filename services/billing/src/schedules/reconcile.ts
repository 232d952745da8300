import type { Log } from '@keyhold/kit/runtime/log'
import { Refusal } from '@keyhold/kit/http/problem'
import { every } from '@keyhold/kit/jobs/schedule'
import { sql } from 'drizzle-orm'
import { type Desk, refresh } from '../domain/apply-answer.ts'
import { closeCheckoutOf } from '../domain/checkout.ts'
import { forget, lapsed } from '../domain/apply-payment.ts'
import { changeSubscription, lockSubscription } from '../domain/subscriptions.ts'

const batch = 200
const eventsKeptDays = 60
/** How long past its renewal a subscription that the provider does not know is left alone. */
const lostDays = 3
const day = 24 * 60 * 60_000

/**
 * Asks the provider about whatever should have moved by now: renewals and retries that are due, first payments under way, invoices left open.
 * It heals what a crash or a lost webhook left, and it is how the simulated provider's clock is heard.
 */
export const reconcile = (desk: Desk) =>
  every({
    name: 'reconcile',
    cron: '*/10 * * * *',
    run: async ({ log, signal }) => {
      if (desk.provider.name === 'stripe') await endTestSubscriptions(desk)
      for (let after: string | null = ''; after !== null && !signal.aborted;)
        after = await reconcileSome(desk, after, log)
      const old = new Date(desk.clock.now().getTime() - eventsKeptDays * day).toISOString()
      await desk.db.adminTransaction('forget events that Stripe does not repeat any more', (tx) =>
        tx.execute(sql`delete from provider_events where created_at < ${old}::timestamptz`),
      )
    },
  })

/** Looks at up to `batch` subscriptions beyond the id `after`; answers where to go on. */
async function reconcileSome(desk: Desk, after: string, log: Log): Promise<string | null> {
  const { provider, db, clock } = desk
  const now = clock.now()
  const tooOld = new Date(now.getTime() - 23 * 60 * 60_000).toISOString()
  const due = await db.adminTransaction('subscriptions of all landlords move on by the clock', (tx) =>
    tx.execute<{ landlord_id: string; subscription_id: string }>(sql`
      select landlord_id, subscription_id from (
        select landlord_id, stripe_subscription_id as subscription_id from subscriptions
        where provider = ${provider.name} and provider_status in ('active', 'past_due') and subscription_end_date <= ${now.toISOString()}::timestamptz
        union
        select landlord_id, subscription_id from checkouts where provider = ${provider.name} and closed_at is null and subscription_id is not null
        union
        select s.landlord_id, s.stripe_subscription_id from subscriptions s join invoices i using (landlord_id)
        where s.provider = ${provider.name} and s.provider_status = 'active' and i.status = 'open' and i.created_at <= ${tooOld}::timestamptz
      ) due
      where subscription_id > ${after} order by subscription_id limit ${batch}`),
  )
  for (const { landlord_id: landlordId, subscription_id: subscriptionId } of due) {
    try {
      const known = await refresh(desk, { landlordId, subscriptionId })
      if (known) continue
      log.warn({ landlordId, subscriptionId }, 'the provider knows nothing of this subscription')
      await closeCheckoutOf(desk, { landlordId, subscriptionId })
      // Not at once: a wrong key that is put right in time costs nobody a subscription.
      await forget(desk, { landlordId, subscriptionId }, { paidBefore: new Date(now.getTime() - lostDays * day) })
    } catch (error) {
      // The provider's absence is everybody's; any other trouble is this one's, and must not hold up the rest.
      if (error instanceof Refusal && error.code === 'unavailable') throw error
      log.error({ landlordId, subscriptionId, error }, 'a subscription could not be reconciled')
    }
  }
  return due.length === batch ? (due.at(-1)?.subscription_id ?? null) : null
}

/** Paid in test mode, before Stripe was set up: nobody renews it any more. */
async function endTestSubscriptions({ db, clock }: Desk): Promise<void> {
  const now = clock.now().toISOString()
  await db.adminTransaction('test subscriptions of all landlords end by the clock', async (tx) => {
    const over = await tx.execute<{ landlord_id: string }>(sql`
      select landlord_id from subscriptions
      where provider = 'test' and provider_status in ('active', 'past_due') and subscription_end_date <= ${now}::timestamptz
      order by landlord_id limit ${batch}`)
    for (const { landlord_id: landlordId } of over) {
      const row = await lockSubscription(tx, landlordId)
      await changeSubscription(tx, row, lapsed, clock)
    }
  })
}
