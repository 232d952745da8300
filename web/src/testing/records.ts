import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { LateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import type { Payment } from '@keyhold/contracts/payments/payments'
import type { Property } from '@keyhold/contracts/properties/properties'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'

// Records as the API answers them; a test names the fields that it is about.

/** An id that a contract accepts, told apart by its number. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const landlordId = id(1)
const times = { createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' }

export const aTenant = (fields: Partial<Tenant> = {}): Tenant => ({
  id: id(10),
  landlordId,
  firstName: 'Ann',
  lastName: 'Archer',
  email: 'ann@example.com',
  phone: null,
  dateOfBirth: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  employerName: null,
  monthlyIncome: null,
  propertyId: id(20),
  propertyName: 'Alder Loft',
  unitId: id(20),
  unitName: null,
  tenancyId: id(30),
  coTenants: [],
  leaseStartDate: '2026-01-01',
  leaseEndDate: null,
  monthlyRent: 1200,
  securityDeposit: null,
  isActive: true,
  archivedAt: null,
  portalAccess: 'none',
  ...times,
  ...fields,
})

export const aProperty = (fields: Partial<Property> = {}): Property => ({
  id: id(20),
  landlordId,
  name: 'Alder Loft',
  address: '1 Alder Way',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  propertyType: 'apartment',
  bedrooms: 2,
  bathrooms: 1,
  squareFeet: null,
  monthlyRent: 1200,
  securityDeposit: 1500,
  description: null,
  amenities: [],
  images: [],
  isOccupied: false,
  unitCount: 1,
  occupiedUnits: 0,
  timeZone: 'America/Los_Angeles',
  archivedAt: null,
  ...times,
  ...fields,
})

export const aTenancy = (fields: Partial<Tenancy> = {}): Tenancy => ({
  id: id(30),
  landlordId,
  propertyId: id(20),
  propertyName: 'Alder Loft',
  unitId: id(20),
  unitName: null,
  accountId: id(10),
  tenants: [{ tenantId: id(10), firstName: 'Ann', lastName: 'Archer', joinedOn: null, leftOn: null }],
  startDate: '2026-01-01',
  endDate: null,
  termKind: 'fixed',
  monthlyRent: 1200,
  currentRent: 1200,
  rentSteps: [],
  securityDeposit: null,
  billing: null,
  movedOutOn: null,
  status: 'active',
  ...times,
  ...fields,
})

export const aPayment = (fields: Partial<Payment> = {}): Payment => ({
  id: id(40),
  landlordId,
  tenantId: id(10),
  tenantName: 'Ann Archer',
  propertyId: id(20),
  propertyName: 'Alder Loft',
  unitId: id(20),
  unitName: null,
  amount: 1200,
  amountPaid: 0,
  balance: 1200,
  paymentType: 'rent',
  paymentMethod: 'check',
  status: 'pending',
  dueDate: '2026-02-01',
  paidDate: null,
  notes: null,
  description: null,
  verificationStatus: 'unverified',
  verifiedAt: null,
  verifiedBy: null,
  verificationMethod: null,
  verificationNotes: null,
  receiptUrl: null,
  reported: [],
  cancelledAt: null,
  cancellationReason: null,
  ...times,
  ...fields,
})

export const aReport = (amount: number, number = 50): Payment['reported'][number] => ({
  id: id(number),
  amount,
  paymentMethod: 'bank_transfer',
  confirmationNumber: null,
  receivedOn: '2026-02-01',
  reportedAt: '2026-02-01T10:00:00.000Z',
})

export const aPolicy = (fields: Partial<LateFeePolicy> = {}): LateFeePolicy => ({
  id: id(60),
  landlordId,
  scope: 'account',
  propertyId: null,
  propertyName: null,
  tenancyId: null,
  tenantNames: null,
  isEnabled: true,
  graceDays: 5,
  kind: 'flat',
  amount: 50,
  frequency: 'once',
  cap: null,
  minimumBalance: 0,
  version: 1,
  updatedAt: times.updatedAt,
  ...fields,
})

export const aLandlord = (fields: Partial<AdminLandlord> = {}): AdminLandlord => ({
  id: landlordId,
  email: 'lee@example.com',
  firstName: 'Lee',
  lastName: 'Landlord',
  phone: null,
  userType: 'landlord',
  subscriptionPlan: 'free',
  subscriptionStatus: 'active',
  maxProperties: 5,
  trialEndDate: null,
  isActive: true,
  databaseName: null,
  createdAt: times.createdAt,
  ...fields,
})
