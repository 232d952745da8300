import type { TenantStats } from '@keyhold/contracts/payments/tenant-payments'
import type { z } from '@keyhold/contracts/zod'
import { addDays } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { defaultPostingDays } from '@keyhold/contracts/tenancy/tenancies'
import { isNotReversed, chargeBalances } from './charge-balance.ts'

type Stats = z.output<typeof TenantStats>

export const nothingOwed: Stats = { balance: 0, status: 'none', nextPayment: null, awaitingConfirmation: 0 }

interface Owed {
  charges: number
  open: number
  isLate: boolean
}

interface Received {
  credit: number
  awaiting: number
}

/**
 * The figures of an account for its tenants. `balance` is what is open and due by today, less the credit; below 0 is a credit.
 */
export async function readStats(
  db: Database,
  actor: Actor,
  { landlordId, tenantId, now }: { landlordId: string; tenantId: string; now: string },
): Promise<Stats> {
  const [[owed], [received], [next], [rule]] = await db.read(actor, (sql) => {
    const where = sql`c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId}`
    const charges = sql`(${chargeBalances(sql, { where, now })}) c`
    return [
      sql<Owed[]>`
        select count(*) as charges, coalesce(sum(c.open) filter (where c.due_date <= c.today), 0) as open, coalesce(bool_or(c.open > 0 and c.due_date < c.today), false) as is_late
        from ${charges}`,
      sql<Received[]>`
        select coalesce(sum(r.amount) filter (where r.reported_by = 'tenant' and r.verified_at is null), 0) as awaiting,
          coalesce(sum(r.unallocated), 0) as credit
        from receipt r
        where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and ${isNotReversed(sql)}`,
      // In the order of the ledger.
      sql<{ id: string; amount: number; dueDate: string }[]>`
        select c.id, c.open as amount, c.due_date from ${charges} where c.open > 0 order by c.due_date, c.id limit 1`,
      sql<{ postsOn: string; postingDays: number | null }[]>`
        select next_post_on as posts_on, posting_days from rule
        where landlord_id = ${landlordId} and tenant_id = ${tenantId} and is_rent and next_post_on is not null order by next_post_on, id limit 1`,
    ] as const
  })
  const nextRent = next || !rule ? {} : { nextRent: { postsOn: rule.postsOn, dueDate: dueAfter(rule) } }
  if (!owed || !received || (owed.charges === 0 && received.credit === 0)) return { ...nothingOwed, ...nextRent }
  const balance = toDollars(toCents(owed.open) - toCents(received.credit))
  return {
    balance,
    status: balance <= 0 ? 'current' : owed.isLate ? 'overdue' : 'due',
    nextPayment: next ?? null,
    awaitingConfirmation: received.awaiting,
    ...nextRent,
  }
}

const dueAfter = ({ postsOn, postingDays }: { postsOn: string; postingDays: number | null }) =>
  addDays(postsOn, postingDays ?? defaultPostingDays)
