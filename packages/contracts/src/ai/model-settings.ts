import * as routes from './model-settings.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, money } from '../scalars.ts'
import { z } from '../zod.ts'

/** What a landlord can switch off. */
export const modelFeatures = ['tenant_assistant', 'landlord_assistant', 'external_model'] as const
export type ModelFeature = (typeof modelFeatures)[number]

export const ModelSettings = z
  .object({
    features: z.record(z.enum(modelFeatures), z.boolean()),
    /** Dollars for the external model in a month; above it the built-in engine answers. */
    monthlyCeiling: z.number(),
    /** The most that it can be set to. */
    highestCeiling: z.number(),
    /** Null: no external model is configured, and the built-in engine answers everything. */
    model: z.string().nullable(),
    /** `YYYY-MM`, in UTC. */
    month: z.string(),
    /** This month, in dollars with fractions of a cent, what is being answered included. */
    spent: z.number(),
    calls: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** Whether the plan includes the landlord's own chat; null while billing does not answer. */
    planIncludesChat: z.boolean().nullable(),
  })
  .meta({ id: 'ModelSettings' })

export type ModelSettings = z.output<typeof ModelSettings>

export const getModelSettings = endpoint(routes.getModelSettings, {
  response: ModelSettings,
  summary: 'What the assistant may do, and what it cost this month',
})

/** Absent: unchanged. */
export const updateModelSettings = endpoint(routes.updateModelSettings, {
  body: z.object({
    features: z.partialRecord(z.enum(modelFeatures), flag).optional(),
    monthlyCeiling: money(0, 'Enter an amount of 0 or more').optional(),
  }),
  response: ModelSettings,
  summary: 'Switch features on or off and set the monthly ceiling',
})
