import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeadLetters, replayDeadLetter } from '../messaging/dead-letters.ts'
import { startRetries } from '../messaging/retries.ts'
import { settableClock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import { copyNote, noteWritten } from '../testing/fixture/events.ts'
import { aLandlord, ledgerSchema, openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { migrateService } from './migrate.ts'

const ann = aLandlord()
let ledger: Ledger
beforeAll(async () => void (ledger = await openLedger()))
afterAll(() => ledger.close())

const asOwner = async (statements: string) => {
  const owner = postgres(ledger.url, { max: 1, onnotice: () => {} })
  await owner.unsafe(statements)
  await owner.end()
}

const event = (id: string, text: string) =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source: '/ledger',
    type: noteWritten.type,
    time: '2026-03-15T15:00:00Z',
    subject: 'old',
    datacontenttype: 'application/json',
    dataversion: 1,
    landlordid: ann.landlordId,
    data: { recordId: 'old', landlordId: ann.landlordId, text },
  })

test('a schema of version 0.1 keeps its waiting and dead events when it is migrated, once or twice', async () => {
  const waiting = '019a0000-0000-7000-8000-000000000001'
  const dead = '019a0000-0000-7000-8000-000000000002'
  await asOwner(`
    drop table ledger.event_retry;
    create table ledger.parked (
      id bigint generated always as identity primary key, consumer text not null, subject text not null, event_id uuid not null,
      event jsonb not null, attempts integer not null default 0, next_at timestamptz not null, error text,
      parked_at timestamptz not null, dead_at timestamptz, unique (consumer, event_id));
    create index parked_waiting on ledger.parked (consumer, subject, id) where dead_at is null;
    create index parked_dead on ledger.parked (dead_at) where dead_at is not null;
    insert into ledger.parked (consumer, subject, event_id, event, attempts, next_at, error, parked_at, dead_at) values
      ('${copyNote.name}', 'old', '${dead}', '${event(dead, 'dead')}', 10, '2026-03-15T15:00:00Z', 'broken', '2026-03-15T15:00:00Z', '2026-03-15T16:00:00Z'),
      ('${copyNote.name}', 'old', '${waiting}', '${event(waiting, 'waiting')}', 1, '2026-03-15T15:00:00Z', 'broken', '2026-03-15T15:00:00Z', null);`)
  await migrateService({ url: ledger.url, ...ledgerSchema })
  await migrateService({ url: ledger.url, ...ledgerSchema })

  const [letter] = await listDeadLetters(ledger.db)
  expect(letter).toMatchObject({ handler: copyNote.name, attempts: 10, event: { id: dead } })

  const retries = startRetries({
    service: 'ledger',
    db: ledger.db,
    handlers: new Map([[copyNote.name, copyNote]]),
    clock: settableClock('2026-03-16T00:00:00Z'),
    log: silentLog,
    delaysMs: [1_000],
    pollMs: 60_000,
  })
  const notes = () =>
    ledger.db.transaction(ann, (tx) => tx.execute<{ body: string }>(sql`select body from notes order by body`))
  await retries.run()
  expect((await notes()).map(({ body }) => body)).toEqual(['old:waiting'])
  expect(await replayDeadLetter(ledger.db, letter?.id ?? 0)).toBe(true)
  await retries.run()
  expect((await notes()).map(({ body }) => body)).toEqual(['old:dead', 'old:waiting'])
  await retries.stop()
})
