// A child process for the benchmark: `node measured-consumer.ts <bus url> <service url> <ms>` says `ready`, and handles events by
// waiting that long for each.
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import { openDatabase } from '../database/database.ts'
import { on } from '../messaging/handlers.ts'
import { startConsumer } from '../messaging/inbox.ts'
import { busAt } from './buses.ts'
import { noteWritten } from './fixture/events.ts'
import { until } from './wait.ts'

const [busUrl = '', url = '', ms = '0'] = process.argv.slice(2)
const handler = on(noteWritten, async () => {
  if (Number(ms) > 0) await sleep(Number(ms))
})
const started = await startConsumer({
  service: 'ledger',
  db: openDatabase({ url, service: 'ledger' }),
  bus: await busAt(busUrl, 'product'),
  handlers: [handler],
  log: silentLog,
  clock: systemClock,
})
await until(() => started.ready())
console.log('ready')
// Not to outlive the script that started it.
process.stdin.resume().on('end', () => process.exit())
