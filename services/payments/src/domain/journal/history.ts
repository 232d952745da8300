import type { JournalAccount } from '@keyhold/contracts/payments/journal'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'
import { joinProperty } from '../ledger/charge-balance.ts'
import type { ChargeRef } from './record.ts'

/** A charge as its row says, to be compared with what the journal says about it. */
export interface BookedCharge {
  ref: ChargeRef
  tenantId: string
  /** What it asks for in cents; 0 if it is cancelled. */
  cents: number
  isCancelled: boolean
  /** Today at its property. */
  today: string
  /** It is made in this operation. */
  isNew: boolean
  postings: readonly ChargePosting[]
}

/** The sum of a charge's postings to an account on a day, by what they say about it. */
export interface ChargePosting {
  account: JournalAccount
  on: string
  cents: number
  receiptId: string | null
  /** The charge as it was when this was posted. */
  ref: ChargeRef
}

interface Row extends ChargeRef {
  tenantId: string
  amount: number
  isCancelled: boolean
  today: string
  isNew: boolean
  [column: string]: unknown
}

/** Charges with all that the journal holds about them, by id. */
export async function readBooked(
  tx: Tx,
  { landlordId, now }: { landlordId: string; now: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedCharge>> {
  if (ids.length === 0) return new Map()
  const these = sql.param([...new Set(ids)])
  const rows = await tx.execute<Row>(sql`
    select c.id, c.tenant_id as "tenantId", c.type, c.due_date as "dueOn", c.tenancy_id as "tenancyId", c.property_id as "propertyId", c.unit_id as "unitId",
      c.amount, c.cancelled_at is not null as "isCancelled", (${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date as today,
      c.created_at = ${now}::timestamptz as "isNew"
    from charge c ${joinProperty(sql)} where c.landlord_id = ${landlordId} and c.id = any(${these}::uuid[])`)
  const postings = await tx.execute<PostingRow>(sql`
    select p.charge_id as id, p.account, p.effective_on as "on", sum(p.amount) as amount, p.receipt_id as "receiptId", p.charge_type as type, p.due_on as "dueOn",
      p.tenancy_id as "tenancyId", p.property_id as "propertyId", p.unit_id as "unitId"
    from posting p where p.landlord_id = ${landlordId} and p.charge_id = any(${these}::uuid[])
    group by p.charge_id, p.account, p.effective_on, p.receipt_id, p.charge_type, p.due_on, p.tenancy_id, p.property_id, p.unit_id
    having sum(p.amount) <> 0 order by p.effective_on`)
  const of = Map.groupBy(postings, ({ id }) => id)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ref: refOf(row),
        tenantId: row.tenantId,
        cents: row.isCancelled ? 0 : toCents(row.amount),
        isCancelled: row.isCancelled,
        today: row.today,
        isNew: row.isNew,
        postings: (of.get(row.id) ?? []).map((one) => ({
          account: one.account,
          on: one.on,
          cents: toCents(one.amount),
          receiptId: one.receiptId,
          ref: refOf(one),
        })),
      },
    ]),
  )
}

interface PostingRow extends ChargeRef {
  account: JournalAccount
  on: string
  amount: number
  receiptId: string | null
  [column: string]: unknown
}

const refOf = ({ id, type, dueOn, tenancyId, propertyId, unitId }: ChargeRef): ChargeRef => ({
  id,
  type,
  dueOn,
  tenancyId,
  propertyId,
  unitId,
})

/** The charge `c` was posted for days of which Keyhold had cancelled another charge, because a move-out was recorded and undone. */
export const isReplacement = sql`c.rule_id is not null and exists (
  select from charge o where o.landlord_id = c.landlord_id and o.tenant_id = c.tenant_id and o.cancelled_at is not null
    and o.rule_id = c.rule_id and o.cancelled_by is null and o.id <> c.id and o.covers_from <= c.covers_to and o.covers_to >= c.covers_from)`
