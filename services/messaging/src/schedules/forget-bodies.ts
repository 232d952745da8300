import type { Tools } from '@keyhold/kit/http/request'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { delivery } from '../schema.ts'

/** Longer than any carrier takes to report that it could not deliver a text. */
const keepForMs = 3 * 24 * 60 * 60 * 1000

/** Removes the bodies of texts that were delivered and won't be sent again. */
export const forgetBodiesNightly = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'forget-bodies',
    cron: '23 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - keepForMs).toISOString()
      await db.transaction(messaging, (tx) =>
        tx
          .update(delivery)
          .set({ body: null })
          .where(and(eq(delivery.status, 'sent'), isNotNull(delivery.body), lt(delivery.updatedAt, before))),
      )
    },
  })
