import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, lte } from 'drizzle-orm'
import { cancelBooking } from '../domain/stays/bookings/end-booking.ts'
import { lockBooking } from '../domain/stays/bookings/find-booking.ts'
import { booking } from '../schema/stays/bookings.ts'
import { stayHold } from '../schema/stays/payments.ts'

const batch = 100

/** Ends what nobody paid for or answered in time: holds, and requests to book, whose payment goes back. */
export const lapseStays = ({ db, clock }: Pick<Tools, 'db' | 'clock'>) =>
  every({
    name: 'lapse-stays',
    cron: '*/5 * * * *',
    async run() {
      const now = clock.now()
      const stamp = now.toISOString()
      // Their claims on nights count no more from that moment on, and are removed with the next claim of the unit.
      await db.adminTransaction('unpaid stays of all landlords', (tx) =>
        tx
          .update(stayHold)
          .set({ state: 'lapsed' })
          .where(and(eq(stayHold.state, 'open'), lte(stayHold.expiresAt, stamp))),
      )
      for (let more = true; more;) {
        const due = await db.adminTransaction('unanswered requests of all landlords', (tx) =>
          tx
            .select({ landlordId: booking.landlordId, id: booking.id })
            .from(booking)
            .where(and(eq(booking.status, 'pending'), lte(booking.answerBy, stamp)))
            .limit(batch),
        )
        for (const { landlordId, id } of due)
          await db.transaction(serviceActor('properties', landlordId), async (tx) => {
            const found = await lockBooking(tx, { landlordId, id })
            if (found.row.status !== 'pending') return
            const reason = 'The host did not answer in time'
            await cancelBooking(tx, found, { by: 'landlord', reason, who: { by: 'system' }, now })
          })
        more = due.length === batch
      }
    },
  })
