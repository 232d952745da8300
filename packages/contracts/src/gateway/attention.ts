import * as routes from './attention.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, instant } from '../scalars.ts'
import { insuranceProblems } from '../tenancy/insurance.ts'
import { z } from '../zod.ts'

export const attentionKinds = [
  'emergency',
  'overdue',
  'unverified',
  'late_fee',
  'billing_ended',
  'without_home',
  'past_due',
  'bill',
  'late_turnover',
  'unassigned_turnover',
  'ending',
  'insurance',
  'failed_message',
] as const

export type AttentionKind = (typeof attentionKinds)[number]

/** Something that needs the landlord's attention. */
export const AttentionItem = z.object({
  kind: z.enum(attentionKinds),
  /** Of the request, tenancy or message; of several charges of a tenant, the one that is due first. */
  recordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  title: z.string(),
  note: z.string().nullable(),
  amount: amount.nullable(),
  /** How many charges or invoices the amount is for. */
  count: z.int().optional(),
  /** Of what is overdue: what the tenant reported and is not confirmed; it is not listed apart. */
  reported: amount.optional(),
  /** Of an insurance: what is wrong with it. */
  insurance: z.enum(insuranceProblems).optional(),
  on: calendarDate.nullable(),
  at: instant.nullable(),
  /** Whether a failed message can be sent again. */
  canRetry: z.boolean().optional(),
})

export type AttentionItem = z.output<typeof AttentionItem>

export const Attention = z
  .object({
    /** Most urgent first: by kind in the order above, money by tenant with the largest amount first, the rest oldest first; a few of each kind. */
    items: z.array(AttentionItem),
    totals: z.record(z.enum(attentionKinds), z.int()),
    /** Kinds whose service did not answer, so that their items are unknown. */
    unknown: z.array(z.enum(attentionKinds)),
  })
  .meta({ id: 'Attention' })

export type Attention = z.output<typeof Attention>

export const attention = endpoint(routes.attention, {
  response: Attention,
  summary: 'What needs the landlord’s attention',
})
