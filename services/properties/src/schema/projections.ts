import { planIds } from '@keyhold/contracts/billing/plans'
import { subscriptionStatuses } from '@keyhold/contracts/billing/subscriptions'
import { asOf, instant, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Projection of where tenants live. Former tenants keep their row, so that an older event can't move them back in. */
export const occupancy = schema.table(
  'occupancy',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    /** A unit of that property that exists here. */
    unitId: uuidRef('unit_id'),
    /** Shown with documents; null in rows from before it was stored. */
    name: text('name'),
    isActive: boolean('is_active').notNull(),
    /** Time of the event that the row was written from. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.landlordId, table.tenantId] }),
    index('occupancy_by_property')
      .on(table.landlordId, table.propertyId, table.unitId)
      .where(sql`is_active`),
  ],
)

/** Projection of what the landlord's subscription allows. Creating a property locks this row. */
export const cap = schema.table('cap', {
  landlordId: landlordId().primaryKey(),
  plan: text('plan', { enum: planIds }).notNull(),
  status: text('status', { enum: subscriptionStatuses }).notNull(),
  /** null: unlimited */
  maxProperties: integer('max_properties'),
  trialEnd: instant('trial_end'),
  asOf: instant('as_of').notNull(),
})
export type CapRow = typeof cap.$inferSelect

/** Projection of landlords for the administrator's list. Belongs to no landlord. */
export const landlord = schema.table(
  'landlord',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The landlord has not proved the e-mail address yet. */
    isUnproved: boolean('is_unproved').notNull().default(false),
    asOf: asOf(),
  },
  (table) => [index('landlord_text').using('gin', table.name.op('gin_trgm_ops'), table.email.op('gin_trgm_ops'))],
)
