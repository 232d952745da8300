import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueueAll, job } from '@keyhold/kit/jobs/queue'
import { and, eq, inArray } from 'drizzle-orm'
import type { notice } from '../../schema/notifications.ts'
import { pushSubscription } from '../../schema/push.ts'
import type { Reach } from './reach.ts'

/** Shows a notice on the devices of its person. */
export const pushJob = job({ name: 'send-push', data: z.object({ noticeId: z.guid() }) })

/** Queues push messages for the notices whose people have subscribed and not switched the topic off. */
export async function queuePushes(
  tx: Tx,
  rows: readonly (typeof notice.$inferSelect)[],
  reach: Reach,
  now: Date,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const personOf = ({ tenantId, landlordId }: { tenantId: string | null; landlordId: string }) => tenantId ?? landlordId
  const subscribed = await tx
    .selectDistinct({ personId: pushSubscription.personId })
    .from(pushSubscription)
    .where(
      and(
        eq(pushSubscription.landlordId, first.landlordId),
        inArray(pushSubscription.personId, [...new Set(rows.map(personOf))]),
      ),
    )
  const people = new Set(subscribed.map(({ personId }) => personId))
  const wanted = rows.filter((row) => people.has(personOf(row)) && !reach.hasSwitchedOff(row.tenantId, 'push'))
  await enqueueAll(
    tx,
    pushJob,
    wanted.map(({ id }) => ({ noticeId: id })),
    { runAt: now },
  )
}
