import { asOf, calendarDate, instant, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, text, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Projection of tenancy's tenants. */
export const tenant = schema.table(
  'tenant',
  {
    tenantId: uuid('tenant_id').primaryKey(),
    landlordId: landlordId(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    tenancyId: uuidRef('tenancy_id'),
    /** Whose id the ledger has; null: the tenant's own. */
    accountId: uuidRef('account_id'),
    leaseEndDate: calendarDate('lease_end_date'),
    isActive: boolean('is_active').notNull(),
    asOf: asOf(),
  },
  (t) => [
    index('tenant_by_landlord').on(t.landlordId, t.isActive, t.lastName, t.firstName, t.tenantId),
    index('tenant_by_property').on(t.landlordId, t.propertyId),
    index('tenant_by_phone').on(t.phone),
    // Phones are stored as typed: a text finds its tenant by the last digits.
    index('tenant_by_digits').on(sql`right(regexp_replace(${t.phone}, '\\D', '', 'g'), 10)`),
    index('tenant_by_email').on(t.email),
  ],
)

/** Projection of properties. */
export const property = schema.table(
  'property',
  {
    propertyId: uuid('property_id').primaryKey(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    timeZone: text('time_zone').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    asOf: asOf(),
  },
  (t) => [index('property_by_landlord').on(t.landlordId, t.name, t.propertyId)],
)

/** Landlords whose tenants and properties from before messaging stored them have been asked for. */
export const knownLandlord = schema.table('known_landlord', {
  landlordId: landlordId().primaryKey(),
  takenOverAt: instant('taken_over_at').notNull(),
})
