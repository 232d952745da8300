import type { Tools } from '@keyhold/kit/http/request'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { and, isNull, lt } from 'drizzle-orm'
import { unsentFileHours } from '../limits.ts'
import { conversationFile } from '../schema/conversations.ts'

/** Removes the records of files that were chosen and never sent; the files themselves are removed by their own jobs. */
export const forgetUnsentFiles = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'forget-unsent-files',
    cron: '43 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - (unsentFileHours + 1) * 60 * 60_000).toISOString()
      await db.adminTransaction('files of all landlords', (tx) =>
        tx
          .delete(conversationFile)
          .where(and(isNull(conversationFile.messageId), lt(conversationFile.createdAt, before))),
      )
    },
  })
