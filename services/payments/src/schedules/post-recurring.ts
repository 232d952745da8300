import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { every, type Occurrence } from '@keyhold/kit/jobs/schedule'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { postDue } from '../domain/rents/post-due.ts'

interface Due {
  landlordId: string
  id: string
  nextPostOn: string
  [column: string]: unknown
}

/** Rules read per query. */
const batch = 500
/** Small, because the accounts stay locked during the transaction. */
const rulesPerTransaction = 50

/** Posts recurring charges when their day begins at the property. After a downtime it posts everything that was missed. */
export const postRecurring = ({ db, log }: Pick<Tools, 'db' | 'log'>) =>
  every({
    name: 'post-recurring',
    // Some time zones differ by 30 or 45 minutes.
    cron: '*/15 * * * *',
    run: async ({ clock, signal }: Occurrence) => {
      const now = clock.now().toISOString()
      const failures: unknown[] = []
      let after: Due | null = null
      do {
        const last: Due | null = after
        const due: Due[] = await db.adminTransaction('rules of all landlords post by the clock', (tx) =>
          findDue(tx, { after: last, now }),
        )
        for (const [landlordId, rules] of Map.groupBy(due, (one) => one.landlordId))
          for (let n = 0; n < rules.length && !signal.aborted; n += rulesPerTransaction)
            await db
              .transaction(serviceActor('payments', landlordId), (tx) => {
                const ids = rules.slice(n, n + rulesPerTransaction).map(({ id }) => id)
                return postDue(tx, { landlordId, ids, now })
              })
              .catch((error: unknown) => {
                log.error({ landlordId, error }, 'recurring charges were not posted')
                failures.push(error)
              })
        after = due.length === batch ? (due.at(-1) ?? null) : null
      } while (after !== null && !signal.aborted)
      // The other rules are posted; the next run retries these.
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} landlords' recurring charges were not posted`)
    },
  })

/** The next rules after `after` that are due at their property. No time zone is more than a day ahead of UTC. */
const findDue = (tx: Tx, { after, now }: { after: Due | null; now: string }): Promise<Due[]> =>
  tx.execute<Due>(sql`
    select r.landlord_id as "landlordId", r.id, r.next_post_on as "nextPostOn"
    from rule r left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
    where r.next_post_on <= (${now}::timestamptz at time zone 'UTC')::date + 1
      and r.next_post_on <= (${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date
      ${after ? sql`and (r.next_post_on, r.landlord_id, r.id) > (${after.nextPostOn}::date, ${after.landlordId}::uuid, ${after.id}::uuid)` : sql``}
    order by r.next_post_on, r.landlord_id, r.id limit ${batch}`)
