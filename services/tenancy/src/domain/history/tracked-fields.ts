import type { RentStep } from '@keyhold/contracts/tenancy/tenancies'
import type { TenancyRecord } from '../../schema/tenancies.ts'
import type { TenantRecord } from '../../schema/tenants.ts'
import type { TrackedFields } from './history.ts'

// The fields whose changes the history of a tenant shows.

const trackedPerson = (record: TenantRecord): TrackedFields => ({
  firstName: record.firstName,
  lastName: record.lastName,
  email: record.email,
  phone: record.phone,
  dateOfBirth: record.dateOfBirth,
  emergencyContactName: record.emergencyContactName,
  emergencyContactPhone: record.emergencyContactPhone,
  employerName: record.employerName,
  monthlyIncome: record.monthlyIncome,
  isActive: record.isActive,
})

/** A person with the terms of their tenancy. */
export const trackedTenant = (record: TenantRecord): TrackedFields => ({
  ...trackedPerson(record),
  property: { id: record.propertyId, name: record.propertyName ?? record.propertyId },
  unit: { id: record.unitId, name: record.unitName },
  leaseStartDate: record.leaseStartDate,
  leaseEndDate: record.leaseEndDate,
  monthlyRent: record.monthlyRent,
  rentSteps: stepsText(record.rentSteps ?? []),
  securityDeposit: record.securityDeposit,
})

export const trackedCoTenants = ({ coTenants }: TenantRecord): TrackedFields => ({
  coTenants: coTenants.map(({ name }) => name).join(', ') || null,
})

/** A tenancy, with the field names of its tenants' records. */
export const trackedTerms = (record: TenancyRecord): TrackedFields => ({
  property: { id: record.propertyId, name: record.propertyName ?? record.propertyId },
  unit: { id: record.unitId, name: record.unitName },
  leaseStartDate: record.startDate,
  leaseEndDate: record.endDate,
  termKind: record.termKind,
  monthlyRent: record.monthlyRent,
  rentSteps: stepsText(record.rentSteps),
  securityDeposit: record.securityDeposit,
  dueDay: record.billing?.dueDay?.toString() ?? null,
  proration: record.billing?.proration ?? null,
  postingDays: record.billing?.postingDays?.toString() ?? null,
  endsWithTerm: record.billing?.endsWithTerm ? 'yes' : null,
  billFrom: record.billing?.billFrom ?? null,
})

const stepsText = (steps: readonly RentStep[]) => steps.map(stepText).join(', ') || null
const stepText = ({ startsOn, monthlyRent }: RentStep) => `${monthlyRent.toFixed(2)} from ${startsOn}`
