// A child process for the importer's tests: `node crashing-import.ts <service url>` dies by SIGKILL in the middle of its second batch:
// everything of it is done, and nothing is committed.
import { systemClock } from '@keyhold/kit/runtime/clock'
import { type Database, openDatabase } from '@keyhold/kit/database/database'
import { silentLog } from '@keyhold/kit/runtime/log'
import { startWorker } from '@keyhold/kit/jobs/job-worker'
import { continueImportHandler } from '../jobs/continue-imports.ts'

const db = openDatabase({ url: process.argv[2] ?? '', service: 'tenancy' })
let batches = 0
const dying: Database = {
  ...db,
  transaction: (actor, fn) =>
    db.transaction(actor, async (tx) => {
      const value = await fn(tx)
      if (++batches === 2) process.kill(process.pid, 'SIGKILL')
      return value
    }),
}
const call = () => Promise.reject(new Error('nobody is asked'))
startWorker({
  service: 'tenancy',
  tools: { db: dying, call, clock: systemClock, log: silentLog },
  handlers: [continueImportHandler({ leaseMs: 500 })],
  pollMs: 50,
})
process.stdin.resume().on('end', () => process.exit())
