import * as routes from './late-fee-terms.routes.ts'
import { endpoint } from '../endpoint.ts'
import { LateFeePolicy } from './late-fee-policies.ts'
import { z } from '../zod.ts'

/** The policy for the next rent of the tenant; null: none was ever set, so no late fees are charged. */
export const lateFeeTerms = endpoint(routes.lateFeeTerms, {
  response: z.object({
    policy: LateFeePolicy.pick({
      isEnabled: true,
      graceDays: true,
      kind: true,
      amount: true,
      frequency: true,
      cap: true,
    }).nullable(),
  }),
  summary: 'The late-fee terms that apply to a tenant',
})
