import type { LandlordDatabases } from '@keyhold/kit/database/landlord-databases'
import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { releaseDatabase, findStalledDatabases, finishDatabase } from '../domain/admin/databases.ts'

/** Every minute, finishes what a crash interrupted: a database that exists is listed, any other is dropped. */
export const finishDatabases = ({ db, clock, log, databases }: Tools & { databases: LandlordDatabases }) =>
  every({
    name: 'finish-databases',
    cron: '* * * * *',
    async run() {
      // Without the owner's rights nothing can be cleaned up.
      if (!(await databases.mayCreate())) return
      const stalled = await db.adminTransaction('databases being created', (tx) =>
        findStalledDatabases(tx, clock.now()),
      )
      for (const row of stalled) {
        const attempt = { id: row.id, name: row.databaseName }
        const found = await databases.find(attempt)
        if (found === 'under-way') continue
        log.warn({ databaseId: row.id, databaseName: row.databaseName, found }, 'creating a database was interrupted')
        if (found === 'made')
          await db.adminTransaction('a database was created', (tx) => finishDatabase(tx, row, clock.now()))
        else {
          await databases.drop(attempt)
          await db.adminTransaction('a database was not created', (tx) => releaseDatabase(tx, row))
        }
      }
    },
  })
