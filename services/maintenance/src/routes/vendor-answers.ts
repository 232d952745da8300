import { answerVendor } from '@keyhold/contracts/maintenance/work-orders'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { addEntry } from '../domain/history.ts'
import { landlordNameOf } from '../domain/landlord-name.ts'
import { lockRequest } from '../domain/lock-request.ts'
import { saveRequest } from '../domain/progress.ts'
import { tellVendor } from '../domain/tell-vendor.ts'
import { answerMail, answerText } from '../domain/vendor-messages.ts'
import { statusOfOrder } from '../domain/work-order-rows.ts'
import { workOrder } from '../schema.ts'

export const vendorAnswerRoutes = [
  serve(answerVendor, async ({ actor, params, body: { note }, db, clock, ...tools }) => {
    const { landlordId } = actor
    const { order, entry } = await db.transaction(actor, async (tx) => {
      const request = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
      const ofRequest = and(eq(workOrder.landlordId, landlordId), eq(workOrder.requestId, request.id))
      const [found] = await tx
        .select()
        .from(workOrder)
        .where(and(ofRequest, eq(workOrder.id, params.workOrderId)))
      if (!found) return notFound('Work order')
      const now = clock.now()
      const at = now.toISOString()
      const status = statusOfOrder(found, now)
      if (status === 'revoked' || status === 'expired')
        refuse('conflict', `The link of ${found.vendorName} does not work any more. Send a new work order.`)
      const made = await addEntry(tx, actor, request, at, { note, isShared: false, workOrder: found })
      await saveRequest(tx, request, { newsFrom: null }, at)
      return { order: found, entry: made }
    })
    const landlordName = await landlordNameOf(landlordId, tools)
    const plain = answerMail(landlordName, null)
    const message =
      order.channel === 'sms'
        ? { body: answerText(landlordName), fixedBody: answerText(landlordName) }
        : { ...answerMail(landlordName, note), fixedBody: plain.body }
    const { delivery, deliveryError } = await tellVendor(order, `work-order-answer:${entry.id}`, message, tools)
    return { entry, told: delivery, reason: deliveryError }
  }),
]
