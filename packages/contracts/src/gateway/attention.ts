import * as routes from './attention.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

export const attentionKinds = [
  'emergency',
  'overdue',
  'unverified',
  'late_fee',
  'past_due',
  'ending',
  'failed_message',
] as const

export type AttentionKind = (typeof attentionKinds)[number]

/** Something that waits for the landlord, with what the page needs to lead to its cure. */
export const AttentionItem = z.object({
  kind: z.enum(attentionKinds),
  /** Of the payment, request, tenancy or message. */
  recordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  title: z.string(),
  note: z.string().nullable(),
  amount: amount.nullable(),
  on: calendarDate.nullable(),
  at: instant.nullable(),
  /** Of a failed message: it can be sent again. */
  canRetry: z.boolean().optional(),
})

export type AttentionItem = z.output<typeof AttentionItem>

export const Attention = z
  .object({
    /** The most pressing first: by kind in the order above, the oldest of each first; at most five of a kind. */
    items: z.array(AttentionItem),
    totals: z.record(z.enum(attentionKinds), z.int()),
    /** Kinds whose service did not answer: nothing is known of them, which is not nothing. */
    unknown: z.array(z.enum(attentionKinds)),
  })
  .meta({ id: 'Attention' })

export type Attention = z.output<typeof Attention>

export const attention = endpoint(routes.attention, {
  response: Attention,
  summary: 'What waits for the landlord, each with what leads to its cure',
})
