// A child process for the bus tests: `node stuck-consumer.ts <url> <type>` subscribes, says which events it got, and never finishes with it.
import { busAt } from './buses.ts'

const [url = '', type = ''] = process.argv.slice(2)
const bus = await busAt(url, 'short')
await bus.subscribe(type, [type], (events) => {
  for (const { id } of events) process.stdout.write(`${id}\n`)
  return new Promise(() => {})
})
// Not to outlive the test that started it.
process.stdin.resume().on('end', () => process.exit())
