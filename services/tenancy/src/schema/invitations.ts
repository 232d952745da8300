import { smsStatuses } from '@keyhold/contracts/tenancy/invitations'
import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A link that lets one person register. Only the hash of its token is stored. */
export const invitation = schema.table(
  'invitation',
  {
    id: id(),
    landlordId: landlordId(),
    email: text('email').notNull(),
    phone: text('phone'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    /** The tenancy of others that they are to join. */
    tenancyId: uuidRef('tenancy_id'),
    /** They are to have a tenancy of their own, although others live there. */
    isSeparate: boolean('is_separate').notNull().default(false),
    message: text('message'),
    sendSms: boolean('send_sms').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** A pending invitation past `expiresAt` is shown as expired. */
    status: text('status', { enum: ['pending', 'accepted', 'expired', 'revoked'] })
      .notNull()
      .default('pending'),
    /** The tenant record that registration completes or creates; chosen in advance so that an interrupted registration can be repeated. */
    tenantId: uuid('tenant_id')
      .notNull()
      .default(sql`uuidv7()`),
    /** When a registration claimed the link: until the claim expires nobody else can use the link or end the invitation. */
    claimedAt: instant('claimed_at'),
    /** The request that holds the claim; null once it has failed, so that the link can be used again at once. */
    claimedBy: text('claimed_by'),
    /** They registered and could not be given the home: it was gone, or others lived there by then. */
    isHomeMissed: boolean('is_home_missed').notNull().default(false),
    smsStatus: text('sms_status', { enum: smsStatuses }),
    smsError: text('sms_error'),
    emailStatus: text('email_status', { enum: smsStatuses }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('invitation_newest').on(t.landlordId, t.createdAt, t.id),
    index('invitation_by_tenant').on(t.landlordId, t.tenantId),
    uniqueIndex('invitation_one_pending')
      .on(t.landlordId, t.email)
      .where(sql`status = 'pending'`),
    index('invitation_home_missed')
      .on(t.landlordId, t.updatedAt, t.id)
      .where(sql`is_home_missed`),
    // A link names no landlord: it is found by the hash alone.
    index('invitation_by_token').on(t.tokenHash),
    unique('invitation_token_once').on(t.landlordId, t.tokenHash),
  ],
)

export type InvitationRow = typeof invitation.$inferSelect
