import {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
import { paymentTypes } from '@keyhold/contracts/payments/payments'
import { propertyTypes } from '@keyhold/contracts/properties/property-forms'
import { calendarDate, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { ai } from './schema.ts'

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Landlords with insights. They are stale while a job to refresh them waits. */
export const landlord = ai.table(
  'landlord',
  {
    landlordId: landlordId().primaryKey(),
    /** When the records from before the landlord's first event were loaded; null: not yet. */
    takenOverAt: instant('taken_over_at'),
    /** When the calendar alone can next change an insight. */
    dueAt: instant('due_at'),
  },
  // Makes the update of `dueAt` a new index entry, once per refresh: the hourly search for due landlords needs it.
  (t) => [index('landlord_due').on(t.dueAt)],
)

/** Projection of properties, with deleted ones, whose requests and charges keep their name. */
export const property = ai.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    city: text('city'),
    state: text('state'),
    timeZone: text('time_zone').notNull(),
    propertyType: text('property_type', { enum: propertyTypes }),
    bedrooms: integer('bedrooms'),
    squareFeet: integer('square_feet'),
    monthlyRent: money('monthly_rent').notNull(),
    isArchived: boolean('is_archived').notNull().default(false),
    isDeleted: boolean('is_deleted').notNull(),
    /** Time of the event that said so. */
    asOf: instant('as_of').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)

/** Projection of tenants and their lease dates, with those who left, since they may still owe. */
export const tenant = ai.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    /** The tenant under whose id the ledger is kept; null: this tenant. Co-tenants share a ledger. */
    accountId: uuidRef('account_id'),
    propertyId: uuidRef('property_id'),
    leaseStartDate: calendarDate('lease_start_date'),
    leaseEndDate: calendarDate('lease_end_date'),
    monthlyRent: money('monthly_rent'),
    isActive: boolean('is_active').notNull(),
    asOf: instant('as_of').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId] })],
)

/** Projection of maintenance requests. */
export const request = ai.table(
  'request',
  {
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    propertyId: uuidRef('property_id'),
    title: text('title').notNull(),
    category: text('category', { enum: maintenanceCategories }).notNull(),
    priority: text('priority', { enum: maintenancePriorities }).notNull(),
    status: text('status', { enum: maintenanceStatuses }).notNull(),
    openedAt: instant('opened_at').notNull(),
    scheduledDate: calendarDate('scheduled_date'),
    asOf: instant('as_of').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.requestId] }),
    index('request_by_time').on(t.landlordId, t.openedAt),
    index('request_unfinished')
      .on(t.landlordId)
      .where(sql`status in ('open', 'in_progress')`),
  ],
)

/**
 * What a tenant owes, as payments answered. Payment events say that money moved, not where it was allocated, so an event only marks the
 * ledger as stale (`seen` behind `changes`) and payments is asked. The order of events does not matter. No index contains `changes` or `seen`, and
 * the migration leaves space in the pages, so that marking a ledger writes no index.
 */
export const ledger = ai.table(
  'ledger',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    changes: counter('changes'),
    seen: counter('seen'),
    awaitingConfirmation: money('awaiting_confirmation').notNull().default(0),
    credit: money('credit').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId] })],
)

export const charge = ai.table(
  'charge',
  {
    landlordId: landlordId(),
    chargeId: uuidRef('charge_id').notNull(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    paymentType: text('payment_type', { enum: paymentTypes }).notNull(),
    amount: money('amount').notNull(),
    open: money('open').notNull(),
    dueDate: calendarDate('due_date').notNull(),
    settledOn: calendarDate('settled_on'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.chargeId] }),
    index('charge_by_tenant').on(t.landlordId, t.tenantId, t.dueDate),
  ],
)
