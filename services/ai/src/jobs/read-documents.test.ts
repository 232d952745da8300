import { randomUUID } from 'node:crypto'
import { openDatabase } from '@keyhold/kit/database/database'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { type Cause, processReader, type Reader, ReadingFailed } from '../providers/reading/reader.ts'
import { reading } from '../schema/readings.ts'
import { docxOf, lease, pdfOf } from '../testing/files.ts'
import { nothingFound, openReadings } from '../testing/readings.ts'

let app: Awaited<ReturnType<typeof openReadings>>
afterEach(() => app.stop())

/** A reader that does what the file says: `crash`, `memory`, `time`, or waits until it is let go. */
function obedient() {
  const seen: string[] = []
  let letGo = () => {}
  const waiting = new Promise<void>((resolve) => (letGo = resolve))
  const read: Reader = async (bytes, _category, stopping) => {
    const word = Buffer.from(bytes).toString()
    seen.push(word)
    if (word === 'wait')
      await Promise.race([
        waiting,
        new Promise((_, reject) => stopping?.addEventListener('abort', () => reject(new ReadingFailed('stopped')))),
      ])
    if (['crash', 'memory', 'time'].includes(word)) throw new ReadingFailed(word as Cause)
    return { reading: { ...nothingFound, characters: bytes.length }, ms: 1, peakBytes: 1 }
  }
  return { read, seen, letGo: () => letGo() }
}

test('an uploaded lease is read, in a process of its own, and published once', async () => {
  app = await openReadings(processReader())
  const landlord = actors.landlord()
  const documentId = await app.upload(landlord, pdfOf([lease]))
  const analysis = await app.analysed(documentId)
  expect(analysis).toMatchObject({
    status: 'processed',
    engine: 'pdf-text',
    detected: 'lease',
    pages: 1,
    analysedAt: app.clock.now().toISOString(),
  })
  expect(analysis.findings.find(({ key }) => key === 'monthlyRent')).toMatchObject({
    value: '1850.00',
    page: 1,
    quote: lease[4],
  })
  expect(app.told()).toHaveLength(1)
  // Its words go with it, to be searched, and not into the analysis.
  expect(app.told()[0]?.text).toContain(lease[4])
  expect(analysis).not.toHaveProperty('text')
  // Another landlord sees nothing of it, by the database's own rule.
  const other = actors.landlord()
  const seen = (actor: typeof landlord) => app.db('ai').read(actor, (read) => read`select document_id from reading`)
  expect([(await seen(landlord)).length, (await seen(other)).length]).toEqual([1, 0])
})

test('while the store is away a document waits, longer each time, and is read when it is back', async () => {
  const { read, seen } = obedient()
  app = await openReadings(read)
  app.store.isAway = true
  const documentId = await app.upload(actors.landlord())
  await until(async () => (await app.rows())[0]?.misses === 1, { what: 'the first miss' })
  app.advance(5000)
  await until(async () => (await app.rows())[0]?.misses === 2, { what: 'the second miss' })
  expect([seen, app.told(), (await app.rows())[0]]).toEqual([
    [],
    [],
    expect.objectContaining({ tries: 0, status: 'waiting' }),
  ])
  app.store.isAway = false
  app.advance(15_000)
  expect((await app.analysed(documentId)).status).toBe('processed')
})

test('a store that stays away is said in the end', async () => {
  app = await openReadings(obedient().read)
  app.store.isAway = true
  const documentId = await app.upload(actors.landlord())
  for (let miss = 1; miss <= 8; miss++) {
    await until(async () => (await app.rows())[0]?.misses === miss, { what: `miss ${miss}` })
    app.advance(86_400_000)
  }
  expect(await app.analysed(documentId)).toMatchObject({
    status: 'unreadable',
    notes: ['The file could not be fetched from the store.'],
    findings: [],
  })
}, 60_000)

test.each([
  ['crash', 3, /causes an error in the reader/],
  ['memory', 2, /needed too much memory/],
  ['time', 2, /took too long/],
])('a document that ends in %s is tried %i times, and then said to be unreadable', async (word, times, note) => {
  const { read, seen } = obedient()
  app = await openReadings(read)
  const documentId = await app.upload(actors.landlord(), Buffer.from(word))
  for (let n = 1; n < times; n++) {
    await until(async () => seen.length === n && (await app.rows(sql`j.holder is null`))[0]?.tries === n, {
      what: `try ${n}`,
    })
    app.advance(10_000)
  }
  expect(await app.analysed(documentId)).toMatchObject({
    status: 'unreadable',
    notes: [expect.stringMatching(note)],
    findings: [],
  })
  expect(seen).toHaveLength(times)
})

test('a document that takes the whole process down each time does not do so for ever', async () => {
  const { read, seen } = obedient()
  app = await openReadings(read)
  const landlord = actors.landlord()
  const documentId = randomUUID()
  const asked = {
    landlordId: landlord.landlordId,
    documentId,
    category: 'lease',
    askedAt: '2026-01-01T00:00:00.000Z',
  } as const
  await app.db('ai').adminTransaction('as processes that died left it', async (tx) => {
    await tx.insert(reading).values(asked)
    await tx.execute(sql`
      insert into job (name, landlord_id, data, run_at, attempts, holder, lease_until)
      values ('read-document', ${landlord.landlordId}, ${JSON.stringify(asked)}::text::jsonb, '2026-01-01', 3, gen_random_uuid(), clock_timestamp() - interval '1 second')`)
  })
  expect((await app.analysed(documentId)).status).toBe('unreadable')
  expect(seen).toEqual([])
})

test('asked for again while it is read, a document is read again, and only the later reading is told', async () => {
  const { read, seen, letGo } = obedient()
  app = await openReadings(read)
  const landlord = actors.landlord()
  const documentId = await app.upload(landlord, Buffer.from('wait'))
  await until(() => seen.length === 1, { what: 'the reading to begin' })
  app.advance(1000)
  await app.upload(landlord, Buffer.from('later'), documentId)
  letGo()
  expect((await app.analysed(documentId)).characters).toBe(5)
  await app.settled()
  expect([seen, app.told().length]).toEqual([['wait', 'later'], 1])
  // A fact from before, delivered once more, asks for nothing.
  app.advance(-1000)
  await app.upload(landlord, Buffer.from('old'), documentId)
  expect(await app.rows()).toMatchObject([{ status: 'done' }])
})

test('a document that is deleted meanwhile is dropped, and nothing is told', async () => {
  app = await openReadings(obedient().read)
  app.store.isAway = true
  const documentId = await app.upload(actors.landlord())
  await until(async () => (await app.rows())[0]?.misses === 1, { what: 'the first miss' })
  app.store.files.delete(documentId)
  app.store.isAway = false
  app.advance(5000)
  await until(async () => (await app.rows()).length === 0, { what: 'the reading to be dropped' })
  expect(app.told()).toEqual([])
})

test('a hundred documents of one landlord let another one’s through', async () => {
  const { read, seen, letGo } = obedient()
  app = await openReadings(read)
  const [many, one] = [actors.landlord(), actors.landlord()]
  await app.upload(many, Buffer.from('wait'))
  await until(() => seen.length === 1, { what: 'the first to be read' })
  for (let n = 0; n < 5; n++) await app.upload(many, Buffer.from(`many ${n}`))
  app.advance(1000)
  const documentId = await app.upload(one, Buffer.from('one'))
  letGo()
  await app.analysed(documentId)
  await until(() => app.told().length === 7, { what: 'all of them' })
  expect(seen.indexOf('one')).toBe(1)
})

test('a process that ends puts back what it was reading, and the try does not count', async () => {
  const { read, seen } = obedient()
  app = await openReadings(read)
  await app.upload(actors.landlord(), Buffer.from('wait'))
  await until(() => seen.length === 1, { what: 'the reading to begin' })
  expect(await app.rows()).toMatchObject([{ tries: 1 }])
  await app.runtime.stop()
  const db = openDatabase({ url: app.databaseUrl, service: 'ai' })
  const left = await db.adminTransaction('after the process', (tx) =>
    tx.execute(sql`select attempts, holder, lease_until from ai.job where done_at is null`),
  )
  await db.close()
  expect([...left]).toEqual([{ attempts: 0, holder: null, lease_until: null }])
})

test.each([
  [
    'a character that is no character',
    '<w:p><w:r><w:t>Tenant shall pay rent of $1,850.00 per month. &#0;&#xD83D; Late fee: $75.00</w:t></w:r></w:p>',
  ],
  [
    'half of one where a quote ends',
    ['', 'x']
      .map(
        (shift) =>
          `<w:p><w:r><w:t>${shift}${'😀'.repeat(200)} Tenant shall pay rent of $1,850.00 per month ${'😀'.repeat(200)}</w:t></w:r></w:p>`,
      )
      .join(''),
  ],
])('a document with %s is read and published like any other', async (_, more) => {
  app = await openReadings(processReader())
  const documentId = await app.upload(actors.landlord(), docxOf(['RESIDENTIAL LEASE AGREEMENT'], { more }))
  const analysis = await app.analysed(documentId)
  expect(analysis.findings).toContainEqual(expect.objectContaining({ key: 'monthlyRent', value: '1850.00' }))
  for (const { quote } of analysis.findings) expect([quote.isWellFormed(), quote.includes('\0')]).toEqual([true, false])
})
