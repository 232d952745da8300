import * as routes from './late-fee-policies.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  calendarDate,
  flag,
  id,
  instant,
  money,
  moneyDate,
  optional,
  pageQuery,
  positiveMoney,
  whole,
} from '../scalars.ts'
import { z } from '../zod.ts'

export const lateFeeScopes = ['account', 'property', 'tenancy'] as const

/** Larger fees need a confirmation: a percentage, a share of the smallest rent that the policy is for, and the fee for a returned payment. */
export const feeBounds = { percent: 10, shareOfRent: 0.25, returnedPayment: 50 }

/** Days of grace that a new policy starts with. */
export const defaultGraceDays = 5

export const LateFeePolicy = z
  .object({
    id,
    landlordId: id,
    /** The narrowest policy applies: the tenancy's, else the property's, else the account's. */
    scope: z.enum(lateFeeScopes),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    tenancyId: id.nullable(),
    tenantNames: z.string().nullable(),
    /** False: no late fees here, whatever a wider policy says. */
    isEnabled: z.boolean(),
    /** Days after the due day, not counting it: due on the 1st with three days of grace is late on the 5th. */
    graceDays: z.int(),
    kind: z.enum(['flat', 'percent']),
    /** Dollars, or percent of the rent's open balance at the end of grace. */
    amount,
    frequency: z.enum(['once', 'daily']),
    /** Upper limit for all fees of one rent; null: no limit. */
    cap: amount.nullable(),
    /** No fee while less than this is open. */
    minimumBalance: amount,
    /** Charges that fall due on this day or later are judged; null: also what was overdue when the policy was made. */
    appliesFrom: calendarDate.nullable(),
    /** Proposed when a payment is returned; null: none. */
    returnedPaymentFee: amount.nullable(),
    /** Incremented with each change. A fee records the version it was assessed under. */
    version: z.int(),
    updatedAt: instant,
  })
  .meta({ id: 'LateFeePolicy' })

export type LateFeePolicy = z.output<typeof LateFeePolicy>

export const LateFeePolicyForm = z
  .object({
    scope: z.enum(lateFeeScopes),
    propertyId: optional(id),
    tenancyId: optional(id),
    isEnabled: flag.default(true),
    graceDays: whole(0, 60, 'Enter a number of days from 0 to 60'),
    kind: z.enum(['flat', 'percent']),
    amount: positiveMoney,
    frequency: z.enum(['once', 'daily']).default('once'),
    cap: optional(money(0.01, 'The cap must be a valid positive number')),
    minimumBalance: money(0, 'The minimum balance must be a valid number').default(0),
    /** A new policy judges charges that fall due from today on unless given; absent: unchanged. */
    appliesFrom: optional(moneyDate),
    /** It also judges what is overdue already. A policy without late fees always does. */
    includesOverdue: flag.default(false),
    returnedPaymentFee: optional(money(0.01, 'The fee must be a valid positive number')),
    /** The landlord confirmed an amount above the bounds; without it 409 `confirmation-needed`. */
    isConfirmed: flag.default(false),
  })
  .refine((form) => (form.scope === 'property') === Boolean(form.propertyId), {
    path: ['propertyId'],
    message: 'Choose a property',
  })
  .refine((form) => (form.scope === 'tenancy') === Boolean(form.tenancyId), {
    path: ['tenancyId'],
    message: 'Choose a tenancy',
  })
  .refine((form) => form.kind === 'flat' || form.amount <= 100, { path: ['amount'], message: 'At most 100 percent' })
  .refine((form) => form.frequency === 'once' || Boolean(form.cap), {
    path: ['cap'],
    message: 'A daily fee needs a cap',
  })

export const listLateFeePolicies = endpoint(routes.listLateFeePolicies, {
  query: pageQuery,
  response: z.array(LateFeePolicy),
  paged: true,
  summary: 'Late-fee policies, starting with the account’s',
})

export const saveLateFeePolicy = endpoint(routes.saveLateFeePolicy, {
  body: LateFeePolicyForm,
  response: LateFeePolicy,
  summary: 'Set the policy of the account, a property or a tenancy',
})

export const deleteLateFeePolicy = endpoint(routes.deleteLateFeePolicy, {
  summary: 'Delete a policy; the next wider one applies again',
})
