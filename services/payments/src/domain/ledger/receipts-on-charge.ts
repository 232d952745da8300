import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import type { ChargeBalance } from './charges.ts'
import { isNotReversed } from './charge-balance.ts'

export interface ReceiptOnCharge {
  id: string
  amount: number
  receivedOn: string
  chargeId: string | null
  isVerified: boolean
  /** Reported by the tenant and not confirmed yet, so it does not count. */
  isAwaiting: boolean
  /** Recorded or reported on this charge, rather than left over from another one. */
  isOwn: boolean
  /** The amount allocated to this charge. */
  part: number
  [column: string]: unknown
}

/** The unreversed receipts that were recorded on a charge or pay it, oldest first. */
export async function findReceipts(
  tx: Tx,
  { landlordId, id }: Pick<ChargeBalance, 'landlordId' | 'id'>,
): Promise<ReceiptOnCharge[]> {
  return tx.execute<ReceiptOnCharge>(sql`
    select r.id, r.amount, r.received_on as "receivedOn", r.charge_id as "chargeId", r.verified_at is not null as "isVerified", r.reported_by = 'tenant' and r.verified_at is null as "isAwaiting",
      r.charge_id is not distinct from ${id}::uuid as "isOwn", s.part
    from (
      select o.receipt_id, sum(o.amount) as part from (
        select a.receipt_id, a.amount from allocation a where a.landlord_id = ${landlordId} and a.charge_id = ${id}
        union all
        select w.id, 0 from receipt w where w.landlord_id = ${landlordId} and w.charge_id = ${id}) o group by o.receipt_id
    ) s join receipt r on r.landlord_id = ${landlordId} and r.id = s.receipt_id
    where ${isNotReversed(sql)} and (r.charge_id = ${id} or s.part > 0)
    order by r.reported_at, r.id`)
}

/** The charge has recorded or reported money. */
export const hasReceivedMoney = (receipts: ReceiptOnCharge[]): boolean =>
  receipts.some(({ part, isAwaiting }) => part > 0 || isAwaiting)
