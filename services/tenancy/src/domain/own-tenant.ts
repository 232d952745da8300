import { refuse } from '@keyhold/kit/http/problem'
import type { TenantActor } from '@keyhold/kit/runtime/actor'

/** The tenant who is signed in. @throws Refusal 409 for an account that is linked to no tenant */
export function ownTenant({ landlordId, tenantId }: TenantActor): { landlordId: string; tenantId: string } {
  return landlordId !== null && tenantId !== null
    ? { landlordId, tenantId }
    : refuse('not-linked', 'Your account is not linked to a home yet. Ask your landlord for an invitation.')
}
