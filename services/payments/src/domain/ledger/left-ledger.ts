import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { TenantStats } from '@keyhold/contracts/payments/tenant-payments'
import type { z } from '@keyhold/contracts/zod'
import type { Database } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { LeftAccount } from './accounts.ts'
import { isNotCancelled } from './charge-balance.ts'
import { readLedger } from './ledger-view.ts'

interface Span {
  from?: string | undefined
  to?: string | undefined
  now: string
}

/** The ledger of a shared account up to the day on which the tenant left. They owe what was owed then, less what was paid of those charges since. */
export async function readLeftLedger(
  db: Database,
  { account, accountId: tenantId, until, name }: LeftAccount,
  { from, to, now }: Span,
): Promise<Ledger | null> {
  const { landlordId } = account
  // Who opened the account may share another one now.
  const whose = { landlordId, tenantId, accountId: tenantId, now }
  const whole = await readLedger(db, account, { ...whose, to: until })
  const end = to !== undefined && to < until ? to : until
  const asked =
    whole && (from !== undefined || end !== until) ? await readLedger(db, account, { ...whose, from, to: end }) : whole
  if (!whole || !asked) return null
  const owed = toCents(whole.closingBalance)
  const dueCents = Math.max(0, Math.min(owed, await openCentsUntil(db, account, { landlordId, tenantId, until })))
  const due = toDollars(dueCents)
  return {
    ...asked,
    names: name,
    // Reports that wait are of those who stay.
    entries: asked.entries.filter(({ kind }) => kind !== 'awaiting'),
    due,
    open: due,
    credit: toDollars(Math.max(0, -owed)),
    prepaid: 0,
    awaiting: 0,
    depositHeld: 0,
    left: { on: until, settled: toDollars(Math.max(0, owed) - dueCents) },
  }
}

/** What is open now on the charges of an account that were due by a day. */
async function openCentsUntil(
  db: Database,
  actor: Actor,
  { landlordId, tenantId, until }: { landlordId: string; tenantId: string; until: string },
): Promise<number> {
  const [row] = await db.read(
    actor,
    (sql) => sql<{ open: number }[]>`
      select coalesce(sum(c.open), 0) as open from charge c
      where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.due_date <= ${until}::date and ${isNotCancelled(sql)}`,
  )
  return toCents(row?.open ?? 0)
}

/** The earliest charge that was due by the day on which the tenant left and is not paid in full. */
export async function readNextOfLeft(
  db: Database,
  { account, accountId, until }: LeftAccount,
): Promise<z.output<typeof TenantStats>['nextPayment']> {
  const [next] = await db.read(
    account,
    (sql) => sql<{ id: string; amount: number; dueDate: string }[]>`
      select c.id, c.open as amount, c.due_date from charge c
      where c.landlord_id = ${account.landlordId} and c.tenant_id = ${accountId} and c.due_date <= ${until}::date and c.open > 0 and ${isNotCancelled(sql)}
      order by c.due_date, c.id limit 1`,
  )
  return next ?? null
}

/** A receipt as who left may see it: received while they shared the account, without what it paid of later charges. */
export function leftReceipt(receipt: Receipt, { until, name }: LeftAccount): Receipt | null {
  if (receipt.receivedOn > until) return null
  const allocations = receipt.allocations.filter(({ dueDate }) => dueDate <= until)
  const paid = allocations.reduce((cents, { amount }) => cents + toCents(amount), 0)
  return {
    ...receipt,
    tenantName: receipt.payerName ?? name,
    allocations,
    unallocated: toDollars(toCents(receipt.amount) - paid),
  }
}
