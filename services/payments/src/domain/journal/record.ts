import type { JournalAccount, JournalKind } from '@keyhold/contracts/payments/journal'
import type { Tx } from '@keyhold/kit/database/database'
import { toDollars } from '@keyhold/kit/lib/money'
import { type SQL, sql } from 'drizzle-orm'
import type { ChargeType } from './chart.ts'

/** The landlord whose books are written, who changes them (null: Keyhold), and the moment. */
export interface Author {
  landlordId: string
  by: string | null
  now: string
  /** Why, in a sentence without names; what a person typed stays in the record that an entry refers to. */
  reason?: string | undefined
}

/** The reasons of money that the landlord took off a charge. */
export const movedToCharge = 'Moved to another charge.'
export const keptAsCredit = 'Kept as credit.'

/** The charge that a line is about. */
export interface ChargeRef {
  id: string
  type: ChargeType
  dueOn: string
  tenancyId: string | null
  propertyId: string | null
  unitId: string | null
}

/** A debit (above 0) or a credit (below 0). */
export interface Line {
  account: JournalAccount
  cents: number
  charge?: ChargeRef | undefined
  receiptId?: string | undefined
  /** For money that belongs to a tenancy and to no charge. */
  tenancyId?: string | null | undefined
  propertyId?: string | null | undefined
  unitId?: string | null | undefined
  /** Without a charge: the day it is about, which a correction keeps. */
  dueOn?: string | undefined
  /** Of cash: the account it is in. Null: the landlord's first one. */
  bankAccountId?: string | null | undefined
}

/** An entry to be recorded. Its lines sum to zero. */
export interface Draft {
  kind: JournalKind
  tenantId: string
  on: string
  /** The day it belongs to, if it takes effect on a later one because it corrects the books. */
  belongsOn?: string | undefined
  chargeId?: string | undefined
  receiptId?: string | undefined
  movementId?: string | undefined
  lines: readonly Line[]
}

/** Any number of transactions book at the same time; closing a period waits for all of them, and the later ones for it. */
export const lockBooks = (landlordId: string, what: 'book' | 'close'): SQL =>
  what === 'book'
    ? sql`select pg_advisory_xact_lock_shared(hashtextextended('books ' || ${landlordId}, 0))`
    : sql`select pg_advisory_xact_lock(hashtextextended('books ' || ${landlordId}, 0))`

/**
 * Writes entries and brings the projections on charges and receipts in line, in this transaction and under the accounts' locks. An entry of a closed
 * period takes effect on the first open day.
 */
export async function recordEntries(tx: Tx, drafts: readonly Draft[], author: Author): Promise<void> {
  const { landlordId, by, now, reason = null } = author
  const entries = drafts
    .map((draft) => ({ ...draft, lines: draft.lines.filter(({ cents }) => cents !== 0) }))
    .filter(({ lines }) => lines.length > 0)
  if (entries.length === 0) return
  // A statement of its own: the next one then sees what was closed while this one waited.
  await tx.execute(lockBooks(landlordId, 'book'))
  const given = entries.map(({ lines, ...entry }) => ({ ...entry, lines: lines.map(lineRow) }))
  await tx.execute(sql`
    with given as materialized (
      select uuidv7() as entry_id, g.*, greatest(g.on, ${firstOpenDay(landlordId)}) as effective_on
      from json_to_recordset(${JSON.stringify(given)}::text::json) as g (kind text, "tenantId" uuid, "on" date, "belongsOn" date, "chargeId" uuid, "receiptId" uuid, "movementId" uuid, lines json)
    ), entry as (
      insert into journal_entry (landlord_id, id, tenant_id, kind, effective_on, belongs_on, recorded_at, recorded_by, reason, charge_id, receipt_id, movement_id)
      select ${landlordId}::uuid, g.entry_id, g."tenantId", g.kind, g.effective_on, nullif(coalesce(g."belongsOn", g.on), g.effective_on), ${now}::timestamptz, ${by}::uuid, ${reason}::text, g."chargeId", g."receiptId", g."movementId" from given g
    )
    insert into posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id, tenancy_id, property_id, unit_id, charge_id, charge_type, due_on, receipt_id, bank_account_id)
    select ${landlordId}::uuid, g.entry_id, l.line, l.account, l.amount, g.effective_on, ${now}::timestamptz, g."tenantId", l."tenancyId", l."propertyId", l."unitId", l."chargeId", l."chargeType", l."dueOn", l."receiptId", l."bankAccountId"
    from given g cross join lateral json_to_recordset(g.lines) as l (line smallint, account text, amount numeric, "tenancyId" uuid, "propertyId" uuid, "unitId" uuid, "chargeId" uuid, "chargeType" text, "dueOn" date, "receiptId" uuid, "bankAccountId" uuid)`)
  const lines = entries.flatMap((entry) => entry.lines)
  await projectCharges(
    tx,
    landlordId,
    lines.flatMap(({ charge }) => (charge ? [charge.id] : [])),
  )
  await projectReceipts(
    tx,
    landlordId,
    lines.flatMap(({ receiptId }) => receiptId ?? []),
  )
}

const lineRow = (
  { account, cents, charge, receiptId, tenancyId, propertyId, unitId, dueOn, bankAccountId }: Line,
  index: number,
) => ({
  line: index + 1,
  account,
  amount: toDollars(cents),
  tenancyId: charge ? charge.tenancyId : tenancyId,
  propertyId: charge ? charge.propertyId : propertyId,
  unitId: charge ? charge.unitId : unitId,
  chargeId: charge?.id,
  chargeType: charge?.type,
  dueOn: charge ? charge.dueOn : dueOn,
  receiptId,
  bankAccountId,
})

/** The day after the last closed period. */
export const firstOpenDay = (landlordId: string): SQL =>
  sql`coalesce((select max(k.through) + 1 from closed_period k where k.landlord_id = ${landlordId}::uuid), '-infinity')`

/** Writes what the journal says about charges onto them: what is open, and from when to when they were owed. */
export async function projectCharges(tx: Tx, landlordId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update charge c set open = s.open, booked_from = s.first, booked_to = s.last, settled_on = s.settled
    from (
      select p.charge_id, sum(p.amount) as open, min(p.effective_on) as first, max(p.effective_on) as last, case when sum(p.amount) = 0 then max(p.effective_on) end as settled
      from posting p where p.landlord_id = ${landlordId} and p.charge_id = any(${sql.param([...new Set(ids)])}::uuid[]) and p.account = 'receivable' group by p.charge_id
    ) s
    where c.landlord_id = ${landlordId} and c.id = s.charge_id and (c.open, c.booked_from, c.booked_to, c.settled_on) is distinct from (s.open, s.first, s.last, s.settled)`)
}

/** Writes the credit that is left of receipts onto them. */
async function projectReceipts(tx: Tx, landlordId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update receipt r set unallocated = s.credit
    from (
      select p.receipt_id, -sum(p.amount) as credit from posting p
      where p.landlord_id = ${landlordId} and p.receipt_id = any(${sql.param([...new Set(ids)])}::uuid[]) and p.account in ('tenant_credit', 'allowance') group by p.receipt_id
    ) s
    where r.landlord_id = ${landlordId} and r.id = s.receipt_id and r.unallocated <> s.credit`)
}
