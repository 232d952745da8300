import { listTenantPayments, reportPayment, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { ReceiptReported } from '@keyhold/contracts/payments/events'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import { accountActorOf } from '../../domain/ledger/accounts.ts'
import { markUpdated } from '../../domain/ledger/allocations.ts'
import { isNotReversed } from '../../domain/ledger/charge-balance.ts'
import { lockAccounts, openCharges, readPayment } from '../../domain/ledger/charges.ts'
import { newConfirmationNumber } from '../../domain/ledger/confirmation-number.ts'
import { readPage } from '../../domain/ledger/payment-list.ts'
import { nothingOwed, readStats } from '../../domain/ledger/tenant-stats.ts'
import { maxOpenReports } from '../../limits.ts'
import { receipt } from '../../schema/receipts.ts'

export const tenantRoutes: Route[] = [
  serve(listTenantPayments, async ({ actor, query: { sort, limit, cursor, status }, db, clock }) => {
    const account = await accountActorOf(db, actor)
    if (!account) return { items: [], total: 0, next: null }
    const { landlordId, tenantId } = account
    const now = clock.now().toISOString()
    return readPage(db, account, { landlordId, filter: { tenantId, status }, now }, { sort, limit, cursor })
  }),

  serve(reportPayment, async ({ actor, body, db, clock }) => {
    const account = await accountActorOf(db, actor)
    if (!account)
      return actor.tenantId === null
        ? refuse('not-linked', 'Your account is not linked to a tenancy yet. Ask your landlord for an invitation.')
        : refuse(
            'conflict',
            'You are no longer part of this tenancy, so you owe nothing on it. Please contact your landlord if you paid something.',
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
      const [made] = await tx
        .insert(receipt)
        .values({
          landlordId,
          tenantId,
          chargeId: owed.id,
          amount,
          method,
          receivedOn: owed.today,
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

  serve(tenantStats, async ({ actor, db, clock }) => {
    const account = await accountActorOf(db, actor)
    if (!account) return nothingOwed
    const { landlordId, tenantId } = account
    return readStats(db, account, { landlordId, tenantId, now: clock.now().toISOString() })
  }),
]
