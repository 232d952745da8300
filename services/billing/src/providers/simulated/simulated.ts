import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { testAccounts } from '../../schema.ts'
import type { Choice, Provider, SubscriptionRef } from '../provider.ts'
import { elapse } from './elapse.ts'
import { toInvoice } from './invoices.ts'
import { changeAccount, quoteChange } from './plan-change.ts'
import { createAccount, endAccount, hasEnded, payInvoice, type TestAccount, toState } from './test-account.ts'

/**
 * Takes no money, so that the whole flow can be tried on a new machine. Its records are in billing's database, but only it reads them.
 * Renewals and retries are applied when it is next asked, as of the instants when they were due.
 */
export interface SimulatedProvider extends Provider {
  /** Pays the invoice of this secret. Null: this landlord has none to pay by it. An invoice paid before stays paid. */
  pay(landlordId: string, clientSecret: string, card: NonNullable<TestAccount['card']>): Promise<SubscriptionRef | null>
}

interface Tools {
  db: Database
  clock: Clock
}

export function simulatedProvider(tools: Tools): SimulatedProvider {
  const now = () => tools.clock.now().toISOString()
  const read = (ref: SubscriptionRef) => updateAccount(tools, ref, (account) => account)
  const change = async (ref: SubscriptionRef, update: (account: TestAccount) => TestAccount) => {
    const account = await updateAccount(tools, ref, update)
    if (!account) throw new Error(`No test subscription ${ref.subscriptionId}`)
    return account
  }

  return {
    name: 'test',
    publishableKey: null,
    async createSubscription(order) {
      const landlordId = order.landlord.id
      const account = createAccount(order, now())
      const { subscriptionId } = account
      await tools.db.transaction(serviceActor('billing', landlordId), (tx) =>
        tx.insert(testAccounts).values({ landlordId, subscriptionId, account, createdAt: now() }).onConflictDoNothing(),
      )
      return toState(await change({ landlordId, subscriptionId }, (stored) => stored))
    },
    async findSubscription(ref) {
      const account = await read(ref)
      return account && toState(account)
    },
    previewChange: async (ref, choice: Choice) => quoteChange(await change(ref, (account) => account), choice, now()),
    changePlan: async (ref, choice) =>
      toState(await change(ref, (account) => (hasEnded(account) ? account : changeAccount(account, choice, now())))),
    setCancelAtPeriodEnd: async (ref, value) =>
      toState(await change(ref, (account) => (hasEnded(account) ? account : { ...account, cancelAtPeriodEnd: value }))),
    async cancelNow(ref) {
      await updateAccount(tools, ref, (account) => endAccount(account, now()))
    },
    async cancelUnpaid(ref) {
      const account = await updateAccount(tools, ref, (stored) =>
        stored.status === 'incomplete' ? endAccount(stored, now()) : stored,
      )
      return account && account.status !== 'abandoned' ? toState(account) : null
    },
    async findInvoice(ref, invoiceId) {
      const account = await read(ref)
      const found = account?.invoices.find(({ id }) => id === invoiceId)
      return found ? toInvoice(found) : null
    },
    pay: (landlordId, clientSecret, card) => pay(tools, { landlordId, clientSecret, card }),
  }
}

/** Updates the account under its row lock, after what was due by now. Null when there is none. */
function updateAccount(
  { db, clock }: Tools,
  { landlordId, subscriptionId }: SubscriptionRef,
  update: (account: TestAccount) => TestAccount,
): Promise<TestAccount | null> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const [row] = await tx
      .select()
      .from(testAccounts)
      .where(and(eq(testAccounts.landlordId, landlordId), eq(testAccounts.subscriptionId, subscriptionId)))
      .for('update')
    if (!row) return null
    const next = update(elapse(row.account, clock.now().toISOString()))
    if (next !== row.account) await store(tx, landlordId, next)
    return next
  })
}

interface Payment {
  landlordId: string
  clientSecret: string
  card: NonNullable<TestAccount['card']>
}

function pay({ db, clock }: Tools, { landlordId, clientSecret, card }: Payment): Promise<SubscriptionRef | null> {
  const now = clock.now().toISOString()
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const rows = await tx.select().from(testAccounts).where(eq(testAccounts.landlordId, landlordId)).for('update')
    for (const { subscriptionId, account } of rows) {
      const current = elapse(account, now)
      const invoice = current.invoices.find((one) => one.clientSecret === clientSecret)
      if (!invoice) continue
      if (invoice.status === 'paid') return { landlordId, subscriptionId }
      const paid = payInvoice(current, clientSecret, card, now)
      if (paid) await store(tx, landlordId, paid)
      return paid && { landlordId, subscriptionId }
    }
    return null
  })
}

const store = (tx: Tx, landlordId: string, account: TestAccount) =>
  tx
    .update(testAccounts)
    .set({ account })
    .where(and(eq(testAccounts.landlordId, landlordId), eq(testAccounts.subscriptionId, account.subscriptionId)))
