import * as routes from './night-outcomes.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../scalars.ts'
import { z } from '../zod.ts'

/** The most claims that one call asks about. */
export const maxNightOutcomes = 200

/**
 * Which claims of nights belong to no tenancy. The answer is final: a transaction that is still under way is waited for, and one that comes later
 * cannot use a claim that was answered here.
 */
export const nightClaimOutcomes = endpoint(routes.nightClaimOutcomes, {
  body: z.object({ claimIds: z.array(id).min(1).max(maxNightOutcomes) }),
  response: z.object({ abandoned: z.array(id) }),
  summary: 'Settle claims of nights that no tenancy has confirmed',
})
