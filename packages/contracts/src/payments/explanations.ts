import * as routes from './explanations.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'

/** How a figure was calculated: the rule, its inputs, and the calculation as a person would write it. */
export const Basis = z.object({
  /** Stable and versioned, for example `rent.prorated.actual/1`. */
  rule: z.string(),
  /** `$1,200.00 × 26 ÷ 30 days = $1,040.00` */
  formula: z.string(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

export type Basis = z.output<typeof Basis>

export const Explanation = z
  .object({
    paymentId: id,
    title: z.string(),
    /** In order: the amount, the due date, money received, the open balance, the status, the late fee. */
    lines: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        formula: z.string().nullable(),
        amount: amount.nullable(),
        on: calendarDate.nullable(),
        rule: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Explanation' })

export type Explanation = z.output<typeof Explanation>

export const explainPayment = endpoint(routes.explainPayment, {
  response: Explanation,
  summary: 'How the amounts, dates and status of a payment came about, for the landlord and the tenant',
})
