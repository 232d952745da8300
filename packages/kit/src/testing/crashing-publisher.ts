// A child process for the tests with killed processes: `node crashing-publisher.ts relay|consumer|lasting-consumer <bus url> <service url>` dies by SIGKILL at the worst moment:
// the relay after the bus has stored the events and before they are marked, the consumer after the effect has committed and before the bus knows.
// A lasting-consumer works until it is killed.
import type { Bus } from '../messaging/bus.ts'
import { systemClock } from '../runtime/clock.ts'
import { openDatabase } from '../database/database.ts'
import { startConsumer } from '../messaging/inbox.ts'
import { silentLog } from '../runtime/log.ts'
import { startRelay } from '../messaging/outbox.ts'
import { busAt } from './buses.ts'
import { copyNote } from './fixture/events.ts'

const [part, busUrl = '', url = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const real = await busAt(busUrl, 'short')
const bus: Bus = {
  ...real,
  publish: (events) => real.publish(events).then(() => void die()),
  subscribe: (consumer, types, handle) =>
    real.subscribe(consumer, types, (events) => handle(events).then(() => void (part === 'consumer' && die()))),
}
if (part === 'relay') startRelay({ url, service: 'ledger', bus, log: silentLog })
else
  await startConsumer({
    service: 'ledger',
    db: openDatabase({ url, service: 'ledger' }),
    bus,
    handlers: [copyNote],
    log: silentLog,
    clock: systemClock,
  })
process.stdin.resume().on('end', () => process.exit())
