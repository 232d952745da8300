import * as routes from './deliveries.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { email, flag, id, instant, line, optional, pageQuery, phone, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const channels = ['sms', 'email'] as const

/** A text or an e-mail to send now. Repeated calls with one `key` send once. */
export const DeliveryForm = z.object({
  key: line(200),
  landlordId: id.nullable(),
  channel: z.enum(channels),
  to: z.union([email, phone]),
  subject: optional(line(200)),
  body: prose(10_000),
  /** Sent in place of the body for an account without history: the platform's wording alone. */
  fixedBody: optional(prose(10_000)),
  /** Stores the body if sending fails, so that the landlord can retry. Not for messages with a private link. */
  retriable: flag.default(false),
})

/** `held`: it waits for the landlord's proof, for the limits of texts, or for the administrator. */
export const Delivery = z.object({ id, status: z.enum(['sent', 'failed', 'held']), reason: z.string().nullable() })

/** Answers within a time limit whether the provider accepted the message. A refusal is an answer, not an error. */
export const deliver = endpoint(routes.deliver, {
  body: DeliveryForm,
  response: Delivery,
  idempotent: false,
  summary: 'Send a text or a mail now',
})

/** A text or an e-mail of a landlord that could not be delivered. */
export const FailedDelivery = z
  .object({
    id,
    channel: z.enum(channels),
    to: z.string(),
    subject: z.string().nullable(),
    preview: z.string(),
    /** The body is stored. Without it (messages with a private link, and mails whose file was removed) the action behind the message has to be repeated. */
    canRetry: z.boolean(),
    reason: z.string(),
    failedAt: instant,
  })
  .meta({ id: 'FailedDelivery' })

export const listFailedDeliveries = endpoint(routes.listFailedDeliveries, {
  query: pageQuery,
  response: z.array(FailedDelivery),
  paged: true,
  summary: 'Failed messages that were neither retried successfully nor dismissed, newest first',
})

export const retryDelivery = endpoint(routes.retryDelivery, {
  response: Delivery,
  summary: 'Send a failed message again',
})

export const dismissDelivery = endpoint(routes.dismissDelivery, {
  summary: 'Dismiss a failed message',
})

export const deliveryAttention = endpoint(routes.deliveryAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({ total: z.int(), items: z.array(FailedDelivery) }),
  summary: 'Failed messages for the dashboard',
})

/** Why a message waits. */
export const holds = ['proof', 'limit', 'switched-off'] as const

/** A held message was sent. */
export const DeliveryReleased = event({
  type: 'messaging.delivery.released',
  version: 1,
  subject: 'deliveryId',
  data: z.object({ deliveryId: id, key: z.string(), landlordId: id.nullable(), channel: z.enum(channels) }),
})

export const HeldMessage = z
  .object({
    id,
    landlordId: id,
    landlordEmail: z.string().nullable(),
    channel: z.enum(channels),
    to: z.string().nullable(),
    preview: z.string(),
    held: z.enum(holds),
    createdAt: instant,
  })
  .meta({ id: 'HeldMessage' })

export const listHeldMessages = endpoint(routes.listHeldMessages, {
  query: pageQuery,
  response: z.array(HeldMessage),
  paged: true,
  summary: 'Messages of all landlords that wait, newest first',
})

export const releaseHeldMessage = endpoint(routes.releaseHeldMessage, {
  response: z.object({ released: z.literal(true) }),
  summary: 'Send a message that waits',
})

export const dropHeldMessage = endpoint(routes.dropHeldMessage, { summary: 'Do not send a message that waits' })

export const ChannelSwitch = z
  .object({ channel: z.enum(channels), isOff: z.boolean(), changedAt: instant.nullable() })
  .meta({ id: 'ChannelSwitch' })

export const listChannelSwitches = endpoint(routes.listChannelSwitches, {
  response: z.array(ChannelSwitch),
  summary: 'Whether mails and texts of landlords are sent',
})

export const switchChannel = endpoint(routes.switchChannel, {
  body: z.object({ channel: z.enum(channels), isOff: flag }),
  response: ChannelSwitch,
  summary: 'Stop sending mails or texts of landlords, or go on; what waited is sent then',
})

export const waitingMessages = endpoint(routes.waitingMessages, {
  response: z.object({ proof: z.int(), limit: z.int(), switchedOff: z.int() }),
  summary: 'How many of your messages wait, by reason',
})

export const DeliveryFailed = event({
  type: 'messaging.delivery.failed',
  version: 1,
  subject: 'deliveryId',
  data: z.object({
    deliveryId: id,
    landlordId: id.nullable(),
    channel: z.enum(channels),
    reason: z.string(),
    /** Absent in events from before this was added. */
    key: z.string().optional(),
  }),
})
