import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { landlords } from './roles.ts'
import { email, flag, id, instant, line, optional, pageQuery, phone, prose, whole } from './scalars.ts'
import { z } from './zod.ts'

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
export const deliver = endpoint({
  method: 'POST',
  path: '/internal/deliveries',
  access: 'service',
  body: DeliveryForm,
  response: Delivery,
  idempotent: false,
  summary: 'Send a text or a mail now',
})

const twilioForm = z.record(z.string(), z.string())
export const twilioSms = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/sms',
  access: 'public',
  encoding: 'form',
  body: twilioForm,
  idempotent: false,
  response: z.string(),
  summary: 'A text that came in (STOP, START); signed by Twilio',
})
export const twilioStatus = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/status',
  access: 'public',
  encoding: 'form',
  body: twilioForm,
  idempotent: false,
  response: z.string(),
  summary: 'What became of a text; signed by Twilio',
})

export const OutboxMessage = z.object({
  id,
  channel: z.enum(channels),
  to: z.string(),
  subject: z.string().optional(),
  body: z.string(),
  createdAt: instant,
})
/** Local delivery only: every text and mail that would have been sent, newest first. */
export const devOutbox = endpoint({
  method: 'GET',
  path: '/internal/dev-outbox',
  access: 'service',
  response: z.array(OutboxMessage),
  summary: 'Messages kept instead of sent',
})
/** Local delivery only: a text as if the person with this number had answered. */
export const devReply = endpoint({
  method: 'POST',
  path: '/internal/dev-outbox/replies',
  access: 'service',
  body: z.object({ from: phone, body: prose(1600) }),
  response: z.object({ optedOut: z.boolean() }),
  idempotent: false,
  summary: 'Pretend that a text came in',
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
export const listFailedDeliveries = endpoint({
  method: 'GET',
  path: '/api/failed-deliveries',
  access: landlords,
  query: pageQuery,
  response: z.array(FailedDelivery),
  paged: true,
  summary: 'Messages that failed and were neither sent again nor put away, the newest first',
})
export const retryDelivery = endpoint({
  method: 'POST',
  path: '/api/failed-deliveries/:id/retry',
  access: landlords,
  response: Delivery,
  summary: 'Send it once more',
})
export const dismissDelivery = endpoint({
  method: 'DELETE',
  path: '/api/failed-deliveries/:id',
  access: landlords,
  summary: 'Put a failed message away',
})

/** By which ways the landlord is told of an emergency at once. The open page shows it in any case. */
export const AlertPreferences = z
  .object({
    emergencyEmail: z.boolean(),
    emergencySms: z.boolean(),
    email: z.string().nullable(),
    /** The number that was given for this, or else the account's. */
    phone: z.string().nullable(),
    /** That number answered STOP: nothing reaches it until it sends START. */
    hasOptedOut: z.boolean(),
  })
  .meta({ id: 'AlertPreferences' })
export const getAlertPreferences = endpoint({
  method: 'GET',
  path: '/api/alert-preferences',
  access: landlords,
  response: AlertPreferences,
  summary: 'How the landlord hears of emergencies',
})
/** Without a `phone` the account's is used. */
export const AlertPreferencesForm = z.object({ emergencyEmail: flag, emergencySms: flag, phone: optional(phone) }).partial()
export const saveAlertPreferences = endpoint({
  method: 'PUT',
  path: '/api/alert-preferences',
  access: landlords,
  body: AlertPreferencesForm,
  response: AlertPreferences,
  summary: 'Say how the landlord is to hear of emergencies',
})

export const deliveryAttention = endpoint({
  method: 'GET',
  path: '/internal/delivery-attention',
  access: 'service',
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
