import { userName } from '@keyhold/contracts/identity/accounts'
import { listPropertySnapshots } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots, TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Environment } from '@keyhold/kit/runtime/config'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors, startTestApp, stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { messaging } from '../service.ts'

/** Messaging with owners of tenants and properties that have none of their own: tests add theirs by events. */
export async function startConversations(env: Environment = {}) {
  const app = await startTestApp([messaging], {
    env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test', ...env },
    stubs: [
      stub(listTenantSnapshots, () => []),
      stub(listPropertySnapshots, () => []),
      stub(userName, ({ params: { id } }) => ({
        id,
        email: `${id}@landlords.test`,
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
    ],
  })
  let made = 0
  /** A tenant of a landlord, with a login. */
  async function addTenant(landlord: LandlordActor, more: { firstName?: string; phone?: string | null } = {}) {
    const tenant = actors.tenantOf(landlord)
    made += 1
    await app.publish(TenantCreated, {
      tenantId: tenant.tenantId!,
      landlordId: landlord.landlordId,
      firstName: 'Tina',
      lastName: `Tenant ${made}`,
      email: `tina${made}@example.com`,
      phone: `+1 212 555 ${String(1000 + made)}`,
      propertyId: null,
      leaseStartDate: null,
      leaseEndDate: null,
      monthlyRent: null,
      isActive: true,
      ...more,
    })
    return tenant
  }
  return { app, addTenant, newId: () => v7() }
}
