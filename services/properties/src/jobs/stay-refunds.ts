import { onJob } from '@keyhold/kit/jobs/queue'
import { toCents } from '@keyhold/kit/lib/money'
import { and, eq } from 'drizzle-orm'
import { sendRefund } from '../domain/stays/bookings/booking-payments.ts'
import type { StayPayments } from '../providers/stay-payments/provider.ts'
import { stayPayment, stayRefund } from '../schema/stays/payments.ts'

/** Has the provider give money back to a guest. The refund's id makes that happen once, however often the job runs. */
export const stayRefunds = (payments: StayPayments) =>
  onJob(sendRefund, async ({ data: { refundId }, landlordId, actor, db, finish, isLast }) => {
    if (landlordId === null) throw new Error('A refund belongs to a landlord')
    const found = await db.transaction(actor, async (tx) => {
      const [row] = await tx
        .select({ refund: stayRefund, providerRef: stayPayment.providerRef })
        .from(stayRefund)
        .innerJoin(
          stayPayment,
          and(eq(stayPayment.landlordId, stayRefund.landlordId), eq(stayPayment.id, stayRefund.paymentId)),
        )
        .where(and(eq(stayRefund.landlordId, landlordId), eq(stayRefund.id, refundId)))
      return row
    })
    if (!found) throw new Error(`Refund ${refundId} is not there`)
    const mark = (status: 'done' | 'failed') => ({
      set: { status },
      where: and(eq(stayRefund.landlordId, landlordId), eq(stayRefund.id, refundId)),
    })
    if (found.refund.status !== 'done')
      try {
        const { providerRef, refund } = found
        await payments.refund({ refundId, providerRef, cents: toCents(refund.amount), landlordId })
      } catch (error) {
        if (isLast) {
          const failed = mark('failed')
          await db.transaction(actor, (tx) => tx.update(stayRefund).set(failed.set).where(failed.where))
        }
        throw error
      }
    await db.transaction(actor, async (tx) => {
      const done = mark('done')
      await tx.update(stayRefund).set(done.set).where(done.where)
      await finish(tx)
    })
  })
