import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'
import { joinProperty } from '../ledger/charge-balance.ts'
import { creditOfCharge } from './chart.ts'
import { type BookedCharge, isReplacement, readBooked } from './history.ts'
import {
  type Author,
  type ChargeRef,
  type Draft,
  firstOpenDay,
  type Line,
  lockBooks,
  projectCharges,
  recordEntries,
} from './record.ts'

/**
 * Books charges that were just inserted, each on its due day; one that takes the place of a charge that Keyhold cancelled, from today on. All in one
 * statement, because an import posts many thousands.
 */
export async function bookNewCharges(tx: Tx, ids: readonly string[], author: Author): Promise<void> {
  const { landlordId, by, now, reason = null } = author
  if (ids.length === 0) return
  await tx.execute(lockBooks(landlordId, 'book'))
  const booked = await tx.execute<{ id: string }>(sql`
    with given as materialized (
      select uuidv7() as entry_id, c.id, c.tenant_id, c.tenancy_id, c.property_id, c.unit_id, c.type, c.amount, c.due_date, k.on, greatest(k.on, d.first) as effective_on
      from charge c ${joinProperty(sql)}
      cross join (select ${firstOpenDay(landlordId)} as first) d
      cross join lateral (select case when ${isReplacement} then greatest(c.due_date, (${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date) else c.due_date end as on) k
      where c.landlord_id = ${landlordId} and c.id = any(${sql.param(ids)}::uuid[])
    ), entry as (
      insert into journal_entry (landlord_id, id, tenant_id, kind, effective_on, belongs_on, recorded_at, recorded_by, reason, charge_id)
      select ${landlordId}::uuid, g.entry_id, g.tenant_id, 'charged', g.effective_on, nullif(g.on, g.effective_on), ${now}::timestamptz, ${by}::uuid, ${reason}::text, g.id from given g
    ), line as (
      insert into posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id, tenancy_id, property_id, unit_id, charge_id, charge_type, due_on)
      select ${landlordId}::uuid, g.entry_id, l.line, l.account, l.amount, g.effective_on, ${now}::timestamptz, g.tenant_id, g.tenancy_id, g.property_id, g.unit_id, g.id, g.type, g.due_date
      from given g cross join lateral (values (1, 'receivable', g.amount), (2, ${sql.param(JSON.stringify(creditOfCharge))}::jsonb ->> g.type, -g.amount)) l (line, account, amount)
    )
    select g.id from given g where g.effective_on <> g.due_date`)
  await projectCharges(
    tx,
    landlordId,
    booked.map(({ id }) => id),
  )
}

/** Books what changed about charges since they were last booked: their amount, due day or place, or that they are cancelled. */
export async function bookChangedCharges(tx: Tx, ids: readonly string[], author: Author): Promise<void> {
  const charges = await readBooked(tx, author, ids)
  const drafts = [...charges.values()].flatMap((charge) => {
    const changes = changesOf(charge)
    return [...changes, ...prepaidBetween(charge, changes)]
  })
  await recordEntries(tx, drafts, author)
}

/** What stays paid on a charge that was due and is now due later is prepaid from the day of the change to the new due day. */
function prepaidBetween({ ref, tenantId, postings }: BookedCharge, changes: readonly Draft[]): Draft[] {
  const asked = changes.flatMap(({ on, lines }) =>
    lines.flatMap(({ account, cents }) => (account === 'receivable' ? [{ on, cents }] : [])),
  )
  const movements = [...postings.filter(({ account }) => account === 'receivable'), ...asked]
  const balanceOn = (day: string) => movements.reduce((sum, one) => (one.on <= day ? sum + one.cents : sum), 0)
  const days = [...new Set(asked.map(({ on }) => on))].toSorted()
  const first = days.find((on) => balanceOn(on) < 0)
  const last = days.findLast((on) => balanceOn(on) >= 0)
  if (first === undefined || last === undefined || last < first) return []
  let left = -Math.min(...movements.flatMap(({ on }) => (on >= first && on < last ? [balanceOn(on)] : [])), 0)
  const paid = Map.groupBy(
    postings.filter(({ account, receiptId, on }) => account === 'receivable' && receiptId !== null && on <= first),
    ({ receiptId }) => receiptId,
  )
  return [...paid].toReversed().flatMap(([receiptId, list]): Draft[] => {
    const cents = Math.min(left, -list.reduce((sum, one) => sum + one.cents, 0))
    if (cents <= 0 || receiptId === null) return []
    left -= cents
    const about = { kind: 'changed' as const, tenantId, chargeId: ref.id, receiptId }
    const lines = (sign: 1 | -1): Line[] => [
      { account: 'receivable', cents: sign * cents, charge: ref, receiptId },
      { account: 'prepaid', cents: -sign * cents, charge: ref, receiptId },
    ]
    return [
      { ...about, on: first, lines: lines(1) },
      { ...about, on: last, lines: lines(-1) },
    ]
  })
}

/**
 * The entries that bring the journal in line with a charge. What is not due yet is taken back on its due day, as if it had never been asked for; what
 * is due, on the day of the change.
 */
export function changesOf(charge: BookedCharge): Draft[] {
  const { ref, tenantId, cents, isCancelled, today, postings } = charge
  const asked = postings.filter(({ account, receiptId }) => account === 'receivable' && receiptId === null)
  const groups = Map.groupBy(asked, (one) => keyOf(one.ref))
  const key = keyOf(ref)
  const kind = isCancelled ? 'cancelled' : 'changed'
  const drafts: Draft[] = []
  let isNotDue = true
  for (const [other, list] of groups) {
    const booked = list.reduce((sum, one) => sum + one.cents, 0)
    const old = list[0]?.ref ?? ref
    const difference = other === key ? cents - booked : -booked
    if (difference === 0) continue
    const from = list.reduce((last, { on }) => laterOf(last, on), old.dueOn)
    isNotDue &&= from >= today
    drafts.push({ kind, tenantId, on: laterOf(from, today), chargeId: ref.id, lines: linesOf(charge, old, difference) })
  }
  if (!groups.has(key) && cents > 0) {
    const on = isNotDue ? ref.dueOn : laterOf(ref.dueOn, today)
    drafts.push({ kind, tenantId, on, chargeId: ref.id, lines: linesOf(charge, ref, cents) })
  }
  return drafts
}

/**
 * A deposit that was given back before its money was returned by the bank is owed, and no longer due as a deposit: what is taken off it then is a loss.
 */
function linesOf({ postings }: BookedCharge, ref: ChargeRef, cents: number): Line[] {
  const account = creditOfCharge[ref.type]
  const receivable: Line = { account: 'receivable', cents, charge: ref }
  if (ref.type !== 'security_deposit' || cents > 0) return [receivable, { account, cents: -cents, charge: ref }]
  const due = -postings.reduce((sum, one) => (one.account === 'deposits_due' ? sum + one.cents : sum), 0)
  const contra = Math.min(-cents, Math.max(due, 0))
  return [
    receivable,
    { account, cents: contra, charge: ref },
    { account: 'bad_debt', cents: -cents - contra, charge: ref },
  ]
}

const keyOf = ({ dueOn, tenancyId, propertyId, unitId, type }: ChargeRef) =>
  [dueOn, tenancyId, propertyId, unitId, type].join(' ')
