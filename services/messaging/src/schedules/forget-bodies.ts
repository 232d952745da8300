import type { Tools } from '@keyhold/kit/http/request'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { dayMs } from '@keyhold/kit/lib/dates'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import type { Attachments } from '../providers/attachments.ts'
import { failedAttachmentDays } from '../limits.ts'
import { countedText, delivery } from '../schema/deliveries.ts'

/** Longer than any carrier takes to report that it could not deliver a text. */
const keepForMs = 3 * 24 * 60 * 60 * 1000

/** Longer than any limit of texts looks back. */
const countedForMs = 31 * 24 * 60 * 60 * 1000

/** Removes the bodies of texts that were delivered and won't be sent again, and of failed mails that nobody has sent again, with their files. */
export const forgetBodiesNightly = (attachments: Attachments, { db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'forget-bodies',
    cron: '23 3 * * *',
    async run() {
      const now = clock.now()
      const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
      await db.transaction(messaging, async (tx) => {
        await tx
          .update(delivery)
          .set({ body: null })
          .where(and(eq(delivery.status, 'sent'), isNotNull(delivery.body), lt(delivery.updatedAt, ago(keepForMs))))
        const forgotten = await tx
          .update(delivery)
          .set({ body: null })
          .where(
            and(
              eq(delivery.status, 'failed'),
              isNotNull(delivery.attachment),
              isNotNull(delivery.body),
              lt(delivery.updatedAt, ago(failedAttachmentDays * dayMs)),
            ),
          )
          .returning({ attachment: delivery.attachment })
        const files = forgotten.flatMap(({ attachment }) => attachment?.blobName ?? [])
        await attachments.discard(tx, null, 'attachment', files, now)
        await tx.delete(countedText).where(lt(countedText.at, ago(countedForMs)))
      })
    },
  })
