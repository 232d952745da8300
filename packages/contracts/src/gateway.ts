import { endpoint } from './endpoint.ts'
import { landlords } from './roles.ts'
import { amount, calendarDate, id, instant } from './scalars.ts'
import { z } from './zod.ts'

export const DashboardStats = z
  .object({
    totalProperties: z.int(),
    activeTenants: z.int(),
    /** Counts and was received this calendar month. */
    monthlyRevenue: amount,
    /** Open and due by today. */
    outstandingPayments: amount,
    // What the cards' sub-texts say.
    newPropertiesThisMonth: z.int(),
    /** Occupied share of the properties in whole percent; null without a property. */
    occupancyRate: z.int().nullable(),
    lastMonthRevenue: amount,
    overdueCount: z.int(),
  })
  .meta({ id: 'DashboardStats' })
export type DashboardStats = z.output<typeof DashboardStats>

export const dashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  access: landlords,
  response: DashboardStats,
  summary: 'The figures of the dashboard',
})

export const attentionKinds = ['emergency', 'overdue', 'unverified', 'late_fee', 'past_due', 'ending', 'failed_message'] as const
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
export const attention = endpoint({
  method: 'GET',
  path: '/api/attention',
  access: landlords,
  response: Attention,
  summary: 'What waits for the landlord, each with what leads to its cure',
})
