// A child process for the job tests: `node crashing-job.ts <service url> <lease ms>` is killed while it runs a job, after its first effect.
import { sql } from 'drizzle-orm'
import { systemClock } from '../runtime/clock.ts'
import { openDatabase } from '../database/database.ts'
import { onJob } from '../jobs/queue.ts'
import { startWorker } from '../jobs/worker.ts'
import { silentLog } from '../runtime/log.ts'
import { writeNote } from './fixture/jobs.ts'

const [url = '', leaseMs] = process.argv.slice(2)
const db = openDatabase({ url, service: 'ledger' })
const crash = onJob(
  writeNote,
  async ({ actor, landlordId, data }) => {
    await db.transaction(actor, (tx) =>
      tx.execute(sql`insert into notes (landlord_id, body) values (${landlordId}::uuid, ${`${data.text}: begun`})`),
    )
    process.kill(process.pid, 'SIGKILL')
  },
  { leaseMs: Number(leaseMs) },
)
const call = () => Promise.reject(new Error('nobody to call'))
startWorker({
  service: 'ledger',
  tools: { db, call, clock: systemClock, log: silentLog },
  handlers: [crash],
  pollMs: 50,
})
process.stdin.resume().on('end', () => process.exit())
