import { getTenancy, listTenancies, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, getTenant, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import type { startTenancyApp } from './test-app.ts'

// Today is 15 March 2026 in New York, where tests do not set the clock.
export const currentLease = {
  leaseStartDate: '2026-01-01',
  leaseEndDate: '2026-12-31',
  monthlyRent: 1200,
  securityDeposit: 1200,
}

/** A lease whose tenant moves out on `movedOutAt` and wants to move in again on `returnedAt`. */
export const earlierLease = { ...currentLease, leaseStartDate: '2025-07-01', leaseEndDate: '2026-06-30' }
export const movedOutAt = '2026-03-15T15:00:00Z'
export const returnedAt = '2026-08-20T15:00:00Z'
export const moveInAgain = { isActive: true, leaseStartDate: '2026-08-20', leaseEndDate: '' }

type TestApp = Awaited<ReturnType<typeof startTenancyApp>>

/** Shortcuts for requests about tenants and their tenancies. */
export function peopleOf(app: TestApp) {
  const people = {
    /** With `tenancyId` the new tenant is a co-tenant. */
    async add(landlord: LandlordActor, body: Record<string, unknown> = {}) {
      const answer = await app.send(createTenant, landlord, {
        body: { firstName: 'Ann', lastName: 'Archer', email: `${v7()}@example.com`, ...body },
      })
      if (answer.status !== 201) throw new Error(`Adding answered ${answer.status}: ${answer.problem.detail}`)
      return answer.body
    },
    change: (landlord: LandlordActor, id: string, body: Record<string, unknown>) =>
      app.send(updateTenant, landlord, { params: { id }, body }),
    changeTerms: (landlord: LandlordActor, tenancyId: string | null, body: Record<string, unknown>) =>
      app.send(updateTenancy, landlord, { params: { id: tenancyId ?? v7() }, body }),
    tenant: async (landlord: LandlordActor, id: string) =>
      (await app.send(getTenant, landlord, { params: { id } })).body,
    tenancy: async (landlord: LandlordActor, id: string | null) =>
      (await app.send(getTenancy, landlord, { params: { id: id ?? v7() } })).body,
    /** Newest first. */
    tenanciesOf: async (landlord: LandlordActor, tenantId: string) =>
      (await app.send(listTenancies, landlord, { query: { tenantId } })).body,
    /** The snapshot in the last event of a tenancy. */
    async lastSnapshot(tenancyId: string | null): Promise<TenancySnapshot | undefined> {
      await app.settled()
      return app.published(TenancyChanged).findLast((one) => one.tenancyId === tenancyId)
    },
  }
  return {
    ...people,
    /** Ann, and Ben as her co-tenant. */
    async couple(landlord: LandlordActor) {
      const { propertyId } = app.property(landlord)
      const ann = await people.add(landlord, { propertyId, ...currentLease })
      const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId, monthlyRent: 1 })
      return { propertyId, ann, ben, tenancyId: ann.tenancyId }
    },
    /** Ann and Ben in two homes, each alone. */
    async neighbours(landlord: LandlordActor) {
      const [here, there] = [app.property(landlord), app.property(landlord, { name: 'Oak Lane 2' })]
      const ann = await people.add(landlord, { propertyId: here.propertyId, ...currentLease })
      const ben = await people.add(landlord, {
        firstName: 'Ben',
        propertyId: there.propertyId,
        leaseStartDate: '2025-05-01',
        monthlyRent: 700,
      })
      return { ann, ben, here, there }
    },
    /** A tenant who lived alone and left; afterwards the clock is at `returnedAt`. */
    async former(landlord: LandlordActor, more: Record<string, unknown> = {}) {
      const property = app.property(landlord)
      const ann = await people.add(landlord, { propertyId: property.propertyId, ...earlierLease, ...more })
      await people.change(landlord, ann.id, { isActive: false })
      app.clock.set(returnedAt)
      return { ann, property, propertyId: property.propertyId, tenancyId: ann.tenancyId }
    },
  }
}
