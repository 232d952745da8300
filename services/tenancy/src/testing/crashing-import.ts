// A child process for tests: `node crashing-import.ts <service url>` kills itself in its second batch, after all writes and before the commit.
import { systemClock } from '@keyhold/kit/runtime/clock'
import { type Database, openDatabase } from '@keyhold/kit/database/database'
import { silentLog } from '@keyhold/kit/runtime/log'
import { startWorker } from '@keyhold/kit/jobs/worker'
import { continueImportHandler } from '../jobs/continue-imports.ts'

const db = openDatabase({ url: process.argv[2] ?? '', service: 'tenancy' })
let batches = 0
const crashingDb: Database = {
  ...db,
  transaction: (actor, fn) =>
    db.transaction(actor, async (tx) => {
      const value = await fn(tx)
      if (++batches === 2) process.kill(process.pid, 'SIGKILL')
      return value
    }),
}
const call = () => Promise.reject(new Error('an import calls no other service'))
startWorker({
  service: 'tenancy',
  tools: { db: crashingDb, call, clock: systemClock, log: silentLog },
  handlers: [continueImportHandler({ leaseMs: 500 })],
  pollMs: 50,
})
process.stdin.resume().on('end', () => process.exit())
