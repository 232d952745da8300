import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { sql } from 'drizzle-orm'
import { markStale } from '../domain/insights/mark-stale.ts'

const batch = 500

/**
 * Leases end, charges fall due and requests age without any event. The next such moment of each landlord is stored (the start of a day
 * at the property), and an hourly query by index finds the landlords whose moment has come, each about once a day.
 */
export const noteTheCalendar = ({ db, clock }: Tools) =>
  every({
    name: 'note-the-calendar',
    cron: '7 * * * *',
    run: async () => {
      for (let noted = batch; noted === batch;)
        noted = await db.adminTransaction('what the calendar alone changes, of all landlords', async (tx) => {
          const rows = await tx.execute<{ id: string }>(sql`
            update landlord set due_at = null
            where landlord_id in (
              select landlord_id from landlord where due_at <= ${clock.now().toISOString()}::timestamptz order by due_at limit ${batch} for update skip locked)
            returning landlord_id as id`)
          for (const { id } of rows) await markStale(tx, id, clock.now())
          return rows.length
        })
    },
  })
