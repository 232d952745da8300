import type { Basis } from '@keyhold/contracts/payments/explanations'
import { LateFeeChanged } from '@keyhold/contracts/payments/late-fees'
import type { Tx } from '@keyhold/kit/database/database'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { sql } from 'drizzle-orm'
import { lateFee } from '../../schema/late-fees.ts'
import { joinProperty, todayAtProperty } from '../ledger/charge-balance.ts'
import { returnedPaymentRule } from './returned-payment-rule.ts'
import { placeOfFee } from './place-of-fee.ts'
import { policyFor } from './policies.ts'

interface Returned {
  receiptId: string
  tenantId: string
  received: number
  receivedOn: string
  returnedOn: string
  today: string
  policyId: string
  version: number
  fee: number
  [column: string]: unknown
}

/**
 * Proposes the policy's fee for each payment that the bank returned, once; the returns are recorded already. The landlord posts or waives it like a late
 * fee. `chargeId`: the charge that the payments were for; null: they are all credit. Called under the account's lock.
 */
export async function proposeReturnedPaymentFees(
  tx: Tx,
  {
    landlordId,
    chargeId,
    receiptIds,
    now,
  }: { landlordId: string; chargeId: string | null; receiptIds: string[]; now: string },
): Promise<void> {
  if (receiptIds.length === 0) return
  const today = todayAtProperty(sql, now)
  const of = { landlord: sql`r.landlord_id`, account: sql`r.tenant_id`, charge: sql`${chargeId}::uuid` }
  const place = placeOfFee(sql, of)
  const returned = await tx.execute<Returned>(sql`
    select r.id as "receiptId", r.tenant_id as "tenantId", r.amount as received, r.received_on as "receivedOn", v.on as "returnedOn", ${today} as today,
      o.id as "policyId", o.version, o.returned_payment_fee as fee
    from receipt r join reversal v on v.landlord_id = r.landlord_id and v.receipt_id = r.id cross join lateral (${place}) c ${joinProperty(sql)}
    cross join lateral (${policyFor(sql, today)}) o
    where r.landlord_id = ${landlordId} and r.id in ${receiptIds} and o.is_enabled and o.returned_payment_fee is not null order by r.id`)
  if (returned.length === 0) return
  const rows = returned.map((one) => ({
    landlordId,
    tenantId: one.tenantId,
    kind: 'returned_payment' as const,
    chargeId,
    receiptId: one.receiptId,
    occurrence: 1,
    assessedOn: one.today,
    amount: one.fee,
    status: 'proposed' as const,
    policyId: one.policyId,
    basis: basisOf(one),
    createdAt: now,
  }))
  const made = await tx
    .insert(lateFee)
    .values(rows)
    .onConflictDoNothing()
    .returning({ lateFeeId: lateFee.id, tenantId: lateFee.tenantId, amount: lateFee.amount })
  await emitAll(
    tx,
    LateFeeChanged,
    made.map((fee) => ({ ...fee, landlordId, status: 'proposed' as const })),
  )
}

function basisOf({ policyId, version, fee, received, receivedOn, returnedOn }: Returned): Basis {
  return {
    rule: returnedPaymentRule,
    formula: `${moneyText(toCents(fee))} for each returned payment`,
    inputs: { policyId, policyVersion: version, rate: fee, received, receivedOn, returnedOn },
  }
}
