import type { Envelope } from '@keyhold/contracts/event'
import { connect } from '@nats-io/transport-node'
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { ackWaitMs, standbyPollMs } from '../testing/buses.ts'
import { findNatsServer, startNats } from '../testing/nats.ts'
import { until } from '../testing/wait.ts'
import { localBus } from './bus-local.ts'
import { natsBus } from './bus-nats.ts'
import type { Bus } from './bus.ts'
import { partitionOf } from './partitions.ts'

// Buses as version 0.1 left them, with events pending.

const type = 'ledger.note.written'
const landlords = [v7(), v7()]
const make = (n: number): Envelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/ledger',
  type,
  time: '2026-03-15T15:00:00.000Z',
  subject: `record-${n % 10}`,
  datacontenttype: 'application/json',
  dataversion: 1,
  landlordid: landlords[n % 2]!,
  data: { n },
})
const numbers = (events: readonly Envelope[]) => events.map(({ data }) => (data as { n: number }).n)
const byRecord = (events: readonly Envelope[]) => Map.groupBy(events, ({ subject }) => subject)

async function handled(bus: Bus, consumer: string, count: number): Promise<Envelope[]> {
  const got: Envelope[] = []
  await bus.subscribe(consumer, [type], async (events) => void got.push(...events))
  await until(() => got.length >= count && bus.idle())
  return got
}

it('a local bus without partitions is divided: consumers go on where they were, in the order of each record', async () => {
  const database = await freshDatabase()
  const sql = postgres(database.url, { onnotice: () => {} })
  await sql.unsafe(`
    create schema bus;
    create table bus.message (seq bigint generated always as identity primary key, event_id uuid not null unique, type text not null,
      envelope jsonb not null, published_at timestamptz not null default now());
    create index message_published_at on bus.message (published_at);
    create table bus.position (consumer text primary key, seq bigint not null default 0, seen_at timestamptz not null default now());
    insert into bus.position (consumer, seq) values ('ahead', 60), ('behind', 20);`)
  const events = Array.from({ length: 80 }, (_, n) => make(n))
  for (const event of events)
    await sql`insert into bus.message (event_id, type, envelope) values (${event.id}, ${type}, ${JSON.stringify(event)}::text::jsonb)`
  const bus = await localBus({ url: database.url, standbyPollMs })
  const stored = await sql<{ partition: number; envelope: Envelope }[]>`
    select partition, envelope from bus.message where message.seq > 20 order by message.seq`
  expect(stored.map(({ partition }) => partition)).toEqual(stored.map(({ envelope }) => partitionOf(envelope)))
  const later = Array.from({ length: 20 }, (_, n) => make(80 + n))
  await bus.publish(later)
  const [ahead, behind] = [await handled(bus, 'ahead', 40), await handled(bus, 'behind', 80)]
  expect(byRecord(ahead)).toEqual(byRecord([...events.slice(60), ...later]))
  expect(byRecord(behind)).toEqual(byRecord([...events.slice(20), ...later]))
  expect(await sql`select to_regclass('bus.position') as old`).toEqual([{ old: null }])
  await bus.close()
  await sql.end()
  await database.drop()
})

it.runIf(findNatsServer())(
  'a stream whose consumers have no partitions: what waits is handled first and in order, then the durable is gone',
  async () => {
    const server = await startNats()
    const { host, username: user, password: pass } = new URL(server.url)
    const nc = await connect({ servers: host, user, pass })
    const jsm = await jetstreamManager(nc)
    const js = jetstream(nc)
    await jsm.streams.add({ name: 'KEYHOLD', subjects: ['keyhold.>'] })
    await jsm.consumers.add('KEYHOLD', {
      durable_name: 'ledger',
      ack_policy: AckPolicy.Explicit,
      max_ack_pending: 1,
      max_deliver: -1,
    })
    const events = Array.from({ length: 60 }, (_, n) => make(n))
    for (const event of events) await js.publish(`keyhold.${type}`, JSON.stringify(event), { msgID: event.id })
    const durable = await js.consumers.get('KEYHOLD', 'ledger')
    for await (const message of await durable.fetch({ max_messages: 25 })) {
      await message.ackAck()
      if (message.seq === 25) break
    }
    const [one, two] = [natsBus({ url: server.url, ackWaitMs }), natsBus({ url: server.url, ackWaitMs })]
    await until(() => one.ready() && two.ready())
    const later = Array.from({ length: 20 }, (_, n) => make(60 + n))
    await one.publish(later)
    const got: Envelope[] = []
    for (const bus of [one, two]) await bus.subscribe('ledger', [type], async (list) => void got.push(...list))
    await until(() => got.length >= 55)
    await until(() => one.ready() && two.ready())
    expect(numbers(got).slice(0, 35)).toEqual(numbers(events.slice(25)))
    expect(byRecord(got.slice(35))).toEqual(byRecord(later))
    await expect(jsm.consumers.info('KEYHOLD', 'ledger')).rejects.toThrow('not found')
    await Promise.all([one.close(), two.close()])
    await nc.close()
    await server.stop()
  },
)
