import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { completeMoveOuts } from '../domain/tenancies/complete-move-outs.ts'
import type { WhichTenancy } from '../schema/tenancies.ts'

const batch = 200
const nobody: WhichTenancy = {
  landlordId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/** Who said when they move out becomes inactive when that day comes at the property: days begin at a quarter of an hour, somewhere. */
export const completeDueMoveOuts = ({ db }: Pick<Tools, 'db'>) =>
  every({
    name: 'end-stays',
    cron: '1,16,31,46 * * * *',
    run: async ({ clock, log, signal }) => {
      const at = clock.now().toISOString()
      const dueAfter = ({ landlordId, id }: WhichTenancy) =>
        db.adminTransaction('days of moving out that have come, of all landlords', (tx) =>
          tx.execute<{ landlordId: string; id: string }>(sql`
            select distinct m.landlord_id as "landlordId", m.tenancy_id as "id"
            from member m join tenancy y on y.landlord_id = m.landlord_id and y.id = m.tenancy_id
              left join property p on p.landlord_id = y.landlord_id and p.property_id = y.property_id
            where m.left_on is not null and not m.has_left and m.left_on <= (${at}::timestamptz at time zone 'UTC')::date + 1
              and m.left_on <= (${at}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}))::date
              and (m.landlord_id, m.tenancy_id) > (${landlordId}::uuid, ${id}::uuid)
            order by 1, 2 limit ${batch}`),
        )
      for (let due = await dueAfter(nobody); due.length > 0; due = await dueAfter(due.at(-1)!))
        for (const which of due) {
          if (signal.aborted) return
          // One that fails holds up nobody else's, and is tried again a quarter of an hour later.
          await db
            .transaction(serviceActor('tenancy', which.landlordId), (tx) => completeMoveOuts(tx, which, at))
            .catch((error: unknown) => log.error({ tenancyId: which.id, error }, 'a tenancy could not be ended'))
        }
    },
  })
