import type { Database } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import { checkBooks, type Difference } from './check-books.ts'

/** Checks the books of every landlord in the shared database, or of one. @returns the number checked and what differs */
export async function checkAllBooks(
  db: Database,
  {
    landlordId,
    onDifference,
  }: { landlordId?: string | undefined; onDifference: (landlordId: string, one: Difference) => void },
): Promise<{ landlords: number; differences: number }> {
  const landlordIds = landlordId === undefined ? await landlordsOf(db) : [landlordId]
  let differences = 0
  for (const id of landlordIds)
    for (const one of await checkBooks(db, id)) {
      differences++
      onDifference(id, one)
    }
  return { landlords: landlordIds.length, differences }
}

const landlordsOf = (db: Database): Promise<string[]> =>
  db.adminTransaction('the books of all landlords are checked', async (tx) => {
    const rows = await tx.execute<{ id: string }>(sql`
      with recursive found as (
        (select t.landlord_id as id from tenant t order by 1 limit 1)
        union all
        select (select t.landlord_id from tenant t where t.landlord_id > f.id order by 1 limit 1) from found f where f.id is not null
      ) select id from found where id is not null`)
    return rows.map(({ id }) => id)
  })
