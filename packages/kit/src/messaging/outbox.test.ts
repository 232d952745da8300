import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settableClock } from '../runtime/clock.ts'
import { emit, emitAll } from './outbox.ts'
import { noteWritten } from '../testing/fixture/events.ts'
import { aLandlord, openLedger, type Ledger } from '../testing/fixture/ledger.ts'

describe('a fact', () => {
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

  it('is told with many others of its kind at once, in their order', async () => {
    const before = (await outbox()).length
    const texts = Array.from({ length: 300 }, (_, index) => `note ${index}`)
    await ledger.db.transaction(ann, (tx) =>
      emitAll(
        tx,
        noteWritten,
        texts.map((text) => ({ recordId: 'r', landlordId: ann.landlordId, text })),
      ),
    )
    const told = (await outbox()).slice(before)
    expect(told.map(({ data }) => (data as { text: string }).text)).toEqual(texts)
    expect(new Set(told.map(({ id }) => id)).size).toBe(texts.length)
    expect(told[0]).toMatchObject({
      source: '/ledger',
      type: 'ledger.note.written',
      subject: 'r',
      landlordid: ann.landlordId,
    })
  })
})
