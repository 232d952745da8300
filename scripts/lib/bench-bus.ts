import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { emitAll, startRelay } from '@keyhold/kit/messaging/outbox'
import { silentLog } from '@keyhold/kit/runtime/log'
import { busAt } from '@keyhold/kit/testing/buses'
import { noteWritten } from '@keyhold/kit/testing/fixture/events'
import { aLandlord, type Ledger, openLedger } from '@keyhold/kit/testing/fixture/ledger'
import { startNats } from '@keyhold/kit/testing/nats'
import { sql } from 'drizzle-orm'
import { sleep, until } from './wirings.ts'

const consumer = fileURLToPath(new URL('../../packages/kit/src/testing/measured-consumer.ts', import.meta.url))
const landlords = 200

/** One bus alone: events from the outbox to the inbox, with a handler that does nothing, and with one that waits 20 ms. */
export async function measureBus(
  wiring: 'local' | 'nats',
  figure: (what: string, value: string, holds: boolean) => void,
): Promise<void> {
  const name = wiring === 'local' ? 'the local bus' : 'NATS'
  console.log(`\n${name} alone: events of ${landlords} landlords`)
  const trivial = await eventsPerSecond(wiring, { events: 30_000, processes: 1, waitMs: 0 })
  figure(`${name}: trivial events, one process (at least 3,000 a second)`, trivial.toFixed(0), trivial >= 3_000)
  // With two cores there is none free for a second process: what it adds is shown with a handler that waits.
  const [one, two] = [
    await eventsPerSecond(wiring, { events: 3_000, processes: 1, waitMs: 20 }),
    await eventsPerSecond(wiring, { events: 3_000, processes: 2, waitMs: 20 }),
  ]
  const times = two / one
  const what = `${name}: a second process, with 20 ms of waiting in each handler (at least 1.6 times)`
  figure(what, `${one.toFixed(0)} and ${two.toFixed(0)} events a second, ${times.toFixed(2)} times`, times >= 1.6)
}

interface Load {
  events: number
  processes: number
  waitMs: number
}

/** Trivial events wait in the bus for the process; the others wait in the outbox until the processes have divided the partitions. */
async function eventsPerSecond(wiring: 'local' | 'nats', { events, processes, waitMs }: Load): Promise<number> {
  const ledger = await openLedger()
  const nats = wiring === 'nats' ? await startNats() : undefined
  const busUrl = nats?.url ?? ledger.url
  const bus = await busAt(busUrl, 'product')
  const children: ChildProcess[] = []
  try {
    await writeNotes(ledger, events)
    const publish = async () => {
      const relay = startRelay({ url: ledger.serviceUrl, service: 'ledger', bus, log: silentLog })
      await until('the relay', async () => (await relay.lag()) === 0, 120_000)
      await relay.stop()
    }
    if (waitMs === 0) await publish()
    for (let n = 0; n < processes; n++) children.push(await start([busUrl, ledger.serviceUrl, String(waitMs)]))
    if (waitMs > 0) {
      await sleep(3_000)
      await publish()
    }
    const handled = async () => {
      const [row] = await ledger.db.adminTransaction('count', (tx) =>
        tx.execute<{ count: number; began: number; ended: number }>(sql`
          select count(*)::int as count, extract(epoch from min(done_at))::float8 as began,
            extract(epoch from max(done_at))::float8 as ended from inbox`),
      )
      return row ?? { count: 0, began: 0, ended: 0 }
    }
    await until('the events', async () => (await handled()).count >= events, 300_000)
    const { began, ended } = await handled()
    return events / (ended - began)
  } finally {
    await Promise.all(children.map(end))
    await bus.close()
    await ledger.close()
    await nats?.stop()
  }
}

/** A consumer's process, once it is connected. */
async function start(args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [consumer, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

async function writeNotes(ledger: Ledger, events: number): Promise<void> {
  for (let n = 0; n < landlords; n++) {
    const landlord = aLandlord()
    const { landlordId } = landlord
    const notes = Array.from({ length: events / landlords }, (_, note) => ({
      recordId: `${n}-${note}`,
      landlordId,
      text: `${note}`,
    }))
    await ledger.db.transaction(landlord, (tx) => emitAll(tx, noteWritten, notes))
  }
}
