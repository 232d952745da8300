import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { and, eq, inArray } from 'drizzle-orm'
import { pushJob } from '../domain/notifications/push.ts'
import type { PushProvider } from '../providers/push/push.ts'
import { notice } from '../schema/notifications.ts'
import { pushSubscription } from '../schema/push.ts'

const maxBodyLength = 300

/** Shows notices on devices; subscriptions that are over are forgotten. Without keys nothing is queued for long: it is done at once. */
export const sendPushes = (provider: PushProvider | null): JobHandler =>
  onJob(
    pushJob,
    async ({ data: { noticeId }, actor, finish, isLast, db }) => {
      const { row, targets } = await db.transaction(actor, async (tx) => {
        const [found] = await tx.select().from(notice).where(eq(notice.id, noticeId))
        if (!found) return { row: undefined, targets: [] }
        const isPerson = and(
          eq(pushSubscription.landlordId, found.landlordId),
          eq(pushSubscription.personId, found.tenantId ?? found.landlordId),
        )
        return { row: found, targets: await tx.select().from(pushSubscription).where(isPerson) }
      })
      const gone: string[] = []
      let isLater = false
      for (const target of row && provider ? targets : []) {
        // One id for each notice: a device that gets it twice shows it once.
        const payload = {
          id: row!.id,
          title: row!.title,
          body: row!.message.slice(0, maxBodyLength),
          path: row!.path ?? '/',
        }
        const outcome = await provider!.send(target, JSON.stringify(payload))
        if (outcome === 'gone') gone.push(target.id)
        if (outcome === 'later') isLater = true
      }
      await db.transaction(actor, async (tx) => {
        if (gone.length > 0) await tx.delete(pushSubscription).where(inArray(pushSubscription.id, gone))
        if (!isLater || isLast) await finish(tx)
      })
      if (isLater && !isLast) throw new Error('A push service asked to try again later')
    },
    { delaysMs: [1, 5, 30].map((minutes) => minutes * 60_000) },
  )
