import type { Tools } from '@keyhold/kit/http/request'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { recordTally } from '../domain/notifications/tally.ts'
import { notification } from '../schema/notifications.ts'

const atATime = 100

/** Counts what has become of the messages of notifications, until all were sent or have failed. */
export const settleNotifications = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'settle-notifications',
    cron: '* * * * *',
    async run() {
      for (let after: string | undefined, more = true; more;) {
        const rows = await db.adminTransaction('notifications of all landlords', (tx) =>
          tx
            .select()
            .from(notification)
            .where(
              and(
                isNotNull(notification.sentAt),
                eq(notification.isFinal, false),
                after ? gt(notification.id, after) : undefined,
              ),
            )
            .orderBy(asc(notification.id))
            .limit(atATime),
        )
        for (const row of rows)
          await db.transaction(serviceActor('messaging', row.landlordId), async (tx) => {
            const [current] = await tx.select().from(notification).where(eq(notification.id, row.id)).for('update')
            if (current && !current.isSending) await recordTally(tx, current, clock.now())
          })
        after = rows.at(-1)?.id
        more = rows.length === atATime
      }
    },
  })
