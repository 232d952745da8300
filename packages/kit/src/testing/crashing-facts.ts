// A child process for the facts tests: `node crashing-facts.ts relay|consumer <bus url> <service url>` dies by SIGKILL at the worst moment:
// the relay after the bus has the facts and before they are marked, the consumer after the effect has committed and before the bus knows.
import type { Bus } from '../bus.ts'
import { systemClock } from '../clock.ts'
import { openDoor } from '../db.ts'
import { startConsumer } from '../inbox.ts'
import { silentLog } from '../log.ts'
import { startRelay } from '../outbox.ts'
import { busAt } from './carriers.ts'
import { copyNote } from './fixture/facts.ts'

const [part, busUrl = '', url = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const real = await busAt(busUrl)
const bus: Bus = {
  ...real,
  publish: (events) => real.publish(events).then(() => void die()),
  subscribe: (consumer, types, handle) => real.subscribe(consumer, types, (event) => handle(event).then(() => void die())),
}
if (part === 'relay') startRelay({ url, service: 'ledger', bus, log: silentLog })
else
  await startConsumer({
    service: 'ledger',
    door: openDoor({ url, service: 'ledger' }),
    bus,
    handlers: [copyNote],
    log: silentLog,
    clock: systemClock,
  })
process.stdin.resume().on('end', () => process.exit())
