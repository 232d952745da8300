import { instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, customType, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A landlord's own look. Columns that are null are Keyhold's. */
export const branding = schema.table(
  'branding',
  {
    landlordId: landlordId().primaryKey(),
    name: text('name'),
    primaryColor: text('primary_color'),
    textColor: text('text_color'),
    /** Random; visitors fetch the logo by it. A new logo has a new one. */
    logoName: text('logo_name'),
    logoWidth: integer('logo_width'),
    logoHeight: integer('logo_height'),
    /** A PNG, a few kilobytes. */
    logo: bytea('logo'),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('branding_logo').on(t.logoName),
    check('branding_colors', sql`(${t.primaryColor} is null) = (${t.textColor} is null)`),
    check('branding_whole_logo', sql`num_nulls(${t.logoName}, ${t.logoWidth}, ${t.logoHeight}, ${t.logo}) in (0, 4)`),
  ],
)

/**
 * Host names that landlords claim, one each. Shared, as a host is looked up before a landlord is known. Several may claim a host; one can have proved it.
 */
export const brandingHosts = schema.table(
  'branding_hosts',
  {
    /** Not `landlord_id`, because the table is shared. */
    ownerId: uuid('owner_id').primaryKey(),
    /** In lower case and ASCII (punycode). */
    host: text('host').notNull(),
    /** Published by the landlord in the DNS; new with each claim. */
    token: text('token').notNull(),
    verifiedAt: instant('verified_at'),
    checkedAt: instant('checked_at'),
    problem: text('problem'),
    claimedBy: uuidRef('claimed_by').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (t) => [
    uniqueIndex('branding_hosts_proved')
      .on(t.host)
      .where(sql`${t.verifiedAt} is not null`),
    check('branding_hosts_lower', sql`${t.host} = lower(${t.host})`),
  ],
)
export type BrandingHostRow = typeof brandingHosts.$inferSelect
