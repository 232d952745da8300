import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { testAccounts } from '../../schema.ts'
import type { Choice, Order, Provider, ProviderState, SubscriptionRef } from '../provider.ts'
import { elapse } from './elapse.ts'
import { toInvoice } from './invoices.ts'
import { changeAccount, quoteChange } from './plan-change.ts'
import { createAccount, creditIn, endAccount, hasEnded, payInvoice, type TestAccount, toState } from './test-account.ts'

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
    const found = await updateAccount(tools, ref, update)
    if (!found) throw new Error(`No test subscription ${ref.subscriptionId}`)
    return found
  }
  const unlessEnded = async (ref: SubscriptionRef, update: (account: TestAccount) => TestAccount) =>
    (await change(ref, (account) => (hasEnded(account) ? account : update(account)))).state

  return {
    name: 'test',
    publishableKey: null,
    async createSubscription(order) {
      const subscriptionId = await openAccount(tools, order)
      return (await change({ landlordId: order.landlord.id, subscriptionId }, (stored) => stored)).state
    },
    async findCredit(landlordId) {
      const accounts = await tools.db.transaction(serviceActor('billing', landlordId), (tx) =>
        readAccounts(tx, landlordId, now()),
      )
      return accounts.filter(hasEnded).reduce((sum, { credit }) => sum + credit, 0)
    },
    findSubscription: async (ref) => (await read(ref))?.state ?? null,
    async previewChange(ref, choice: Choice) {
      const { account } = await change(ref, (stored) => stored)
      return quoteChange(account, choice, now())
    },
    changePlan: (ref, choice) => unlessEnded(ref, (account) => changeAccount(account, choice, now())),
    setCancelAtPeriodEnd: (ref, value) => unlessEnded(ref, (account) => ({ ...account, cancelAtPeriodEnd: value })),
    async cancelNow(ref) {
      await updateAccount(tools, ref, (account) => endAccount(account, now()))
    },
    async cancelUnpaid(ref) {
      const found = await updateAccount(tools, ref, (stored) =>
        stored.status === 'incomplete' ? endAccount(stored, now()) : stored,
      )
      return found && found.account.status !== 'abandoned' ? found.state : null
    },
    async findInvoice(ref, invoiceId) {
      const found = await read(ref)
      const invoice = found?.account.invoices.find(({ id }) => id === invoiceId)
      return invoice ? toInvoice(invoice) : null
    },
    pay: (landlordId, clientSecret, card) => pay(tools, { landlordId, clientSecret, card }),
  }
}

/** Updates the account under its row lock, after what was due by now. Null when there is none. */
function updateAccount(
  { db, clock }: Tools,
  { landlordId, subscriptionId }: SubscriptionRef,
  update: (account: TestAccount) => TestAccount,
): Promise<{ account: TestAccount; state: ProviderState } | null> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const [row] = await tx
      .select()
      .from(testAccounts)
      .where(and(eq(testAccounts.landlordId, landlordId), eq(testAccounts.subscriptionId, subscriptionId)))
      .for('update')
    if (!row) return null
    const now = clock.now().toISOString()
    const account = update(elapse(row.account, now))
    if (account !== row.account) await store(tx, landlordId, account)
    const accounts = await readAccounts(tx, landlordId, now)
    const credit = accounts.reduce((sum, one) => sum + creditIn(one), 0)
    return { account, state: toState(account, credit) }
  })
}

/** All subscriptions that the landlord has had, as they are now. */
async function readAccounts(tx: Tx, landlordId: string, now: string): Promise<TestAccount[]> {
  const rows = await tx.select().from(testAccounts).where(eq(testAccounts.landlordId, landlordId))
  return rows.map(({ account }) => elapse(account, now))
}

/** Opens an account, once per checkout, that takes over the credit of the ended ones. Returns its id. */
function openAccount({ db, clock }: Tools, order: Order): Promise<string> {
  const now = clock.now().toISOString()
  const landlordId = order.landlord.id
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const rows = await lockAccounts(tx, landlordId)
    const { subscriptionId } = createAccount(order, now)
    if (rows.some((row) => row.subscriptionId === subscriptionId)) return subscriptionId
    let credit = 0
    for (const row of rows) {
      const ended = elapse(row.account, now)
      if (!hasEnded(ended) || ended.credit === 0) continue
      credit += ended.credit
      await store(tx, landlordId, { ...ended, credit: 0 })
    }
    const account = createAccount(order, now, credit)
    await tx.insert(testAccounts).values({ landlordId, subscriptionId, account, createdAt: now }).onConflictDoNothing()
    return subscriptionId
  })
}

const lockAccounts = (tx: Tx, landlordId: string) =>
  tx
    .select()
    .from(testAccounts)
    .where(eq(testAccounts.landlordId, landlordId))
    .orderBy(testAccounts.subscriptionId)
    .for('update')

interface Payment {
  landlordId: string
  clientSecret: string
  card: NonNullable<TestAccount['card']>
}

function pay({ db, clock }: Tools, { landlordId, clientSecret, card }: Payment): Promise<SubscriptionRef | null> {
  const now = clock.now().toISOString()
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const rows = await lockAccounts(tx, landlordId)
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
