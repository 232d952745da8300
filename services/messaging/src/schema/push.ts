import { createdAt, id, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { index, text, unique, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A browser that shows a person's notifications. */
export const pushSubscription = schema.table(
  'push_subscription',
  {
    id: id(),
    landlordId: landlordId(),
    /** The tenant, or the landlord. */
    personId: uuid('person_id').notNull(),
    /** Null for the landlord. */
    tenantId: uuidRef('tenant_id'),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('push_subscription_once').on(t.landlordId, t.personId, t.endpoint),
    index('push_subscription_of_person').on(t.landlordId, t.personId),
  ],
)
