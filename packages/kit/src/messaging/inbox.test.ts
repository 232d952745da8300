import type { Envelope } from '@keyhold/contracts/event'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bus } from './bus.ts'
import { settableClock } from '../runtime/clock.ts'
import { listDeadLetters } from './dead-letters.ts'
import { on, onBatch, type EventHandler } from './handlers.ts'
import { startConsumer } from './inbox.ts'
import { silentLog } from '../runtime/log.ts'
import { emit } from './outbox.ts'
import { copyNote, noteWritten } from '../testing/fixture/events.ts'
import { aLandlord, openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { until } from '../testing/wait.ts'

describe('a consumer', () => {
  const ann = aLandlord()
  const clock = settableClock('2026-03-15T15:00:00Z')
  let ledger: Ledger
  beforeAll(async () => void (ledger = await openLedger()))
  afterAll(() => ledger.close())
  /** A bus that delivers by hand, as often as the test likes. */
  async function byHand(handlers: EventHandler[]) {
    let deliver: Parameters<Bus['subscribe']>[2] = () => Promise.reject(new Error('nobody subscribed'))
    const none = { ready: () => true, stop: async () => {} }
    const bus: Bus = {
      publish: async () => {},
      watch: async () => none,
      idle: async () => true,
      ready: () => true,
      close: async () => {},
      subscribe: async (_name, _types, handle) => ((deliver = handle), none),
    }
    const consumer = await startConsumer({
      service: 'ledger',
      db: ledger.db,
      bus,
      handlers,
      log: silentLog,
      clock,
      pollMs: 20,
      delaysMs: [1_000],
    })
    return {
      deliver: (...events: Envelope[]) => deliver(events),
      consumer,
    }
  }
  const make = (recordId: string, text: string) =>
    ledger.db.transaction(ann, (tx) => emit(tx, noteWritten, { recordId, landlordId: ann.landlordId, text }))
  const notes = async (record: string) =>
    (
      await ledger.db.transaction(ann, (tx) =>
        tx.execute<{ body: string }>(sql`select body from notes where body like ${`${record}:%`} order by id`),
      )
    ).map(({ body }) => body)

  it('applies an event that is delivered six times, two of them at once and two in one batch, a single time', async () => {
    const { deliver, consumer } = await byHand([copyNote])
    const event = await make('five', '1')
    await Promise.all([deliver(event), deliver(event)])
    for (let n = 0; n < 2; n++) await deliver(event)
    await deliver(event, event)
    expect(await notes('five')).toEqual(['five:1'])
    await consumer.stop()
  })

  it('with two handlers of one event: the failure of one does not repeat or stop the other', async () => {
    const second = on(noteWritten, async () => Promise.reject(new Error('mine fails')), { name: 'second' })
    const { deliver, consumer } = await byHand([second, copyNote])
    const events = [await make('both', '1'), await make('both', '2')]
    for (const event of [...events, ...events]) await deliver(event)
    expect(await notes('both')).toEqual(['both:1', 'both:2'])
    await until(async () => {
      clock.advance(1_000)
      return (await listDeadLetters(ledger.db)).length === 2
    })
    for (const event of events) await deliver(event)
    await consumer.retry()
    expect((await listDeadLetters(ledger.db)).map(({ handler }) => handler)).toEqual(['second', 'second'])
    await consumer.stop()
    await expect(byHand([copyNote, copyNote])).rejects.toThrow('same name')
  })

  it('rolls back only the failing event of a batch; the others take effect in their order', async () => {
    const sizes: number[] = []
    const picky = onBatch(noteWritten, async (events, tools) => {
      sizes.push(events.length)
      await copyNote.handle(
        events.map(({ event }) => event),
        tools,
      )
      if (events.some(({ data }) => data.text === 'bad')) throw new Error('one of them is bad')
    })
    const { deliver, consumer } = await byHand([picky])
    const batch = [await make('p', '1'), await make('q', 'bad'), await make('p', '2'), await make('q', '3')]
    await deliver(...batch)
    expect([await notes('p'), await notes('q')]).toEqual([['p:1', 'p:2'], []])
    expect(sizes).toEqual([4, 1, 1, 1])
    clock.advance(1_000)
    await consumer.retry()
    clock.advance(1_000)
    await consumer.retry()
    expect(await notes('q')).toEqual(['q:3'])
    await consumer.stop()
  })

  it('handles the events of each handler in a transaction of their own, so that it holds no locks of another handler', async () => {
    const transactions: string[] = []
    const noting = (name: string, contract = noteWritten) =>
      on(
        contract,
        async ({ tx }) => {
          const [row] = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
          transactions.push(`${name} ${row?.id}`)
        },
        { name },
      )
    const erased = { ...noteWritten, type: 'ledger.note.erased' as const }
    const { deliver, consumer } = await byHand([noting('first'), noting('second'), noting('third', erased)])
    const events = [await make('own', '1'), await make('own', '2'), await make('other', '3')]
    await deliver(...events, ...events.map((event) => ({ ...event, id: v7(), type: erased.type, subject: v7() })))
    const ids = [...Map.groupBy(transactions, (one) => one.split(' ')[0])].map(([name, list]) => [
      name,
      new Set(list).size,
    ])
    expect(ids).toEqual([
      ['first', 1],
      ['second', 1],
      ['third', 1],
    ])
    expect(new Set(transactions.map((one) => one.split(' ')[1])).size).toBe(3)
    await consumer.stop()
  })

  it('handles a record’s events in their order although their types have handlers of their own', async () => {
    const noteRead = { ...noteWritten, type: 'ledger.note.read' as const }
    const order: string[] = []
    const spy = (contract: typeof noteWritten) => on(contract, async ({ data }) => void order.push(data.text))
    const { deliver, consumer } = await byHand([spy(noteRead), spy(noteWritten)])
    const [one, two, three] = [await make('mixed', '1'), await make('mixed', '2'), await make('mixed', '3')]
    await deliver(one, { ...two, type: noteRead.type }, three)
    expect(order).toEqual(['1', '2', '3'])
    await consumer.stop()
  })

  it('keeps the order of a record over types of events: what comes after a failed one waits for it', async () => {
    let isBroken = true
    const first = on(
      noteWritten,
      async ({ event, ...tools }) =>
        isBroken ? Promise.reject(new Error('not yet')) : copyNote.handle([event], tools),
      { name: 'first kind' },
    )
    const erased = { ...noteWritten, type: 'ledger.note.erased' as const }
    const second = on(
      erased,
      async ({ tx, data }) => void (await tx.execute(sql`delete from notes where body like ${`${data.recordId}:%`}`)),
    )
    const { deliver, consumer } = await byHand([first, second])
    await deliver(await make('order', '1'))
    await deliver(
      await ledger.db.transaction(ann, (tx) =>
        emit(tx, erased, { recordId: 'order', landlordId: ann.landlordId, text: '' }),
      ),
    )
    isBroken = false
    clock.advance(1_000)
    await consumer.retry()
    // Erased last: had the erasure overtaken the note, the note would stand.
    expect(await notes('order')).toEqual([])
    const [done] = await ledger.db.adminTransaction('look', (tx) =>
      tx.execute<{ n: number }>(
        sql`select count(*)::int as n from inbox where consumer in ('first kind', 'ledger.note.erased')`,
      ),
    )
    expect(done?.n).toBe(2)
    await consumer.stop()
  })

  it('acts for the event’s landlord, and cannot write for another one', async () => {
    const other = aLandlord()
    const trespass = on(
      noteWritten,
      async ({ tx }) =>
        void (await tx.execute(
          sql`insert into notes (landlord_id, body) values (${other.landlordId}::uuid, 'not mine')`,
        )),
      { name: 'trespass' },
    )
    const { deliver, consumer } = await byHand([trespass])
    await deliver(await make('theirs', '1'))
    const [queued] = await ledger.db.adminTransaction('look', (tx) =>
      tx.execute<{ error: string }>(sql`select error from event_retry where consumer = 'trespass'`),
    )
    expect(queued?.error).toContain('row-level security')
    await consumer.stop()
  })

  it('drops what is no event, so that it holds nothing up', async () => {
    const { deliver, consumer } = await byHand([copyNote])
    const event = await make('strange', '1')
    await deliver({ ...event, id: 'not-an-id' })
    await deliver({ ...event, landlordid: 'nobody' })
    expect(await notes('strange')).toEqual([])
    await consumer.stop()
  })

  it('reads a newer version of an event: unknown fields are dropped', async () => {
    const seen: unknown[] = []
    const { deliver, consumer } = await byHand([
      on(noteWritten, async ({ data, event }) => void seen.push(data, event.dataversion)),
    ])
    const event = await make('newer', '1')
    await deliver({ ...event, id: v7(), dataversion: 2, data: { ...event.data, colour: 'green' } })
    expect(seen).toEqual([event.data, 2])
    await consumer.stop()
  })
})
