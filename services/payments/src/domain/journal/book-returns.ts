import type { JournalKind } from '@keyhold/contracts/payments/journal'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { availableOn, type Movement } from './dating.ts'
import { readHeldMovements } from './deposits-held.ts'
import { isOfDeposit, makeUpDeposits } from './make-up-deposits.ts'
import { type Author, type ChargeRef, type Draft, type Line, recordEntries } from './record.ts'

/** A receipt that no longer counts from a day on. */
export interface Returned {
  receiptId: string
  tenantId: string
  on: string
  /** Charges for the credit of it that was paid out, on the days of `PaidOut`. */
  claims: readonly { charge: ChargeRef; cents: number; on: string }[]
  /** What was paid out of its credit and counts as paid out of the receipt that replaces it. */
  moved: readonly (PaidOut & { to: string })[]
}

/** Credit of a receipt that was paid out by a refund, not before `on`. */
export interface PaidOut {
  refundId: string
  on: string
  cents: number
}

interface Row extends Omit<ChargeRef, 'id'> {
  account: Line['account']
  bankAccountId: string | null
  chargeId: string | null
  on: string
  amount: number
  [column: string]: unknown
}

/**
 * Books that a receipt no longer counts: everything it did up to the day is taken back on that day, and everything it did later on the day on which it
 * did it. What was paid out of its credit is owed by the tenant. A deposit that was given back already is owed too, and no longer held.
 */
export async function bookReturn(
  tx: Tx,
  { receiptId, tenantId, on, claims, moved }: Returned,
  author: Author,
): Promise<void> {
  const rows = await tx.execute<Row>(sql`
    select p.account, p.charge_id as "chargeId", p.charge_type as type, p.due_on as "dueOn", p.tenancy_id as "tenancyId", p.property_id as "propertyId", p.unit_id as "unitId",
      p.bank_account_id as "bankAccountId", greatest(p.effective_on, ${on}::date) as "on", -sum(p.amount) as amount
    from posting p join journal_entry e on e.landlord_id = p.landlord_id and e.id = p.entry_id
    where p.landlord_id = ${author.landlordId} and p.receipt_id = ${receiptId} and e.kind not in ('credit_refunded', 'credit_refund_undone')
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(p.amount) <> 0 order by 9`)
  let held = (await readHeldMovements(tx, author.landlordId, [tenantId])).get(tenantId) ?? []
  const entries = Map.groupBy(rows, (row) => `${row.chargeId} ${row.on}`)
  const drafts = [...entries.values()].flatMap((list): Draft[] => {
    const [first] = list
    if (!first) return []
    const lines = withinHeld(
      list.map((row) => lineOf(row, receiptId)),
      first.on,
      held,
    )
    held = [...held, ...heldBy(lines, first.on)]
    const kind: JournalKind = first.chargeId === null ? 'returned' : 'deallocated'
    return [{ kind, tenantId, on: first.on, chargeId: first.chargeId ?? undefined, receiptId, lines }]
  })
  const claimed = claims.map(({ charge, cents, on: day }): Draft => {
    const lines: Line[] = [
      { account: 'receivable', cents, charge },
      { account: 'tenant_credit', cents: -cents, receiptId },
    ]
    return { kind: 'charged', tenantId, on: day, chargeId: charge.id, receiptId, lines }
  })
  const covered = moved.map(({ refundId: movementId, to, cents, on: day }): Draft => {
    const lines: Line[] = [
      { account: 'tenant_credit', cents: -cents, receiptId },
      { account: 'tenant_credit', cents, receiptId: to },
    ]
    return { kind: 'credit_refunded', tenantId, on: day, receiptId: to, movementId, lines }
  })
  await recordEntries(tx, [...drafts, ...claimed, ...covered], author)
  const lines = drafts.flatMap((draft) => draft.lines)
  if (!isOfDeposit(lines)) return
  const given = lines.reduce((sum, { account, cents }) => (account === 'deposits_held' ? sum + cents : sum), 0)
  const regained = Math.max(0, -given)
  await makeUpDeposits(tx, { tenantIds: [tenantId], from: on, regained }, author)
}

/** What was paid out of the credit of a receipt and not undone, by refund, not before `on`. */
export async function readPaidOut(
  tx: Tx,
  { receiptId, on }: { receiptId: string; on: string },
  { landlordId }: Author,
): Promise<PaidOut[]> {
  const rows = await tx.execute<{ refundId: string; on: string; amount: number }>(sql`
    select e.movement_id as "refundId", max(greatest(p.effective_on, ${on}::date)) as "on", sum(p.amount) as amount
    from posting p join journal_entry e on e.landlord_id = p.landlord_id and e.id = p.entry_id
    where p.landlord_id = ${landlordId} and p.receipt_id = ${receiptId} and p.account = 'tenant_credit' and e.kind in ('credit_refunded', 'credit_refund_undone')
      and not exists (select from refund_undo u where u.landlord_id = e.landlord_id and u.refund_id = e.movement_id)
    group by 1 having sum(p.amount) > 0 order by 2, 1`)
  return rows.map(({ refundId, on: day, amount }) => ({ refundId, on: day, cents: toCents(amount) }))
}

function lineOf(
  { account, amount, chargeId, type, dueOn, tenancyId, propertyId, unitId, bankAccountId }: Row,
  receiptId: string,
): Line {
  const cents = toCents(amount)
  if (chargeId === null) return { account, cents, receiptId, tenancyId, propertyId, bankAccountId }
  return { account, cents, receiptId, charge: { id: chargeId, type, dueOn, tenancyId, propertyId, unitId } }
}

/** Of a deposit no more is taken than is held on that day and all later ones; for the rest nothing is due as a deposit again. */
function withinHeld(lines: readonly Line[], on: string, held: readonly Movement[]): readonly Line[] {
  const taken = lines.reduce((sum, { account, cents }) => (account === 'deposits_held' ? sum + cents : sum), 0)
  const missing = Math.max(0, taken - availableOn(held, on))
  if (missing === 0) return lines
  const part = lines.find(({ account }) => account === 'deposits_held')
  if (!part) return lines
  const due = lines.some(({ account }) => account === 'deposits_due')
    ? lines
    : [...lines, { ...part, account: 'deposits_due' as const, cents: 0 }]
  let [less, more] = [missing, missing]
  return due.map((line) => {
    if (line.account === 'deposits_held' && line.cents > 0) {
      const cents = Math.min(less, line.cents)
      less -= cents
      return { ...line, cents: line.cents - cents }
    }
    if (line.account !== 'deposits_due' || more === 0) return line
    const cents = line.cents + more
    more = 0
    return { ...line, cents }
  })
}

export const heldBy = (lines: readonly Line[], on: string): Movement[] =>
  lines.flatMap(({ account, cents }) => (account === 'deposits_held' ? [{ on, cents: -cents }] : []))
