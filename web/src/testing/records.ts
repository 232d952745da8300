import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { User } from '@keyhold/contracts/identity/accounts'
import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { BankAccount } from '@keyhold/contracts/payments/bank-accounts'
import type { LateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import type { Payment, PaymentSummary } from '@keyhold/contracts/payments/payments'
import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { Property } from '@keyhold/contracts/properties/properties'
import type { OnboardingTask } from '@keyhold/contracts/tenancy/onboarding'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'

// Records as the API answers them; a test names the fields that it is about.

/** An id that a contract accepts, told apart by its number. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const landlordId = id(1)
export const times = { createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' }

export const aBankAccount = (fields: Partial<BankAccount> = {}): BankAccount => ({
  id: id(1),
  name: 'Operating account',
  kind: 'operating',
  lastFour: null,
  isDefault: true,
  archivedAt: null,
  ...fields,
})

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
  amountCredited: 0,
  amountWrittenOff: 0,
  balance: 1200,
  paymentType: 'rent',
  paymentMethod: 'check',
  status: 'pending',
  dueDate: '2026-02-01',
  isOverdue: false,
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

export const aReceipt = (fields: Partial<Receipt> = {}): Receipt => ({
  id: id(50),
  tenantId: id(10),
  tenantName: 'Ann Archer',
  payerId: id(10),
  payerName: 'Ann Archer',
  propertyName: 'Alder Loft',
  unitName: null,
  kind: 'money',
  amount: 1250,
  paymentMethod: 'check',
  receivedOn: '2026-02-02',
  confirmationNumber: '1042',
  notes: null,
  bankAccountId: landlordId,
  bankAccountName: 'Operating account',
  status: 'counted',
  allocations: [
    { paymentId: id(40), paymentType: 'rent', description: null, dueDate: '2026-02-01', amount: 1200 },
    { paymentId: id(41), paymentType: 'late_fee', description: 'Late fee', dueDate: '2026-02-06', amount: 30 },
  ],
  unallocated: 20,
  reportedBy: 'landlord',
  recordedBy: id(1),
  recordedAt: '2026-02-02T10:00:00.000Z',
  verifiedAt: null,
  reversedOn: null,
  reversalBelongsOn: null,
  reversalReason: null,
  replacesId: null,
  ...fields,
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
  appliesFrom: null,
  returnedPaymentFee: null,
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

export const aUser = (fields: Partial<User> = {}): User => ({
  id: landlordId,
  email: 'lena@example.com',
  firstName: 'Lena',
  lastName: 'Landlord',
  phone: null,
  profileImageUrl: null,
  userType: 'landlord',
  landlordId,
  tenantId: null,
  isActive: true,
  databaseName: null,
  subscriptionPlan: 'basic',
  subscriptionStatus: 'active',
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
  trialStartDate: null,
  trialEndDate: null,
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  maxProperties: 5,
  ...times,
  ...fields,
})

type Summary = z.output<typeof PaymentSummary>
const noCharges = { count: 0, amount: 0, received: 0, open: 0 }

export const summaryOf = (fields: Partial<Summary> = {}): Summary => ({
  totalRevenue: 0,
  nextRentPostsOn: null,
  credited: 0,
  credit: 0,
  outstanding: 0,
  dueNow: 0,
  count: 0,
  overdue: { count: 0, open: 0 },
  byStatus: { pending: noCharges, paid: noCharges, overdue: noCharges, partial: noCharges },
  ...fields,
})

export const aSubscription = (fields: Partial<Subscription> = {}): Subscription => ({
  landlordId,
  plan: 'basic',
  status: 'active',
  maxProperties: 5,
  trialStartDate: null,
  trialEndDate: null,
  subscriptionStartDate: times.createdAt,
  subscriptionEndDate: '2027-01-31T12:00:00.000Z',
  interval: 'month',
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: 'test',
  credit: 0,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
  ...fields,
})

/** A subscription that was never paid for. */
export const aTrial = (fields: Partial<Subscription> = {}): Subscription =>
  aSubscription({ status: 'trial', provider: null, interval: null, subscriptionEndDate: null, ...fields })

export const aRequest = (fields: Partial<MaintenanceRequest> = {}): MaintenanceRequest => ({
  id: id(50),
  landlordId,
  title: 'Kitchen tap drips',
  description: 'Since Monday.',
  category: 'general',
  priority: 'medium',
  status: 'open',
  propertyId: id(20),
  propertyName: 'Alder Loft',
  tenantId: id(10),
  tenantName: 'Ann Archer',
  estimatedCost: null,
  actualCost: null,
  scheduledDate: null,
  scheduledFrom: null,
  scheduledTo: null,
  waitingFor: null,
  completedDate: null,
  rating: null,
  ratingNote: null,
  reopens: 0,
  suggestion: null,
  newsFrom: null,
  alert: null,
  vendorId: null,
  vendorName: null,
  vendorContact: null,
  images: [],
  dueAt: '2099-01-05T10:00:00.000Z',
  isPastDue: false,
  ...times,
  ...fields,
})

export const aTask = (fields: Partial<OnboardingTask> = {}): OnboardingTask => ({
  id: id(700 + (fields.stepNumber ?? 1)),
  taskType: 'custom',
  title: 'A step',
  description: 'What to do',
  stepNumber: 1,
  isRequired: true,
  isCompleted: false,
  pointsReward: 50,
  missing: null,
  ...fields,
})
