import { getTenancy, listTenancies, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, getTenant, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import type { startTenancyApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTenancyApp>>

/** Shortcuts for requests about tenants and their tenancies. */
export function peopleOf(app: TestApp) {
  return {
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
}
