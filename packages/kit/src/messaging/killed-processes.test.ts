import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from './bus.ts'
import { settableClock } from '../runtime/clock.ts'
import { on, type EventHandler } from './handlers.ts'
import { listDeadLetters, replayDeadLetter } from './dead-letters.ts'
import { startConsumer, type Consumer, type ConsumerOptions } from './inbox.ts'
import { silentLog } from '../runtime/log.ts'
import { emit, emitAll, startRelay, type Relay } from './outbox.ts'
import { carriers, standbyPollMs, type Carrier } from '../testing/buses.ts'
import { copyNote, noteWritten } from '../testing/fixture/events.ts'
import { aLandlord, openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { until } from '../testing/wait.ts'

/** From a change in one database, over the outbox, the bus and the inbox, to its effect in another place. */
describe.each(carriers)('events over $name', ({ run, start }) => {
  if (!run) return it.skip('has no server to run on', () => {})
  const ann = aLandlord()
  const clock = settableClock('2026-03-15T15:00:00Z')
  let carrier: Carrier
  let ledger: Ledger
  let open: { stop(): Promise<void> }[] = []
  // A carrier and a ledger of their own for each test: the durable consumer is named after the service.
  beforeEach(async () => {
    ;[carrier, ledger] = await Promise.all([start(), openLedger()])
  })
  afterEach(async () => {
    for (const part of open.splice(0).toReversed()) await part.stop()
    await ledger.close()
    await carrier.stop()
  })

  async function connect(): Promise<Bus> {
    const bus = await carrier.open()
    open.push({ stop: () => bus.close() })
    await until(() => bus.ready())
    return bus
  }
  async function relay(bus?: Bus): Promise<Relay> {
    const started = startRelay({
      url: ledger.serviceUrl,
      service: 'ledger',
      bus: bus ?? (await connect()),
      log: silentLog,
      standbyPollMs,
    })
    open.push(started)
    return started
  }
  async function consumer(handlers: EventHandler[], options: Partial<ConsumerOptions> = {}): Promise<Consumer> {
    const started = await startConsumer({
      service: 'ledger',
      db: ledger.db,
      bus: await connect(),
      handlers,
      log: silentLog,
      clock,
      pollMs: 20,
      ...options,
    })
    open.push(started)
    return started
  }
  const publishNotes = (...notes: string[]) =>
    ledger.db.transaction(ann, async (tx) => {
      for (const note of notes) {
        const [recordId = '', text = ''] = note.split(':')
        await emit(tx, noteWritten, { recordId, landlordId: ann.landlordId, text })
      }
    })
  const notes = async () =>
    (
      await ledger.db.transaction(ann, (tx) => tx.execute<{ body: string }>(sql`select body from notes order by id`))
    ).map(({ body }) => body)
  const spawnChild = (part: 'relay' | 'consumer' | 'lasting-consumer') => {
    const script = fileURLToPath(new URL('../testing/crashing-publisher.ts', import.meta.url))
    const started = spawn(process.execPath, [script, part, carrier.url, ledger.serviceUrl], {
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    open.push({ stop: async () => void started.kill('SIGKILL') })
    return started
  }
  const child = (part: 'relay' | 'consumer') =>
    once(spawnChild(part), 'exit') as Promise<[number | null, string | null]>

  it('arrive in the order of the changes, record by record, over two relays and two replicas of the consumer', async () => {
    await consumer([copyNote])
    await consumer([copyNote])
    const relays = [await relay(), await relay()]
    const expected = Array.from({ length: 60 }, (_, n) => `${n % 3}:${n}`)
    for (const note of expected.slice(0, 40)) await publishNotes(note)
    await relays[0]?.stop()
    for (const note of expected.slice(40)) await publishNotes(note)
    await until(async () => (await notes()).length >= expected.length)
    const done = await notes()
    for (const record of ['0', '1', '2']) expect(of(done, record)).toEqual(of(expected, record))
    expect(await relays[1]?.lag()).toBe(0)
  })

  it('work once when the consumer is killed between its effect and the acknowledgement', async () => {
    await relay()
    const died = child('consumer')
    await publishNotes('a:1', 'a:2')
    expect((await died)[1]).toBe('SIGKILL')
    expect((await notes())[0]).toBe('a:1')
    await consumer([copyNote])
    await until(async () => (await notes()).includes('a:2'))
    expect(await notes()).toEqual(['a:1', 'a:2'])
  })

  it('work once and in order while replicas join and one is killed in the middle of a burst', async () => {
    const landlords = Array.from({ length: 6 }, aLandlord)
    const all = async () => {
      const rows = await ledger.db.adminTransaction('look', (tx) =>
        tx.execute<{ landlord_id: string; body: string }>(sql`select landlord_id, body from notes order by id`),
      )
      return rows.map(({ landlord_id, body }) => `${landlord_id} ${body}`)
    }
    const burst = async (from: number, to: number) => {
      for (const landlord of landlords)
        await ledger.db.transaction(landlord, async (tx) => {
          const { landlordId } = landlord
          const burstNotes = Array.from({ length: to - from }, (_, n) => ({ text: `${from + n}`, landlordId }))
          await emitAll(
            tx,
            noteWritten,
            burstNotes.map((note, n) => ({ ...note, recordId: `${n % 20}` })),
          )
        })
    }
    await relay()
    const dies = spawnChild('lasting-consumer')
    await burst(0, 100)
    await until(async () => (await all()).length > 0)
    await consumer([copyNote])
    await burst(100, 200)
    dies.kill('SIGKILL')
    await consumer([copyNote])
    await burst(200, 300)
    const count = landlords.length * 300
    await until(async () => (await all()).length >= count, { what: 'all notes' })
    const done = await all()
    expect(done).toHaveLength(count)
    for (const { landlordId } of landlords)
      for (let record = 0; record < 20; record++) {
        const texts = of(done, `${landlordId} ${record}`).map((note) => Number(note.split(':')[1]))
        expect(texts).toEqual(texts.toSorted((one, other) => one - other))
      }
  })

  it('work once when the relay is killed between publishing and marking', async () => {
    await consumer([copyNote])
    await publishNotes('a:1', 'a:2')
    expect((await child('relay'))[1]).toBe('SIGKILL')
    expect(
      await ledger.db.adminTransaction('look', (tx) => tx.execute(sql`select from outbox where published_at is null`)),
    ).toHaveLength(2)
    const next = await relay()
    await until(async () => (await next.lag()) === 0)
    await publishNotes('a:3')
    await until(async () => (await notes()).includes('a:3'))
    expect(await notes()).toEqual(['a:1', 'a:2', 'a:3'])
  })

  it('wait in the outbox while the carrier is away, and in the carrier while the consumer is', async () => {
    const publishing = await relay()
    await publishNotes('a:1')
    await until(async () => (await publishing.lag()) === 0)
    await carrier.down()
    await publishNotes('a:2', 'b:1')
    await publishNotes('a:3')
    expect(await publishing.lag()).toBe(3)
    await carrier.up()
    await until(async () => (await publishing.lag()) === 0)
    await consumer([copyNote])
    await until(async () => (await notes()).length === 4)
    expect(of(await notes(), 'a')).toEqual(['a:1', 'a:2', 'a:3'])
    expect(of(await notes(), 'b')).toEqual(['b:1'])
  })

  it('that a handler cannot process hold back only their own record, then become a dead letter that can be replayed', async () => {
    let broken = true
    const calls: string[] = []
    const queued = async () =>
      (await ledger.db.adminTransaction('look', (tx) => tx.execute(sql`select from event_retry`))).length
    const handler = on(noteWritten, async (given) => {
      calls.push(`${given.data.recordId}:${given.data.text}`)
      await copyNote.handle([given.event], given)
      if (broken && given.data.text === 'poison') throw new Error('cannot process')
    })
    const consuming = await consumer([handler], { delaysMs: [1_000, 5_000] })
    await relay()
    await publishNotes('a:poison', 'a:next', 'b:1', 'a:last', 'b:2')
    await until(async () => (await notes()).length === 2)
    expect(await notes()).toEqual(['b:1', 'b:2'])
    await until(async () => (await queued()) === 3)

    const before = calls.length
    clock.advance(999)
    await consuming.retry()
    expect(calls).toHaveLength(before)
    clock.advance(1)
    await consuming.retry()
    expect(calls.slice(before)).toEqual(['a:poison'])
    expect(await listDeadLetters(ledger.db)).toEqual([])
    clock.advance(5_000)
    await until(async () => (await notes()).length === 4)
    expect(of(await notes(), 'a')).toEqual(['a:next', 'a:last'])

    const [letter] = await listDeadLetters(ledger.db)
    expect(letter).toMatchObject({
      handler: 'ledger.note.written',
      attempts: 3,
      error: 'cannot process',
      deadAt: clock.now().toISOString(),
      event: { subject: 'a' },
    })
    broken = false
    expect(await replayDeadLetter(ledger.db, letter!.id)).toBe(true)
    expect(await replayDeadLetter(ledger.db, letter!.id)).toBe(false)
    await until(async () => (await notes()).includes('a:poison'))
    expect([await listDeadLetters(ledger.db), (await notes()).length]).toEqual([[], 5])
  })

  it('are delivered again, not queued for retry, while the consumer’s database is down', async () => {
    const admin = postgres(ledger.url.replace(/\/[^/]*$/, '/postgres'), { max: 1, onnotice: () => {} })
    const database = new URL(ledger.url).pathname.slice(1)
    let reached = 0
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const handler = on(noteWritten, async (given) => {
      if (++reached === 1) await gate
      await copyNote.handle([given.event], given)
    })
    await consumer([handler])
    await relay()
    await publishNotes('a:1', 'a:2')
    await until(() => reached === 1)
    await admin`alter database ${admin(database)} allow_connections false`
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`
    letGo()
    await admin`alter database ${admin(database)} allow_connections true`
    await admin.end()
    await until(async () => (await notes()).length >= 2)
    expect(await notes()).toEqual(['a:1', 'a:2'])
    expect(await ledger.db.adminTransaction('look', (tx) => tx.execute(sql`select from event_retry`))).toHaveLength(0)
  })
})

const of = (list: string[], record: string) => list.filter((note) => note.startsWith(`${record}:`))
