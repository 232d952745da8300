import type { Role } from '@keyhold/contracts/roles'

/** A person who is signed in, as the gateway verified it. A tenant not linked to a landlord yet has neither id. */
export type UserActor =
  | (SignedIn & { role: 'landlord' | 'super_admin'; landlordId: string })
  | (SignedIn & { role: 'tenant'; landlordId: string | null; tenantId: string | null })
interface SignedIn {
  userId: string
  sessionId: string
  /** The account needs a second factor and has none: it can only set one up. */
  lacksSecondFactor?: boolean
}

/** Who acts. A service acts for one landlord (an event, a call on a landlord's behalf) or for none. */
export type Actor = { role: 'visitor'; ip: string } | UserActor | ServiceActor
export interface ServiceActor {
  role: 'service'
  name: string
  landlordId: string | null
}

export type ActorRole = Role | 'visitor' | 'service'

/** Whose rows an actor may see: the two settings that row level security reads. Empty means none. */
export function scopeOf(actor: Actor): { landlordId: string; tenantId: string } {
  switch (actor.role) {
    case 'visitor':
      return { landlordId: '', tenantId: '' }
    case 'tenant':
      // A tenant without a record must match no row, hence no landlord either.
      return actor.tenantId && actor.landlordId
        ? { landlordId: actor.landlordId, tenantId: actor.tenantId }
        : { landlordId: '', tenantId: '' }
    case 'landlord':
    case 'super_admin':
    case 'service':
      return { landlordId: actor.landlordId ?? '', tenantId: '' }
  }
}

/** An actor who is signed in and owns records: what most landlord handlers receive. */
export type LandlordActor = Extract<Actor, { role: 'landlord' | 'super_admin' }>
export type TenantActor = Extract<Actor, { role: 'tenant' }>

/** A service that acts for a landlord, or for none: on its own tables that belong to no landlord. */
export const serviceActor = (name: string, landlordId: string | null): ServiceActor => ({
  role: 'service',
  name,
  landlordId,
})
