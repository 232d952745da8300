import { hostBranding, keyholdBranding, landlordBranding, portalBranding } from '@keyhold/contracts/identity/branding'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { appliedBranding, ownerOfHost } from '../../domain/branding/branding.ts'

/** A landlord's look as others see it. */
export const portalBrandingRoutes = [
  serve(portalBranding, ({ actor, db, clock }) => {
    const { role, landlordId } = actor
    // Landlords work in Keyhold's own look.
    if (role !== 'tenant' || landlordId === null) return Promise.resolve(keyholdBranding)
    return db.transaction(serviceActor('identity', landlordId), (tx) => appliedBranding(tx, landlordId, clock.now()))
  }),

  serve(landlordBranding, async ({ params: { landlordId }, db, clock }) => ({
    landlordId,
    ...(await db.transaction(serviceActor('identity', landlordId), (tx) =>
      appliedBranding(tx, landlordId, clock.now()),
    )),
  })),

  serve(hostBranding, async ({ actor, params: { host }, db, clock }) => {
    const landlordId = (await db.transaction(actor, (tx) => ownerOfHost(tx, host))) ?? notFound('Host')
    const applied = await db.transaction(serviceActor('identity', landlordId), (tx) =>
      appliedBranding(tx, landlordId, clock.now()),
    )
    return applied.host === host ? { landlordId, ...applied } : notFound('Host')
  }),
]
