import type { Tools } from '@keyhold/kit/http/request'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { and, asc, eq, gt } from 'drizzle-orm'
import { remindersJob } from '../domain/reminders/jobs.ts'
import { reminderRule } from '../schema/reminders.ts'

const landlordsAtATime = 500

/** Every hour, since nine o'clock comes at other times in other zones. */
export const runRemindersHourly = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'run-reminders',
    cron: '5 * * * *',
    async run() {
      for (let after: string | undefined, more = true; more;) {
        const landlords = await db.adminTransaction('landlords with rules that are on', async (tx) => {
          const rows = await tx
            .selectDistinct({ landlordId: reminderRule.landlordId })
            .from(reminderRule)
            .where(and(eq(reminderRule.isOn, true), after ? gt(reminderRule.landlordId, after) : undefined))
            .orderBy(asc(reminderRule.landlordId))
            .limit(landlordsAtATime)
          for (const { landlordId } of rows)
            await enqueue(tx, remindersJob, { landlordId }, { key: landlordId, landlordId, runAt: clock.now() })
          return rows
        })
        after = landlords.at(-1)?.landlordId
        more = landlords.length === landlordsAtATime
      }
    },
  })
