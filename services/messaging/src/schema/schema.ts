import { pgSchema } from 'drizzle-orm/pg-core'

export const schema = pgSchema('messaging')

export const sharedTables = [
  'counted_text',
  'channel_switch',
  'delivery',
  'opt_out',
  'incoming_text',
  'undelivered',
  'outbox_message',
  'recipient',
  'provider_pace',
  'bounced_address',
]
