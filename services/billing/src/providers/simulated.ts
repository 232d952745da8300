import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { testAccounts } from '../schema.ts'
import type { Choice, Provider, Ref } from './provider.ts'
import {
  beginAccount,
  changeAccount,
  elapse,
  endAccount,
  invoiceOf,
  isOver,
  payInvoice,
  quote,
  stateOf,
  type TestAccount,
} from './test-account.ts'

/**
 * Takes no money: the whole flow on a fresh machine. Its state stands in billing's database, but only it reads it. What the clock does
 * (renewals, retries) is done when it is next asked, as of the instants when it was due.
 */
export interface Simulated extends Provider {
  /** Pays what the secret belongs to. Null: nothing of this landlord's is to be paid with it; a paid one stays paid. */
  pay(landlordId: string, clientSecret: string, card: NonNullable<TestAccount['card']>): Promise<Ref | null>
}

export function simulate({ db, clock }: { db: Database; clock: Clock }): Simulated {
  const now = () => clock.now().toISOString()

  /** Changes the account under its lock. */
  const alter = (
    { landlordId, subscriptionId }: Ref,
    change: (account: TestAccount) => TestAccount,
  ): Promise<TestAccount | null> =>
    db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const account = await lock(tx, landlordId, subscriptionId)
      if (!account) return null
      const next = change(elapse(account, now()))
      if (next !== account) await store(tx, landlordId, next)
      return next
    })
  const must = async (ref: Ref, change: (account: TestAccount) => TestAccount) => {
    const account = await alter(ref, change)
    if (!account) throw new Error(`No test subscription ${ref.subscriptionId}`)
    return stateOf(account)
  }

  return {
    name: 'test',
    publishableKey: null,
    async begin(order) {
      const landlordId = order.landlord.id
      const account = beginAccount(order, now())
      await db.transaction(serviceActor('billing', landlordId), (tx) =>
        tx
          .insert(testAccounts)
          .values({ landlordId, subscriptionId: account.subscriptionId, account, createdAt: now() })
          .onConflictDoNothing(),
      )
      return must({ landlordId, subscriptionId: account.subscriptionId }, (known) => known)
    },
    async look(ref) {
      const account = await alter(ref, (known) => known)
      return account && stateOf(account)
    },
    async preview(ref, choice: Choice) {
      let preview
      await must(ref, (account) => {
        preview = quote(account, choice, now())
        return account
      })
      return preview!
    },
    change: (ref, choice) =>
      must(ref, (account) => (isOver(account) ? account : changeAccount(account, choice, now()))),
    setCancelAtPeriodEnd: (ref, value) =>
      must(ref, (account) => (isOver(account) ? account : { ...account, cancelAtPeriodEnd: value })),
    async end(ref) {
      await alter(ref, (account) => endAccount(account, now()))
    },
    async abandon(ref) {
      const account = await alter(ref, (known) => (known.status === 'incomplete' ? endAccount(known, now()) : known))
      return account && account.status !== 'abandoned' ? stateOf(account) : null
    },
    async invoice(ref, invoiceId) {
      const account = await alter(ref, (known) => known)
      const found = account?.invoices.find(({ id }) => id === invoiceId)
      return found ? invoiceOf(found) : null
    },
    pay: (landlordId, clientSecret, card) =>
      db.transaction(serviceActor('billing', landlordId), async (tx) => {
        const rows = await tx.select().from(testAccounts).where(eq(testAccounts.landlordId, landlordId)).for('update')
        for (const { subscriptionId, account } of rows) {
          const current = elapse(account, now())
          const invoice = current.invoices.find((one) => one.clientSecret === clientSecret)
          if (!invoice) continue
          if (invoice.status === 'paid') return { landlordId, subscriptionId }
          const paid = payInvoice(current, clientSecret, card, now())
          if (paid) await store(tx, landlordId, paid)
          return paid && { landlordId, subscriptionId }
        }
        return null
      }),
  }
}

async function lock(tx: Tx, landlordId: string, subscriptionId: string): Promise<TestAccount | undefined> {
  const [row] = await tx
    .select()
    .from(testAccounts)
    .where(and(eq(testAccounts.landlordId, landlordId), eq(testAccounts.subscriptionId, subscriptionId)))
    .for('update')
  return row?.account
}

const store = (tx: Tx, landlordId: string, account: TestAccount) =>
  tx
    .update(testAccounts)
    .set({ account })
    .where(and(eq(testAccounts.landlordId, landlordId), eq(testAccounts.subscriptionId, account.subscriptionId)))
