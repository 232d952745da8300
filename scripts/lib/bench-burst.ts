import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterCommit } from '@keyhold/kit/database/database'
import { on } from '@keyhold/kit/messaging/handlers'
import { startConsumer } from '@keyhold/kit/messaging/inbox'
import { emit, emitAll, startRelay } from '@keyhold/kit/messaging/outbox'
import { partitionOf } from '@keyhold/kit/messaging/partitions'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import { localBus } from '@keyhold/kit/messaging/bus-local'
import { natsBus } from '@keyhold/kit/messaging/bus-nats'
import { noteWritten } from '@keyhold/kit/testing/fixture/events'
import { aLandlord, type Ledger, openLedger } from '@keyhold/kit/testing/fixture/ledger'
import { startNats } from '@keyhold/kit/testing/nats'
import { sql } from 'drizzle-orm'
import { percentiles, textOf } from './percentiles.ts'
import { sleep, until } from './wirings.ts'

const burst = 10_000
const everyMs = 20
/** One after the other, so that the 99th percentile is of hundreds of events and not the longest of one burst. */
const bursts = 3

/**
 * One landlord has 10,000 events accepted; while a service works them off, another one emits an event every 50 ms. Each event writes a row. All in
 * one process. Measured from the moment an event is emitted, in a transaction that is not yet committed, until the commit of its row.
 */
export async function measureBurst(
  wiring: 'local' | 'nats',
  figure: (what: string, value: string, holds: boolean) => void,
): Promise<void> {
  const ledger = await openLedger()
  const nats = wiring === 'nats' ? await startNats() : undefined
  const bus = nats ? natsBus({ url: nats.url }) : await localBus({ url: ledger.url })
  const name = wiring === 'local' ? 'the local bus' : 'NATS'
  const [busy, calm] = twoLandlords()
  const effects = watchEffects(busy.landlordId)
  const options = { service: 'ledger', bus, log: silentLog }
  const consumer = await startConsumer({ ...options, db: ledger.db, handlers: [effects.handler], clock: systemClock })
  const relay = startRelay({ ...options, url: ledger.serviceUrl })
  const emitting = emitsEvery(everyMs, (n) =>
    ledger.db.transaction(calm, async (tx) => {
      effects.emitted(`${n}`)
      await emit(tx, noteWritten, { recordId: `${n}`, landlordId: calm.landlordId, text: `${n}` })
    }),
  )
  try {
    await until('the consumer', async () => consumer.ready() && relay.ready())
    // What it takes on a quiet bus; the code is compiled and the connections are made meanwhile.
    await emitting.during(() => sleep(3_000))
    const quiet = effects.taken()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let seconds = 0
    for (let n = 1; n <= bursts; n++) {
      await acceptBurst(ledger, busy)
      const began = performance.now()
      await emitting.during(() => until('the burst', async () => effects.ofBurst() >= n * burst, 300_000))
      seconds += (performance.now() - began) / 1_000 / bursts
      await until('the last events', async () => effects.areAllThere())
    }
    delay.disable()
    const busyTimes = effects.taken()
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(2)}`)
    console.log(
      `       the burst took ${seconds.toFixed(1)} s; event to effect without a burst: ${textOf(percentiles(quiet))}; the event loop stood still for ${Math.round(delay.max / 1e6)} ms at most`,
    )
    const what = `${name}: another landlord's event to effect during a burst of 10,000 events (p99 under 50 ms)`
    const found = percentiles(busyTimes)
    figure(what, `${textOf(found)} (${busyTimes.length} events)`, found.p99 < 50)
  } finally {
    await consumer.stop()
    await relay.stop()
    await bus.close()
    await ledger.close()
    await nats?.stop()
  }
}

/** Two landlords with a partition in common: the worst case. */
function twoLandlords() {
  const partitions = ({ landlordId }: ReturnType<typeof aLandlord>) =>
    Array.from({ length: 50 }, (_, n) => partitionOf({ landlordid: landlordId, subject: `${n}` }))
  const busy = aLandlord()
  const taken = new Set(partitions(busy))
  for (;;) {
    const calm = aLandlord()
    if (partitions(calm).some((partition) => taken.has(partition))) return [busy, calm] as const
  }
}

async function acceptBurst(ledger: Ledger, landlord: ReturnType<typeof aLandlord>): Promise<void> {
  const { landlordId } = landlord
  const notes = Array.from({ length: burst }, (_, n) => ({ recordId: `burst ${n}`, landlordId, text: `${n}` }))
  await ledger.db.transaction(landlord, async (tx) => {
    for (let from = 0; from < burst; from += 500) await emitAll(tx, noteWritten, notes.slice(from, from + 500))
  })
}

/** A handler that writes a row for each event, and when the rows were committed. */
function watchEffects(busyId: string) {
  const emittedAt = new Map<string, number>()
  let times: number[] = []
  let ofBurst = 0
  const handler = on(noteWritten, async ({ data, tx }) => {
    await tx.execute(
      sql`insert into notes (landlord_id, body) values (${data.landlordId}::uuid, ${`${data.recordId}:${data.text}`})`,
    )
    afterCommit(tx, () => {
      if (data.landlordId === busyId) ofBurst += 1
      else {
        times.push(performance.now() - (emittedAt.get(data.text) ?? 0))
        emittedAt.delete(data.text)
      }
    })
  })
  return {
    handler,
    emitted: (text: string) => void emittedAt.set(text, performance.now()),
    ofBurst: () => ofBurst,
    areAllThere: () => emittedAt.size === 0,
    taken(): number[] {
      const taken = times
      times = []
      return taken
    },
  }
}

/** Emits by the clock, whether or not the last one has been accepted yet. */
function emitsEvery(ms: number, emitOne: (n: number) => Promise<unknown>) {
  let count = 0
  return {
    async during(work: () => Promise<unknown>): Promise<void> {
      const accepted: Promise<unknown>[] = []
      const timer = setInterval(() => accepted.push(emitOne(count++)), ms)
      try {
        await work()
      } finally {
        clearInterval(timer)
      }
      await Promise.all(accepted)
    },
  }
}
