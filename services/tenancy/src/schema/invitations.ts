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
    smsStatus: text('sms_status', { enum: ['sent', 'failed'] }),
    smsError: text('sms_error'),
    emailStatus: text('email_status', { enum: ['sent', 'failed'] }),
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
    // A link names no landlord: it is found by the hash alone.
    index('invitation_by_token').on(t.tokenHash),
    unique('invitation_token_once').on(t.landlordId, t.tokenHash),
  ],
)

export type InvitationRow = typeof invitation.$inferSelect
