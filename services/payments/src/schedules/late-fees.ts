import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { sql } from 'drizzle-orm'
import { assessLateFees } from '../domain/late-fees/assess-due.ts'

/** Landlords read per query. */
const batch = 500

/**
 * Proposes late fees when a new day begins at each property, hence hourly. Rents that already have their fee are skipped, and so are landlords
 * without an enabled policy or open proposals.
 */
export const assessLateFeesHourly = ({ db }: Pick<Tools, 'db'>) =>
  every({
    name: 'assess-late-fees',
    cron: '7 * * * *',
    async run({ clock, signal }) {
      let after: string | null = null
      const failed: unknown[] = []
      do {
        const landlords: string[] = await db.adminTransaction('landlords with a late-fee policy', (tx) =>
          landlordsAfter(tx, after),
        )
        for (const landlordId of landlords) {
          signal.throwIfAborted()
          // A failure for one landlord must not stop the others.
          await assessLateFees(db, landlordId, { now: clock.now().toISOString(), signal }).catch((error: unknown) =>
            failed.push(error),
          )
        }
        after = landlords.length === batch ? (landlords.at(-1) ?? null) : null
      } while (after !== null)
      if (failed.length > 0)
        throw new AggregateError(failed, `Late fees of ${failed.length} landlords could not be assessed`)
    },
  })

async function landlordsAfter(tx: Tx, after: string | null): Promise<string[]> {
  const rows = await tx.execute<{ landlordId: string }>(sql`
    select distinct p.landlord_id as "landlordId" from late_fee_policy p
    where (p.is_enabled or exists (select from late_fee f where f.landlord_id = p.landlord_id and f.status = 'proposed')) ${after === null ? sql`` : sql`and p.landlord_id > ${after}`} order by 1 limit ${batch}`)
  return rows.map(({ landlordId }) => landlordId)
}
