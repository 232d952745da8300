import type { LandlordDatabases } from '@keyhold/kit/database/landlord-databases'
import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { giveUpDatabase, leftDatabases, listDatabase } from '../domain/admin/databases.ts'

/** Brings to an end, every minute, what a crash left: a database that was made is listed; one that was not is cleared away. */
export const settleDatabases = ({ db, clock, log, databases }: Tools & { databases: LandlordDatabases }) =>
  every({
    name: 'settle-databases',
    cron: '* * * * *',
    async run() {
      // Only who may make one can tell what became of it.
      if (!databases.mayCreate) return
      const left = await db.adminTransaction('databases in the making', (tx) => leftDatabases(tx, clock.now()))
      for (const row of left) {
        const attempt = { id: row.id, name: row.databaseName }
        const found = await databases.find(attempt)
        if (found === 'under-way') continue
        log.warn({ databaseId: row.id, databaseName: row.databaseName, found }, 'a database was left in the making')
        if (found === 'made') await db.adminTransaction('a database stands', (tx) => listDatabase(tx, row, clock.now()))
        else {
          await databases.drop(attempt)
          await db.adminTransaction('a database was not made', (tx) => giveUpDatabase(tx, row))
        }
      }
    },
  })
