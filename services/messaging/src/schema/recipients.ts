import { asOf, instant, landlordId, updatedAt } from '@keyhold/kit/database/columns'
import { boolean, text, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Projection of identity's users. */
export const recipient = schema.table('recipient', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  phone: text('phone'),
  /** Identity has been asked for the phone number, or an event brought it: null then means that there is none. */
  isPhoneKnown: boolean('is_phone_known').notNull().default(false),
  isEmailProved: boolean('is_email_proved').notNull().default(false),
  isPhoneProved: boolean('is_phone_proved').notNull().default(false),
  /** When the account was created; null until identity has said so. */
  since: instant('since'),
  asOf: asOf(),
})

/** The channels on which a landlord wants emergency alerts. Without a row: all of them. */
export const alertPreference = schema.table('alert_preference', {
  landlordId: landlordId().primaryKey(),
  emergencyEmail: boolean('emergency_email').notNull(),
  emergencySms: boolean('emergency_sms').notNull(),
  /** Null: the account's number. */
  phone: text('phone'),
  updatedAt: updatedAt(),
})

/** Projection of billing's subscriptions. */
export const senderPlan = schema.table('sender_plan', {
  landlordId: landlordId().primaryKey(),
  plan: text('plan').notNull(),
  status: text('status').notNull(),
  asOf: asOf(),
})
