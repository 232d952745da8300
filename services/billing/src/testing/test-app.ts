import {
  createSubscription,
  type PaymentIntent,
  SubscriptionChanged,
  subscriptionStatus,
} from '@keyhold/contracts/billing/subscriptions'
import { listInvoices } from '@keyhold/contracts/billing/invoices'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { type BoughtPlan, type Interval } from '@keyhold/contracts/billing/plans'
import { UserCreated, userName } from '@keyhold/contracts/identity/accounts'
import type { Role } from '@keyhold/contracts/roles'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { settableClock } from '@keyhold/kit/runtime/clock'
import { type Environment, readConfig } from '@keyhold/kit/runtime/config'
import { silentLog } from '@keyhold/kit/runtime/log'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { config, stripeSettings } from '../config.ts'
import { simulatedProvider } from '../providers/simulated/simulated.ts'
import { connectStripe } from '../providers/stripe/stripe.ts'
import { reconcile } from '../schedules/reconcile.ts'
import { billing } from '../service.ts'

/** Test cards, by what happens to their charges. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  failsOnRenewal: '4000 0000 0000 0341',
}

export type BillingApp = Awaited<ReturnType<typeof startBillingApp>>

/** Billing alone with a stub of identity, and shortcuts for its most frequent calls. */
export async function startBillingApp(options: { env?: Environment; clock?: ReturnType<typeof settableClock> } = {}) {
  const roles = new Map<string, Role>()
  let interruption: (() => Promise<void>) | undefined
  const names = stub(userName, async ({ params: { id } }) => {
    const interrupt = interruption
    interruption = undefined
    await interrupt?.()
    const userType = roles.get(id)
    if (!userType) throw new Refusal('not-found', 'User not found')
    return { id, email: `${id.slice(-6)}@example.com`, firstName: 'Ann', lastName: 'Lee', phone: null, userType }
  })
  const app: TestApp = await startTestApp([billing], {
    stubs: [names],
    ...options,
    env: { TEST_CARDS: 'on', ...options.env },
  })
  // The first tick of a schedule only stores when it started.
  await app.tick()

  const tools = { db: app.db('billing'), clock: app.clock, log: silentLog }
  const stripe = stripeSettings(readConfig({ billing: config }, options.env ?? {}).billing)
  const reconciliation = reconcile({ ...tools, provider: stripe ? connectStripe(stripe) : simulatedProvider(tools) })

  /** A new user whose `UserCreated` has not arrived. */
  function user(role: Role = 'landlord'): LandlordActor {
    const actor = role === 'super_admin' ? actors.superAdmin() : actors.landlord()
    roles.set(actor.userId, role)
    return actor
  }

  return {
    app,
    clock: app.clock,
    user,
    /** Runs once, while the next request waits for identity's answer. */
    duringIdentityCall(work: () => Promise<void>): void {
      interruption = work
    },
    /** Sends the request while the landlord's row is locked, and changes the row before the lock is released. */
    async behindLock<T>(actor: LandlordActor, changes: string, request: () => Promise<T>): Promise<T> {
      let sent: Promise<T> | undefined
      await app.db('billing').adminTransaction('a concurrent change', async (tx) => {
        await tx.execute(`select from subscriptions where landlord_id = '${actor.landlordId}' for update`)
        sent = request()
        await until(async () => {
          const rows = await tx.execute(
            'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
          )
          return rows.length > 0
        })
        await tx.execute(`update subscriptions set ${changes} where landlord_id = '${actor.landlordId}'`)
      })
      return sent!
    },
    /** A new landlord, on trial. */
    async landlord(): Promise<LandlordActor> {
      const actor = user()
      await app.publish(UserCreated, {
        userId: actor.userId,
        landlordId: actor.userId,
        tenantId: null,
        userType: 'landlord',
        email: 'ann@example.com',
        firstName: 'Ann',
        lastName: 'Lee',
        phone: null,
        createdAt: app.clock.now().toISOString(),
      })
      return actor
    },
    status: async (actor: LandlordActor) => (await app.send(subscriptionStatus, actor)).body,
    invoices: async (actor: LandlordActor) => (await app.send(listInvoices, actor)).body,
    async subscribe(actor: LandlordActor, plan: BoughtPlan = 'basic', interval: Interval = 'month', key?: string) {
      const answer = await app.send(createSubscription, actor, {
        body: { plan, interval },
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      })
      return { ...answer, body: answer.body as PaymentIntent & { subscriptionId: string } }
    },
    /** Starts a plan that credit pays. */
    payWithCredit: (actor: LandlordActor, plan: BoughtPlan = 'basic', interval: Interval = 'month') =>
      app.send(createSubscription, actor, { body: { plan, interval, payWithCredit: true } }),
    pay: (actor: LandlordActor, clientSecret: string | null, cardNumber = cards.pays, key?: string) =>
      app.send(payTestCard, actor, {
        body: { clientSecret, cardNumber, expiry: '12/39', cvc: '123' },
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      }),
    /** Sets the clock and runs the reconciliation. Unlike the schedule's, this clock can be set back for the next test. */
    async reconcileAt(instant: string) {
      app.clock.set(instant)
      await reconciliation.run({
        slot: new Date(instant),
        clock: app.clock,
        log: silentLog,
        signal: new AbortController().signal,
        finish: async () => {},
      })
      await app.settled()
    },
    published: (actor: LandlordActor) =>
      app.published(SubscriptionChanged).filter(({ landlordId }) => landlordId === actor.userId),
  }
}

/** A landlord with a subscription paid by this test card. */
export async function subscriber(
  testApp: BillingApp,
  plan: BoughtPlan = 'basic',
  card = cards.pays,
  interval: Interval = 'month',
): Promise<LandlordActor> {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord, plan, interval)
  const { status } = await testApp.pay(landlord, body.clientSecret, card)
  if (status !== 200) throw new Error(`the card was answered with ${status}`)
  return landlord
}
