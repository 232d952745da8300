import * as routes from './late-fee-policies.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, flag, id, instant, money, optional, pageQuery, whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const lateFeeScopes = ['account', 'property', 'tenancy'] as const

/** Days of grace that a new policy starts with. */
export const defaultGraceDays = 5

export const LateFeePolicy = z
  .object({
    id,
    landlordId: id,
    /** The narrowest that there is holds: the tenancy's, else the property's, else the account's. */
    scope: z.enum(lateFeeScopes),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    tenancyId: id.nullable(),
    tenantNames: z.string().nullable(),
    /** False: no late fee here, whatever a wider one says. */
    isEnabled: z.boolean(),
    /** Days after the due day, which is none of them: due on the 1st, three days of grace, late on the 5th. */
    graceDays: z.int(),
    kind: z.enum(['flat', 'percent']),
    /** Dollars, or percent of what is open on the rent. */
    amount,
    frequency: z.enum(['once', 'daily']),
    /** At most so much for one rent; null: no bound. */
    cap: amount.nullable(),
    /** None where less than that is open. */
    minimumBalance: amount,
    /** Counts up with each change; what was assessed keeps the one it was assessed by. */
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
    graceDays: whole(0, 60, 'A number of days from 0 to 60'),
    kind: z.enum(['flat', 'percent']),
    amount: money(0.01, 'Amount is required'),
    frequency: z.enum(['once', 'daily']).default('once'),
    cap: optional(money(0.01, 'The cap must be a valid positive number')),
    minimumBalance: money(0, 'The minimum balance must be a valid number').default(0),
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
  summary: 'Late-fee policies, the account’s first',
})

export const saveLateFeePolicy = endpoint(routes.saveLateFeePolicy, {
  body: LateFeePolicyForm,
  response: LateFeePolicy,
  summary: 'Set the policy of the account, a property or a tenancy',
})

export const deleteLateFeePolicy = endpoint(routes.deleteLateFeePolicy, {
  summary: 'Take a policy away; the wider one holds again',
})
