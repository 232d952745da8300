import { randomUUID } from 'node:crypto'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'

const at = '2026-01-01T00:00:00.000Z'

/** A tenant who told everything, as the owner of the record answers. */
export const tenantRecord = (fields: Partial<Tenant> = {}): Tenant => ({
  id: randomUUID(),
  landlordId: randomUUID(),
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'ada@example.com',
  phone: '+1 555 010 0123',
  dateOfBirth: null,
  emergencyContactName: 'Ben Moss',
  emergencyContactPhone: '+1 555 010 0124',
  employerName: 'Acme',
  monthlyIncome: 6000,
  propertyId: null,
  propertyName: null,
  unitId: null,
  unitName: null,
  tenancyId: null,
  coTenants: [],
  leaseStartDate: '2026-03-01',
  leaseEndDate: null,
  monthlyRent: 2000,
  securityDeposit: null,
  isActive: true,
  archivedAt: null,
  portalAccess: 'none',
  createdAt: at,
  updatedAt: at,
  ...fields,
})

export const tenancyRecord = (fields: Partial<Tenancy> = {}): Tenancy => ({
  id: randomUUID(),
  landlordId: randomUUID(),
  propertyId: null,
  propertyName: null,
  unitId: null,
  unitName: null,
  accountId: randomUUID(),
  tenants: [],
  startDate: '2025-01-01',
  endDate: null,
  termKind: 'fixed',
  monthlyRent: 2000,
  currentRent: 2000,
  rentSteps: [],
  securityDeposit: null,
  billing: null,
  movedOutOn: null,
  status: 'active',
  createdAt: at,
  updatedAt: at,
  ...fields,
})
