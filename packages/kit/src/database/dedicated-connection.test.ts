import { once } from 'node:events'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../runtime/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { until } from '../testing/wait.ts'
import { keepDedicatedConnection } from './dedicated-connection.ts'

test('a statement of a session that was lost is refused at once, and the work begins again on a new session', async () => {
  const database = await freshDatabase()
  const admin = postgres(database.url, { max: 1, onnotice: () => {} })
  const outcomes: string[] = []
  const pids: number[] = []
  const connection = keepDedicatedConnection(
    { url: database.url, name: 'under test', log: silentLog },
    async ({ sql, gone }) => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      pids.push(row!.pid)
      if (!gone.aborted) await once(gone, 'abort')
      // As a consumer that stores how far it came. Such a statement could also reconnect, and then waited for half a minute.
      if (pids.length === 1)
        outcomes.push(
          await sql`select 1`.then(
            () => 'sent on another session',
            () => 'refused',
          ),
        )
    },
  )
  onTestFinished(async () => {
    await connection.stop()
    await admin.end()
    await database.drop()
  })
  await until(() => pids.length === 1)
  await admin`select pg_terminate_backend(${pids[0]!})`
  await until(() => pids.length === 2)
  expect(outcomes).toEqual(['refused'])
  expect(pids[1]).not.toBe(pids[0])
})
