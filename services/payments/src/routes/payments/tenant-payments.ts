import { listTenantPayments, reportPayment, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { ReceiptReported } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import { accountActorOf, leftAccountOf } from '../../domain/ledger/accounts.ts'
import { markUpdated } from '../../domain/ledger/allocations.ts'
import { isNotCancelled, isNotReversed } from '../../domain/ledger/charge-balance.ts'
import { lockAccounts, openCharges, readPayment } from '../../domain/ledger/charges.ts'
import { newConfirmationNumber } from '../../domain/ledger/confirmation-number.ts'
import { readPage } from '../../domain/ledger/payment-list.ts'
import { assertReceivedBy } from '../../domain/receipts/latest-day.ts'
import { readLeftLedger, readNextOfLeft } from '../../domain/ledger/left-ledger.ts'
import { nothingOwed, readStats } from '../../domain/ledger/tenant-stats.ts'
import { maxOpenReports, paidAhead } from '../../limits.ts'
import { receipt } from '../../schema/receipts.ts'

export const tenantRoutes: Route[] = [
  serve(listTenantPayments, async ({ actor, query: { sort, limit, cursor, status }, db, call, clock }) => {
    const now = clock.now().toISOString()
    const left = await leftAccountOf({ db, call }, actor)
    if (left) {
      const { accountId: tenantId, until } = left
      const filter = { tenantId, status, to: until }
      return readPage(
        db,
        left.account,
        { landlordId: left.account.landlordId, filter, now, until },
        { sort, limit, cursor },
      )
    }
    const account = await accountActorOf(db, actor)
    if (!account) return { items: [], total: 0, next: null }
    const { landlordId, tenantId } = account
    return readPage(db, account, { landlordId, filter: { tenantId, status }, now }, { sort, limit, cursor })
  }),

  serve(reportPayment, async ({ actor, body, db, call, clock }) => {
    if (await leftAccountOf({ db, call }, actor))
      refuse(
        'conflict',
        'You are no longer part of this tenancy, so a payment can’t be reported here. Please contact your landlord about what you owe or paid.',
      )
    const account = await accountActorOf(db, actor)
    if (!account)
      return actor.tenantId === null
        ? refuse('not-linked', 'Your account is not linked to a tenancy yet. Ask your landlord for an invitation.')
        : refuse(
            'conflict',
            'You are no longer part of this tenancy. Please contact your landlord about what you owe or paid.',
          )
    const { landlordId, tenantId, userId } = account
    const { amount, paymentMethod: method } = body
    const now = clock.now().toISOString()

    return db.transaction(account, async (tx) => {
      await lockAccounts(tx, landlordId, [tenantId])
      const [owed] = await openCharges(tx, { landlordId, tenantId, now })
      if (!owed)
        return refuse(
          'conflict',
          'You owe nothing right now, so there is no payment to report. Please contact your landlord if you paid something.',
        )
      const waiting = await tx.execute(sql`
        select from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}`)
      if (waiting.length >= maxOpenReports)
        return refuse(
          'conflict',
          `${maxOpenReports} payments you reported are still awaiting confirmation. Please wait until your landlord confirms them before you report another one.`,
        )
      await assertCanBeMeant(tx, { landlordId, tenantId, amount })
      const receivedOn = body.paidOn ?? owed.today
      assertReceivedBy(receivedOn, owed.today, 'paidOn')
      const [made] = await tx
        .insert(receipt)
        .values({
          landlordId,
          tenantId,
          chargeId: owed.id,
          amount,
          method,
          receivedOn,
          payerId: actor.tenantId,
          confirmationNumber: body.confirmationNumber ?? newConfirmationNumber(),
          reportedBy: 'tenant',
          recordedBy: userId,
          reportedAt: now,
        })
        .returning({ receiptId: receipt.id })
      if (made) await emit(tx, ReceiptReported, { ...made, chargeId: owed.id, landlordId, tenantId, amount })
      await markUpdated(tx, landlordId, [owed.id], now)
      return readPayment(tx, { landlordId, id: owed.id, now })
    })
  }),

  serve(tenantStats, async ({ actor, db, call, clock }) => {
    const left = await leftAccountOf({ db, call }, actor)
    if (left) {
      const ledger = await readLeftLedger(db, left, { now: clock.now().toISOString() })
      const balance = ledger === null ? 0 : ledger.due > 0 ? ledger.due : -ledger.credit
      const nextPayment = balance > 0 ? await readNextOfLeft(db, left) : null
      return { ...nothingOwed, balance, nextPayment, status: balance > 0 ? ('overdue' as const) : ('current' as const) }
    }
    const account = await accountActorOf(db, actor)
    if (!account) return nothingOwed
    const { landlordId, tenantId } = account
    return readStats(db, account, { landlordId, tenantId, now: clock.now().toISOString() })
  }),
]

/** @throws Refusal 400 for far more than what is open */
async function assertCanBeMeant(
  tx: Tx,
  { landlordId, tenantId, amount }: { landlordId: string; tenantId: string; amount: number },
): Promise<void> {
  const [owed] = await tx.execute<{ open: number; largest: number }>(sql`
    select coalesce(sum(c.open), 0) as open, coalesce(max(c.amount), 0) as largest from charge c
    where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and ${isNotCancelled(sql)}`)
  const [open, largest] = [toCents(owed?.open ?? 0), toCents(owed?.largest ?? 0)]
  if (toCents(amount) > open + Math.max(paidAhead.charges * largest, paidAhead.cents))
    refuseField(
      'amount',
      `This is far more than you owe: ${moneyText(open)} is open. Check the amount, or contact your landlord.`,
    )
}
