// A child process for the schedule tests: `node crashing-schedule.ts <service url> <lease ms>` is killed while it runs an occurrence.
import { sql } from 'drizzle-orm'
import { systemClock } from '../runtime/clock.ts'
import { openDatabase } from '../database/database.ts'
import { silentLog } from '../runtime/log.ts'
import { every, startSchedules } from '../jobs/schedule.ts'

const [url = '', leaseMs] = process.argv.slice(2)
const db = openDatabase({ url, service: 'ledger' })
const crash = every({
  name: 'crash',
  cron: '* * * * * *',
  async run() {
    await db.adminTransaction('a trace of the first try', (tx) =>
      tx.execute(sql`insert into rates values ('tried', 1)`),
    )
    process.kill(process.pid, 'SIGKILL')
  },
})
startSchedules({
  service: 'ledger',
  db,
  schedules: [crash],
  clock: systemClock,
  log: silentLog,
  leaseMs: Number(leaseMs),
  pollMs: 50,
})
process.stdin.resume().on('end', () => process.exit())
