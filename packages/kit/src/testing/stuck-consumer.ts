// A child process for the bus tests: `node stuck-consumer.ts <url> <type>` subscribes, says which event it got, and never finishes with it.
import { localBus } from '../bus-local.ts'
import { natsBus } from '../bus-nats.ts'

const [url = '', type = ''] = process.argv.slice(2)
const bus = url.startsWith('nats:') ? natsBus({ url, ackWaitMs: 600 }) : await localBus({ url, turnMs: 50 })
await bus.subscribe(type, [type], (event) => {
  process.stdout.write(`${event.id}\n`)
  return new Promise(() => {})
})
