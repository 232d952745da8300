import * as routes from './deliveries.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { email, flag, id, instant, line, optional, pageQuery, phone, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const channels = ['sms', 'email'] as const

/** A text or a mail to be sent now. `key` makes a repeated call send once. */
export const DeliveryForm = z.object({
  key: line(200),
  landlordId: id.nullable(),
  channel: z.enum(channels),
  to: z.union([email, phone]),
  subject: optional(line(200)),
  body: prose(10_000),
  /** The text is kept where it fails, so that the landlord can send it once more. Not for one that holds a link that lets somebody in. */
  retriable: flag.default(false),
})

export const Delivery = z.object({ id, status: z.enum(['sent', 'failed']), reason: z.string().nullable() })

/** Answers within its time limit whether the provider took the message; a refusal is an answer, not an error. */
export const deliver = endpoint(routes.deliver, {
  body: DeliveryForm,
  response: Delivery,
  idempotent: false,
  summary: 'Send a text or a mail now',
})

/** A text or a mail of a landlord that did not arrive. */
export const FailedDelivery = z
  .object({
    id,
    channel: z.enum(channels),
    to: z.string(),
    subject: z.string().nullable(),
    preview: z.string(),
    /** The text was kept. Where it was not (it held a private link), what it was about has to be done anew. */
    canRetry: z.boolean(),
    reason: z.string(),
    failedAt: instant,
  })
  .meta({ id: 'FailedDelivery' })

export const listFailedDeliveries = endpoint(routes.listFailedDeliveries, {
  query: pageQuery,
  response: z.array(FailedDelivery),
  paged: true,
  summary: 'Messages that failed and were neither sent again nor put away, the newest first',
})

export const retryDelivery = endpoint(routes.retryDelivery, {
  response: Delivery,
  summary: 'Send it once more',
})

export const dismissDelivery = endpoint(routes.dismissDelivery, {
  summary: 'Put a failed message away',
})

export const deliveryAttention = endpoint(routes.deliveryAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({ total: z.int(), items: z.array(FailedDelivery) }),
  summary: 'Messages that failed',
})

export const DeliveryFailed = event({
  type: 'messaging.delivery.failed',
  version: 1,
  subject: 'deliveryId',
  data: z.object({ deliveryId: id, landlordId: id.nullable(), channel: z.enum(channels), reason: z.string() }),
})
