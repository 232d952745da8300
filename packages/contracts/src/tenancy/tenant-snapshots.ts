import * as routes from './tenant-snapshots.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, calendarDate, email, id, snapshotQuery } from '../scalars.ts'
import { z } from '../zod.ts'

/** A tenant as other services see them. */
export const TenantSnapshot = z.object({
  tenantId: id,
  landlordId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  propertyId: id.nullable(),
  leaseStartDate: calendarDate.nullable(),
  leaseEndDate: calendarDate.nullable(),
  monthlyRent: amount.nullable(),
  isActive: z.boolean(),
  // Absent in events emitted before these fields were added.
  unitId: id.nullable().optional(),
  tenancyId: id.nullable().optional(),
  /** The tenant whose id the ledger has: this tenant, or the co-tenant who opened the tenancy. */
  accountId: id.nullable().optional(),
})

/** The shared account that a tenant without a tenancy left last, before others did. */
export const LeftAccount = z.object({ accountId: id, leftOn: calendarDate })

export const getTenantSnapshot = endpoint(routes.getTenantSnapshot, {
  response: TenantSnapshot.extend({
    left: LeftAccount.nullable().optional(),
    /** The accounts of all tenancies that the tenant is or was a member of. */
    accountIds: z.array(id).optional(),
  }),
  summary: 'Snapshot of a tenant',
})

/** Archived tenants too, ordered by id; `after` is the last id of the previous page. */
export const listTenantSnapshots = endpoint(routes.listTenantSnapshots, {
  query: snapshotQuery,
  response: z.array(TenantSnapshot),
  summary: 'Snapshots of all tenants of a landlord',
})

export const tenantsWithEmail = endpoint(routes.tenantsWithEmail, {
  query: z.object({ email }),
  response: z.array(TenantSnapshot),
  summary: 'Snapshots of the active tenants of a landlord with this address',
})

export const tenantSummary = endpoint(routes.tenantSummary, {
  response: z.object({ active: z.int() }),
  summary: 'Counts for the dashboard',
})

export const TenantCreated = event({
  type: 'tenancy.tenant.created',
  version: 1,
  subject: 'tenantId',
  data: TenantSnapshot,
})

export const TenantUpdated = event({
  type: 'tenancy.tenant.updated',
  version: 1,
  subject: 'tenantId',
  data: TenantSnapshot,
})

/** The tenant became inactive or was archived. */
export const TenantLeft = event({ type: 'tenancy.tenant.left', version: 1, subject: 'tenantId', data: TenantSnapshot })
