import { ChargeChanged } from '@keyhold/contracts/payments/events'
import { cancelPayment } from '@keyhold/contracts/payments/payments'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { cancelCharge } from '../../domain/ledger/cancel-charges.ts'
import {
  chargeSnapshotOf,
  lockCharge,
  lockLedgerOf,
  lockChargeUnlessCancelled,
  readPayment,
} from '../../domain/ledger/charges.ts'
import { syncAfterReport } from '../../domain/rents/sync-after-report.ts'
import { assertNotInFuture } from '../../domain/ledger/received-day.ts'
import { markUpdated } from '../../domain/ledger/allocations.ts'
import { recordReceipt, reverseReceipts, verifyReceipts } from '../../domain/ledger/receipts.ts'
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
      const reported = unverified.some(({ isAwaiting }) => isAwaiting)
      if (reported && (body.amountPaid || body.paidDate))
        refuse('conflict', 'Your tenant reported a payment. Confirm the report first, then record other money.')

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
      assertNotInFuture(receivedOn, charge.today)
      await verifyReceipts(tx, charge, unverified, verification)
      if (remainder > 0)
        await recordReceipt(tx, charge, { amount: remainder, receivedOn, by: userId, now, verification })
      else if (unverified.length > 0 && !reported) {
        await markUpdated(tx, landlordId, [charge.id], now)
        await emit(tx, ChargeChanged, chargeSnapshotOf(charge))
      }
      if (reported) await syncAfterReport(tx, { landlordId, id: charge.id, now })
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
      await reverseReceipts(tx, charge, taken, { reason: body.reason, by: userId, now })
      if (taken.some(({ isAwaiting }) => isAwaiting)) await syncAfterReport(tx, { landlordId, id: params.id, now })
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
