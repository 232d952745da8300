import { maxNightOutcomes, nightClaimOutcomes } from '@keyhold/contracts/tenancy/night-outcomes'
import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { olderProvisionals } from '../domain/nights/lease-nights.ts'
import { releaseNights } from '../domain/nights/nights.ts'

/** Longer than a tenancy takes to commit after it claimed: asking earlier would make it claim again. */
const commitWithinMs = 60_000

/** Releases nights that were claimed for a tenancy which was refused, or whose process died, before it was stored. */
export const releaseUnusedNights = ({ db, call }: Pick<Tools, 'db' | 'call'>) =>
  every({
    name: 'release-unused-nights',
    cron: '* * * * *',
    run: async ({ clock, log, signal }) => {
      const until = new Date(clock.now().getTime() - commitWithinMs)
      let after: { createdAt: string; id: string } | undefined
      for (let isMore = true; isMore && !signal.aborted;) {
        const page = await db.adminTransaction('unconfirmed nights of all landlords', (tx) =>
          olderProvisionals(tx, { until, after, limit: maxNightOutcomes }),
        )
        for (const [landlordId, claims] of Map.groupBy(page, (one) => one.landlordId))
          // A failure does not stop the others; the next run tries it again.
          await release(
            { db, call },
            landlordId,
            claims.map(({ id }) => id),
          ).catch((error: unknown) => log.error({ landlordId, error }, 'unused nights could not be released'))
        after = page.at(-1)
        isMore = page.length === maxNightOutcomes
      }
    },
  })

/** Tenancy settles which of the claims it will never use; the others are confirmed by its events. */
async function release({ db, call }: Pick<Tools, 'db' | 'call'>, landlordId: string, claimIds: string[]) {
  const actor = serviceActor('properties', landlordId)
  const { abandoned } = await call(nightClaimOutcomes, actor, { body: { claimIds } })
  await db.transaction(actor, (tx) => releaseNights(tx, { landlordId, ids: abandoned }))
}
