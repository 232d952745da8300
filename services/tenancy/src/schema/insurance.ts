import { calendarDate, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** The renters insurance that a tenant has given proof of; a renewal replaces it, and the tenant's history has the earlier one. */
export const rentersInsurance = schema.table(
  'renters_insurance',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    insurer: text('insurer').notNull(),
    policyNumber: text('policy_number').notNull(),
    coverage: money('coverage').notNull(),
    effectiveDate: calendarDate('effective_date').notNull(),
    expiryDate: calendarDate('expiry_date').notNull(),
    documentId: uuidRef('document_id'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenantId] }),
    index('renters_insurance_expiring').on(t.landlordId, t.expiryDate),
    check('renters_insurance_expires_later', sql`${t.expiryDate} > ${t.effectiveDate}`),
  ],
)

/** Whether a property's tenants need renters insurance. */
export const insuranceRequirement = schema.table(
  'insurance_requirement',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    isRequired: boolean('is_required').notNull(),
    minimumCoverage: money('minimum_coverage'),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)

export type InsuranceRow = typeof rentersInsurance.$inferSelect
