import * as routes from './insights.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, id, instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'

/** The spec's three kinds, and arrears. */
export const insightTypes = ['rent_optimization', 'tenant_retention', 'maintenance_prediction', 'payment_risk'] as const

export type InsightType = (typeof insightTypes)[number]

export const priorities = ['high', 'medium', 'low'] as const

/** One fact that a finding rests on, with the record it can be read in. */
export const Evidence = z.object({
  label: z.string(),
  value: z.union([z.string(), amount]),
  /** How `value` is to be shown. */
  kind: z.enum(['text', 'money', 'percent', 'count', 'date']),
  recordType: z.enum(['property', 'tenant', 'payment', 'maintenance']).nullable(),
  recordId: id.nullable(),
})

export type Evidence = z.output<typeof Evidence>

export const Insight = z
  .object({
    id,
    landlordId: id,
    propertyId: id.nullable(),
    tenantId: id.nullable(),
    insightType: z.enum(insightTypes),
    title: z.string(),
    description: z.string(),
    priority: z.enum(priorities),
    actionRequired: z.boolean(),
    evidence: z.array(Evidence),
    /** Why the rule spoke: its name, its thresholds, the formula. */
    metadata: z.record(z.string(), z.unknown()),
    /** Which engine found it. */
    dataSource: z.string(),
    /** 0 to 1: how sure the engine is, by how much it had to go on. */
    confidence: z.number(),
    isRead: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Insight' })

export type Insight = z.output<typeof Insight>

export const listInsights = endpoint(routes.listInsights, {
  query: pageQuery.extend({ insightType: z.enum(insightTypes).optional(), propertyId: id.optional() }),
  response: z.array(Insight),
  paged: true,
  summary: "Findings from the landlord's own records, the most pressing first; dismissed ones are left out",
})

export const readInsight = endpoint(routes.readInsight, {
  response: Insight,
  summary: 'Mark a finding as seen',
})

export const dismissInsight = endpoint(routes.dismissInsight, {
  response: Insight,
  summary: 'Put a finding away; it comes back only when what it rests on changes materially',
})

export const restoreInsight = endpoint(routes.restoreInsight, {
  response: Insight,
  summary: 'Take a dismissal back',
})

export const InsightsRefreshed = event({
  type: 'ai.insights.refreshed',
  version: 1,
  subject: 'landlordId',
  data: z.object({ landlordId: id, active: z.int() }),
})
