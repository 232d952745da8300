import { roles } from '@keyhold/contracts/roles'
import { createdAt, id, instant, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

// Users sign in before a landlord is known, so these tables belong to no landlord ("shared" in `service.ts`): each query says whose rows it reads.
export const users = schema.table(
  'users',
  {
    id: id(),
    /** Lower case, as the contract parses it: comparing e-mails is comparing text. Not unique: see `emailProof`. */
    email: text('email').notNull(),
    /**
     * How the account's person came to own the address: `mailbox` by opening a mailed link or `not_asked` by signing up where no proof is asked. Null:
     * anybody may have typed it, as a landlord does for a tenant, so it reserves nothing. All accounts that own an address are one person's and have the
     * same password.
     */
    emailProof: text('email_proof', { enum: ['mailbox', 'not_asked'] }),
    /** When the account's phone number was proved by a code; null again when the number changes. */
    phoneProvedAt: instant('phone_proved_at'),
    /** The newest sign-in, by which one of several accounts is chosen. */
    lastSignedInAt: instant('last_signed_in_at'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    userType: text('user_type', { enum: roles }).notNull(),
    /** Whose records the user may see: the own id of a landlord or super admin, a tenant's landlord once linked. Not `landlord_id`, because the row is not the landlord's. */
    landlordId: uuidRef('scope_landlord_id'),
    tenantId: uuidRef('scope_tenant_id'),
    isActive: boolean('is_active').notNull().default(true),
    /** When the landlord deleted this login. The row stays, because events refer to it; its e-mail can be used again. */
    deletedAt: instant('deleted_at'),
    /** Null until a super admin has opened the confirmation link. */
    confirmedAt: instant('confirmed_at'),
    // As of the last `SubscriptionChanged`; null for tenants.
    subscriptionPlan: text('subscription_plan'),
    subscriptionStatus: text('subscription_status'),
    maxProperties: integer('max_properties'),
    trialStartDate: instant('trial_start_date'),
    trialEndDate: instant('trial_end_date'),
    subscriptionStartDate: instant('subscription_start_date'),
    subscriptionEndDate: instant('subscription_end_date'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    stripePriceId: text('stripe_price_id'),
    subscriptionAsOf: instant('subscription_as_of'),
    /** Name of the landlord's own database (`landlord_databases`). */
    databaseName: text('database_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_key')
      .on(t.email)
      .where(sql`${t.userType} = 'super_admin' or ${t.userType} = 'landlord' and ${t.emailProof} is not null`),
    // One login per landlord and address, proved or not.
    uniqueIndex('users_login_key')
      .on(t.landlordId, t.email)
      .where(sql`${t.userType} = 'tenant' and ${t.landlordId} is not null`),
    uniqueIndex('users_unlinked_key')
      .on(t.email)
      .where(sql`${t.userType} = 'tenant' and ${t.landlordId} is null and ${t.emailProof} is not null`),
    index('users_email').on(t.email),
    index('users_created').on(t.userType, t.createdAt, t.id),
    // The administrator's search over landlords uses one index, so e-mail and name are one text. A search never contains a line break.
    index('users_search')
      .using('gin', sql`(${t.email} || E'\\n' || ${t.firstName} || ' ' || ${t.lastName}) gin_trgm_ops`)
      .where(sql`${t.userType} = 'landlord'`),
    // One login per tenant record.
    unique('users_tenant_key').on(t.landlordId, t.tenantId),
    check('users_type', sql`${t.userType} in ('landlord', 'tenant', 'super_admin')`),
    check('users_email_proof', sql`${t.emailProof} in ('mailbox', 'not_asked')`),
    check('users_deleted', sql`${t.deletedAt} is null or not ${t.isActive}`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_scope',
      sql`case when ${t.userType} = 'tenant' then ${t.landlordId} is not null or ${t.tenantId} is null else ${t.landlordId} is not distinct from ${t.id} and ${t.tenantId} is null end`,
    ),
  ],
)

/** Sign-ups of the last hour by network, which limits them. */
export const signUps = schema.table(
  'sign_ups',
  { id: id(), network: text('network').notNull(), at: instant('at').notNull() },
  (t) => [index('sign_ups_network').on(t.network, t.at), index('sign_ups_at').on(t.at)],
)
