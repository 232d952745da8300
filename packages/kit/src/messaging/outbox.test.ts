import type { Envelope } from '@keyhold/contracts/event'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settableClock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import { migrateService } from '../database/migrate.ts'
import type { Bus } from './bus.ts'
import { emit, emitAll, startRelay } from './outbox.ts'
import { noteWritten } from '../testing/fixture/events.ts'
import { aLandlord, ledgerSchema, openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { until } from '../testing/wait.ts'

describe('an event', () => {
  const ann = aLandlord()
  let ledger: Ledger
  beforeAll(async () => void (ledger = await openLedger()))
  afterAll(() => ledger.close())
  const outbox = async () =>
    (
      await ledger.db.adminTransaction('look', (tx) =>
        tx.execute<{ envelope: Record<string, unknown> }>(sql`select envelope from outbox order by seq`),
      )
    ).map(({ envelope }) => envelope)

  it('exists if, and only if, its change commits', async () => {
    await expect(
      ledger.db.transaction(ann, async (tx) => {
        await emit(tx, noteWritten, { recordId: 'x', landlordId: ann.landlordId, text: 'undone' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await outbox()).toEqual([])
  })

  it('carries who, when and in which request, and nothing the contract does not know', async () => {
    const clock = settableClock('2026-05-01T08:00:00Z')
    const tenantId = v7()
    const data = { recordId: 'r', landlordId: ann.landlordId, tenantId, text: 't', extra: 1 }
    const sent = await ledger.db.transaction(ann, (tx) => emit(tx, noteWritten, data, { clock }))
    const { extra, ...known } = data
    expect(extra).toBe(1)
    expect(sent).toEqual({
      specversion: '1.0',
      id: expect.any(String),
      source: '/ledger',
      type: 'ledger.note.written',
      time: '2026-05-01T08:00:00.000Z',
      subject: 'r',
      datacontenttype: 'application/json',
      dataversion: 1,
      landlordid: ann.landlordId,
      tenantid: tenantId,
      data: known,
    })
    expect(await outbox()).toEqual([sent])
  })

  it('that is not the contract’s, or too large for a broker, is refused with its change', async () => {
    const write = (text: string, landlordId = ann.landlordId) =>
      ledger.db.transaction(ann, (tx) => emit(tx, noteWritten, { recordId: 'r', landlordId, text }))
    await expect(write('t', 'nobody')).rejects.toMatchObject({ name: 'ZodError' })
    await expect(write('x'.repeat(600_000))).rejects.toThrow('An event of 600')
  })

  it('is emitted with many others of its type at once, in their order', async () => {
    const before = (await outbox()).length
    const texts = Array.from({ length: 300 }, (_, index) => `note ${index}`)
    await ledger.db.transaction(ann, (tx) =>
      emitAll(
        tx,
        noteWritten,
        texts.map((text) => ({ recordId: 'r', landlordId: ann.landlordId, text })),
      ),
    )
    const emitted = (await outbox()).slice(before)
    expect(emitted.map(({ data }) => (data as { text: string }).text)).toEqual(texts)
    expect(new Set(emitted.map(({ id }) => id)).size).toBe(texts.length)
    expect(emitted[0]).toMatchObject({
      source: '/ledger',
      type: 'ledger.note.written',
      subject: 'r',
      landlordid: ann.landlordId,
    })
  })

  it('of one landlord is published before the backlog of another; each one’s events in their order', async () => {
    const [busy, calm] = [aLandlord(), aLandlord()]
    const write = (landlord: typeof ann, count: number) =>
      ledger.db.transaction(landlord, (tx) =>
        emitAll(
          tx,
          noteWritten,
          Array.from({ length: count }, (_, n) => ({
            recordId: `${n % 3}`,
            landlordId: landlord.landlordId,
            text: `${n}`,
          })),
        ),
      )
    await write(busy, 2_000)
    await write(calm, 5)
    const published: Envelope[] = []
    const relay = startRelay({
      url: ledger.serviceUrl,
      service: 'ledger',
      bus: { publish: async (events: Envelope[]) => void published.push(...events) } as Bus,
      log: silentLog,
    })
    await until(async () => (await relay.lag()) === 0)
    await relay.stop()
    const of = ({ landlordId }: typeof ann) => published.filter(({ landlordid }) => landlordid === landlordId)
    const texts = (events: Envelope[]) => events.map(({ data }) => Number((data as { text: string }).text))
    expect(texts(of(busy))).toEqual(Array.from({ length: 2_000 }, (_, n) => n))
    expect(texts(of(calm))).toEqual([0, 1, 2, 3, 4])
    expect(published.lastIndexOf(of(calm).at(-1)!)).toBeLessThan(500)
  })

  it('of a landlord with few is among the next that are published, although another has thousands waiting', async () => {
    const [busy, calm] = [aLandlord(), aLandlord()]
    const write = ({ landlordId }: typeof ann, texts: string[]) =>
      ledger.db.transaction(ann, (tx) =>
        emitAll(
          tx,
          noteWritten,
          texts.map((text) => ({ recordId: text, landlordId, text })),
        ),
      )
    await write(
      busy,
      Array.from({ length: 3_000 }, (_, n) => `${n}`),
    )
    const turns: Envelope[][] = []
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const relay = startRelay({
      url: ledger.serviceUrl,
      service: 'ledger',
      bus: {
        publish: async (events: Envelope[]) => {
          turns.push(events)
          begun.resolve()
          await gate.promise
        },
      } as Bus,
      log: silentLog,
    })
    await begun.promise
    await write(calm, ['one', 'two'])
    gate.resolve()
    await until(() => turns.length > 1)
    const ofCalm = turns.map((events) => events.filter(({ landlordid }) => landlordid === calm.landlordId).length)
    expect(ofCalm.slice(0, 2)).toEqual([0, 2])
    await until(async () => (await relay.lag()) === 0)
    await relay.stop()
    expect(turns.flat()).toHaveLength(3_002)
  })

  it('that waits in an outbox of an older version is published', async () => {
    const owner = postgres(ledger.url, { onnotice: () => {} })
    await owner.unsafe('drop index ledger.outbox_waiting_of_landlord; alter table ledger.outbox drop column landlord')
    const waiting = { id: v7(), type: noteWritten.type, landlordid: ann.landlordId, subject: 'r', data: {} }
    await owner`insert into ledger.outbox (envelope) values (${JSON.stringify(waiting)}::text::jsonb)`
    await migrateService({ url: ledger.url, ...ledgerSchema })
    await migrateService({ url: ledger.url, ...ledgerSchema })
    const published: Envelope[] = []
    const relay = startRelay({
      url: ledger.serviceUrl,
      service: 'ledger',
      bus: { publish: async (events: Envelope[]) => void published.push(...events) } as Bus,
      log: silentLog,
    })
    await until(() => published.some(({ id }) => id === waiting.id))
    await relay.stop()
    await owner.end()
  })
})
