import { ChargeChanged } from '@keyhold/contracts/payments/events'
import { cancelPayment } from '@keyhold/contracts/payments/payments'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { accountForMoney } from '../../domain/bank-accounts/account-for-money.ts'
import { cancelCharge } from '../../domain/ledger/cancel-charges.ts'
import {
  chargeSnapshotOf,
  lockCharge,
  lockLedgerOf,
  readTodayAtCharge,
  lockChargeUnlessCancelled,
  readPayment,
} from '../../domain/ledger/charges.ts'
import { proposeReturnedPaymentFees } from '../../domain/late-fees/returned-payment.ts'
import { syncAfterReport } from '../../domain/rents/sync-after-report.ts'
import { correctReport } from '../../domain/receipts/correct-report.ts'
import { assertReceivedBy, readDays } from '../../domain/receipts/latest-day.ts'
import { markUpdated } from '../../domain/ledger/allocations.ts'
import { takeBack, takenBackOn } from '../../domain/receipts/take-back.ts'
import { recordReceipt, verifyReceipts } from '../../domain/ledger/receipts.ts'
import { hasReceivedMoney, findReceipts } from '../../domain/ledger/receipts-on-charge.ts'

export const verificationRoutes: Route[] = [
  serve(verifyPayment, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId } = actor
    const now = clock.now().toISOString()
    const verification = {
      verifiedAt: now,
      verifiedBy: userId,
      verificationMethod: body.verificationMethod,
      verificationNotes: body.verificationNotes ?? null,
    }

    return db.transaction(actor, async (tx) => {
      const charge = await lockCharge(tx, { landlordId, id: params.id, now })
      const own = (await findReceipts(tx, charge)).filter(({ isOwn }) => isOwn)
      const wasVerified = own.some(({ isVerified }) => isVerified)
      const unverified = own.filter(({ isVerified }) => !isVerified)
      const reports = unverified.filter(({ isAwaiting }) => isAwaiting)
      const reported = reports.length > 0
      if (reported && body.amountPaid)
        refuse('conflict', 'Your tenant reported a payment. Confirm the report first, then record other money.')
      if (reports.length > 1 && (body.paidDate || body.paymentMethod || body.confirmationNumber))
        refuse('conflict', 'Several payments were reported. Confirm them first, then correct the receipt that differs.')

      const awaiting = unverified.reduce((sum, one) => sum + (one.isAwaiting ? toCents(one.amount) : 0), 0)
      // A repeated request finds nothing left to confirm or record, so it is not a conflict.
      const isRepeated = !reported && wasVerified && !body.amountPaid
      if (typeof body.expected === 'number' && toCents(body.expected) !== awaiting && !isRepeated)
        refuse(
          'conflict',
          'The reported amount has changed since you opened this payment. Please review it and confirm again.',
        )

      // Refused, because otherwise the amount would be silently ignored.
      if (body.amountPaid && charge.open === 0 && unverified.length === 0)
        refuse(
          'conflict',
          'This payment is already paid in full, so nothing was recorded. Record a prepayment on the next open payment.',
        )
      // A repeated request must not record the remainder again: once verified, more money needs an explicit amount.
      const remainder = reported || charge.open === 0 ? 0 : (body.amountPaid ?? (wasVerified ? 0 : charge.open))
      const receivedOn = body.paidDate ?? charge.today
      const { latest } = await readDays(tx, { landlordId, tenantId: charge.tenantId, now })
      assertReceivedBy(receivedOn, laterOf(latest, charge.today), 'paidDate')
      const [report] = reports
      const bankAccountId = await accountForMoney(tx, landlordId, body.bankAccountId)
      const confirmed = { verification, bankAccountId }
      const isCorrected = report !== undefined && (await correctReport(tx, charge, report.id, body, confirmed))
      await verifyReceipts(tx, charge, isCorrected ? unverified.filter((one) => one !== report) : unverified, confirmed)
      if (remainder > 0) {
        const { paymentMethod: method, confirmationNumber = null } = body
        const received = { amount: remainder, receivedOn, method, confirmationNumber, by: userId, now }
        await recordReceipt(tx, charge, { ...received, ...confirmed })
      } else if (unverified.length > 0 && !reported) {
        await markUpdated(tx, landlordId, [charge.id], now)
        await emit(tx, ChargeChanged, chargeSnapshotOf(charge))
      }
      if (reported) await syncAfterReport(tx, { landlordId, id: charge.id, by: userId, now })
      return readPayment(tx, { landlordId, id: charge.id, now })
    })
  }),

  serve(reversePayment, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId } = actor
    const now = clock.now().toISOString()

    return db.transaction(actor, async (tx) => {
      // Works on cancelled charges too: a check on a rent that a move-out cancelled may still bounce.
      const { tenantId } = await lockLedgerOf(tx, { landlordId, id: params.id })
      const charge = { landlordId, tenantId, id: params.id }
      const receipts = await findReceipts(tx, charge)
      const counted = receipts.filter(({ isAwaiting }) => !isAwaiting)
      // If nothing counts yet, the tenant's report is rejected.
      const taken = counted.length > 0 ? counted : receipts
      if (taken.length === 0) {
        // Answers 409 for a cancelled charge.
        await lockCharge(tx, { landlordId, id: params.id, now })
        refuse('nothing-to-reverse', 'Nothing was received on this payment, so there is nothing to reverse.')
      }
      const today = await readTodayAtCharge(tx, { ...charge, now })
      const kind = body.isReturned ? ('returned' as const) : ('mistake' as const)
      for (const one of taken.map((receipt) => ({ ...receipt, tenantId }))) {
        const on = body.isReturned ? today : await takenBackOn(tx, one, { landlordId, today })
        await takeBack(tx, [one], { kind, on, reason: body.reason }, { landlordId, by: userId, now })
      }
      await markUpdated(tx, landlordId, [params.id], now)
      if (body.isReturned && counted.length > 0) {
        const receiptIds = counted.map(({ id }) => id)
        await proposeReturnedPaymentFees(tx, { landlordId, chargeId: params.id, receiptIds, now })
      }
      if (taken.some(({ isAwaiting }) => isAwaiting))
        await syncAfterReport(tx, { landlordId, id: params.id, by: userId, now })
      return readPayment(tx, { landlordId, id: charge.id, now })
    })
  }),

  serve(cancelPayment, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId } = actor
    const now = clock.now().toISOString()

    return db.transaction(actor, async (tx) => {
      const charge = await lockChargeUnlessCancelled(tx, { landlordId, id: params.id, now })
      if (charge) {
        const receipts = await findReceipts(tx, charge)
        if (hasReceivedMoney(receipts))
          refuse(
            'has-receipts',
            "Money was recorded or reported on this charge, so it can't be cancelled. Reverse what was received first.",
          )
        await cancelCharge(tx, charge, { by: userId, reason: body.reason, now })
      }
      return readPayment(tx, { landlordId, id: params.id, now })
    })
  }),
]
