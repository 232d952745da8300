import * as routes from './dev-outbox.routes.ts'
import { endpoint } from '../endpoint.ts'
import { bytes, id, instant, phone, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { channels } from './deliveries.ts'

export const OutboxMessage = z.object({
  id,
  channel: z.enum(channels),
  to: z.string(),
  /** The sender's name, where it is a landlord's own. */
  fromName: z.string().optional(),
  subject: z.string().optional(),
  body: z.string(),
  /** The name of the attached file. */
  attachmentName: z.string().optional(),
  createdAt: instant,
})

/** Local delivery only: the texts and mails that would have been sent, newest first. */
export const devOutbox = endpoint(routes.devOutbox, {
  response: z.array(OutboxMessage),
  summary: 'Messages stored instead of sent',
})

/** Local delivery only. */
export const devOutboxFile = endpoint(routes.devOutboxFile, {
  response: bytes,
  summary: 'The PDF attached to a stored mail',
})

/** Local delivery only: simulates a reply from this number. */
export const devReply = endpoint(routes.devReply, {
  body: z.object({ from: phone, body: prose(1600) }),
  response: z.object({ optedOut: z.boolean() }),
  idempotent: false,
  summary: 'Simulate an incoming text',
})
