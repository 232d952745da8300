import * as routes from './screening.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

export const riskLevels = ['low', 'medium', 'high'] as const

/** Never a refusal: what speaks against somebody is a reason to look closer. */
export const recommendations = ['approve', 'review', 'insufficient_data'] as const

/** One criterion, whether it is met, and what says so. */
export const ScreeningFactor = z.object({
  name: z.string(),
  result: z.enum(['met', 'not_met', 'unknown']),
  detail: z.string(),
  /** What was computed, such as `income / rent`. */
  formula: z.string().nullable(),
  value: amount.nullable(),
})

export const Screening = z
  .object({
    tenantId: id,
    recommendation: z.enum(recommendations),
    /** The recommendation in a sentence. */
    summary: z.string(),
    riskLevel: z.enum(riskLevels),
    /** 0 to 1: how much there was to go on. */
    confidence: z.number(),
    factors: z.array(ScreeningFactor),
    /** Null where nothing is known: no bureau is asked. */
    creditInfo: z.object({
      creditScore: z.number().nullable(),
      residentScore: z.number().nullable(),
      evictionHistory: z.string().nullable(),
      criminalHistory: z.string().nullable(),
      note: z.string(),
    }),
    /** From the landlord's own records. */
    rentalHistory: z.object({
      previousAddresses: z.array(z.string()).nullable(),
      /** Months. */
      averageStayDuration: z.number().nullable(),
      latePayments: z.int().nullable(),
      earlyTerminations: z.int().nullable(),
      note: z.string(),
    }),
    dataSource: z.string(),
    /** What the law asks to be said. */
    notice: z.string(),
    screenedAt: instant,
  })
  .meta({ id: 'Screening' })

export type Screening = z.output<typeof Screening>

export const screenTenant = endpoint(routes.screenTenant, {
  response: Screening,
  summary: "Weigh what the landlord's own records say about a tenant; it advises, and decides nothing",
})
