import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { completeMoveOuts } from '../domain/tenancies/complete-move-outs.ts'
import { transactionWithNights } from '../domain/nights/with-nights.ts'
import type { WhichTenancy } from '../schema/tenancies.ts'

const batch = 200
const first: WhichTenancy = {
  landlordId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/** Makes tenants inactive when their planned move-out day comes at the property. Runs four times an hour: some time zones begin their day at a quarter past. */
export const completeDueMoveOuts = ({ db, call }: Pick<Tools, 'db' | 'call'>) =>
  every({
    name: 'end-stays',
    cron: '1,16,31,46 * * * *',
    run: async ({ clock, log, signal }) => {
      const at = clock.now().toISOString()
      const dueAfter = ({ landlordId, id }: WhichTenancy) =>
        db.adminTransaction('due move-outs of all landlords', (tx) =>
          tx.execute<{ landlordId: string; id: string }>(sql`
            select distinct m.landlord_id as "landlordId", m.tenancy_id as "id"
            from member m join tenancy y on y.landlord_id = m.landlord_id and y.id = m.tenancy_id
              left join property p on p.landlord_id = y.landlord_id and p.property_id = y.property_id
            where m.left_on is not null and not m.has_left and m.left_on <= (${at}::timestamptz at time zone 'UTC')::date + 1
              and m.left_on <= (${at}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}))::date
              and (m.landlord_id, m.tenancy_id) > (${landlordId}::uuid, ${id}::uuid)
            order by 1, 2 limit ${batch}`),
        )
      for (let due = await dueAfter(first); due.length > 0; due = await dueAfter(due.at(-1)!))
        for (const which of due) {
          if (signal.aborted) return
          // A failure does not stop the others; the next run tries it again.
          await transactionWithNights({ db, call }, serviceActor('tenancy', which.landlordId), (tx) =>
            completeMoveOuts(tx, which, at),
          ).catch((error: unknown) => log.error({ tenancyId: which.id, error }, 'a move-out could not be completed'))
        }
    },
  })
