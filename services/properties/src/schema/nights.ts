import { claimKinds } from '@keyhold/contracts/properties/claim-kinds'
import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Nights from one day until another, as Postgres writes them: `[2026-07-01,2026-07-05)`, without an end `[2026-07-01,)`. */
const daterange = customType<{ data: string; driverData: string }>({ dataType: () => 'daterange' })

/**
 * Who has which nights of a unit. A night bears the date on which it begins, so the day of departure is free. Leases of one unit may overlap each
 * other (rooms, shares); nothing else may: the exclusion constraints `night_claim_once` and `night_claim_lease_or_stay` of the migration refuse it.
 * Written through `domain/nights/` only, which locks the unit first.
 */
export const nightClaim = schema.table(
  'night_claim',
  {
    /** That of the booking, the tenancy or the feed's entry where there is one. */
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    unitId: uuidRef('unit_id').notNull(),
    kind: text('kind', { enum: claimKinds }).notNull(),
    nights: daterange('nights').notNull(),
    /** A number, because no operator class compares booleans in an exclusion constraint. */
    isLease: integer('is_lease')
      .notNull()
      .generatedAlwaysAs(sql`case kind when 'lease' then 1 else 0 end`),
    /** The tenancy of a lease, the listing of a booking or hold, the feed of a feed's entry. */
    sourceId: uuidRef('source_id'),
    /** What the landlord reads: names of tenants, the guest's name, the reason of a block, the name of the channel. */
    label: text('label'),
    /** When a hold ends by itself. */
    expiresAt: instant('expires_at'),
    /** A lease whose tenancy has asked for these nights and has not committed yet, as far as is known here. */
    isProvisional: boolean('is_provisional').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('night_claim_by_property').on(t.landlordId, t.propertyId, t.unitId),
    index('night_claim_by_source').on(t.landlordId, t.sourceId),
    // For the schedules, which look through all landlords.
    index('night_claim_expiring')
      .on(t.expiresAt)
      .where(sql`expires_at is not null`),
    index('night_claim_provisional')
      .on(t.createdAt, t.id)
      .where(sql`is_provisional`),
    check('night_claim_has_nights', sql`not isempty(${t.nights}) and not lower_inf(${t.nights})`),
    check('night_claim_ends', sql`${t.kind} = 'lease' or not upper_inf(${t.nights})`),
    check('night_claim_hold_expires', sql`(${t.kind} = 'hold') = (${t.expiresAt} is not null)`),
    check('night_claim_provisional_lease', sql`${t.kind} = 'lease' or not ${t.isProvisional}`),
  ],
)
export type NightClaimRow = typeof nightClaim.$inferSelect
