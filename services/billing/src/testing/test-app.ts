import { createSubscription, SubscriptionChanged, subscriptionStatus } from '@keyhold/contracts/billing/subscriptions'
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
import { simulate } from '../providers/simulated.ts'
import { connectStripe } from '../providers/stripe.ts'
import { reconcile } from '../schedules/reconcile.ts'
import { billing } from '../service.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  failsLater: '4000 0000 0000 0341',
}

export type BillingApp = Awaited<ReturnType<typeof startBillingApp>>

/** Billing alone, with identity's answers stubbed, and short words for what the tests do all the time. */
export async function startBillingApp(options: { env?: Environment; clock?: ReturnType<typeof settableClock> } = {}) {
  const known = new Map<string, Role>()
  let interruption: (() => Promise<void>) | undefined
  const names = stub(userName, async ({ params: { id } }) => {
    const interrupt = interruption
    interruption = undefined
    await interrupt?.()
    const userType = known.get(id)
    if (!userType) throw new Refusal('not-found', 'User not found')
    return { id, email: `${id.slice(-6)}@example.com`, firstName: 'Ann', lastName: 'Lee', phone: null, userType }
  })
  const app: TestApp = await startTestApp([billing], { stubs: [names], ...options })
  // A schedule's first look only notes when it began.
  await app.tick()

  const tools = { db: app.db('billing'), clock: app.clock, log: silentLog }
  const stripe = stripeSettings(readConfig({ billing: config }, options.env ?? {}).billing)
  const work = reconcile({ ...tools, provider: stripe ? connectStripe(stripe) : simulate(tools) })

  /** A user whose account exists since now; billing may not have heard of it. */
  function person(role: Role = 'landlord'): LandlordActor {
    const actor = role === 'super_admin' ? actors.superAdmin() : actors.landlord()
    known.set(actor.userId, role)
    return actor
  }

  return {
    app,
    clock: app.clock,
    person,
    /** Happens while a request waits for identity's answer, once. */
    meanwhile(happens: () => Promise<void>): void {
      interruption = happens
    },
    /** Changes the landlord's row while what `calls` sends waits for its lock, with what it read before. */
    async behindLock<T>(actor: LandlordActor, changes: string, calls: () => Promise<T>): Promise<T> {
      let sent: Promise<T> | undefined
      await app.db('billing').adminTransaction('somebody is faster', async (tx) => {
        await tx.execute(`select from subscriptions where landlord_id = '${actor.landlordId}' for update`)
        sent = calls()
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
    /** A landlord on trial. */
    async landlord(): Promise<LandlordActor> {
      const actor = person()
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
    begin: (actor: LandlordActor, plan: BoughtPlan = 'basic', interval: Interval = 'month', key?: string) =>
      app.send(createSubscription, actor, {
        body: { plan, interval },
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      }),
    pay: (actor: LandlordActor, clientSecret: string | null, cardNumber = cards.pays, key?: string) =>
      app.send(payTestCard, actor, {
        body: { clientSecret, cardNumber, expiry: '12/39', cvc: '123' },
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      }),
    /** Lets the clock go to the instant, and does what the schedule would do then. Unlike the schedule it can go back, for the next test. */
    async at(instant: string) {
      app.clock.set(instant)
      await work.run({
        slot: new Date(instant),
        clock: app.clock,
        log: silentLog,
        signal: new AbortController().signal,
        finish: async () => {},
      })
      await app.settled()
    },
    told: (actor: LandlordActor) =>
      app.published(SubscriptionChanged).filter(({ landlordId }) => landlordId === actor.userId),
  }
}
