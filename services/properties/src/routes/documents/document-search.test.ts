import { deleteDocument, listDocuments, updateDocument } from '@keyhold/contracts/properties/documents'
import type { DocumentAnalysis, Finding } from '@keyhold/contracts/properties/document-analysis'
import { purgeDocument, restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentsContaining } from '../../domain/documents/document-texts.ts'
import { pendingAnalysis } from '../../domain/documents/documents.ts'
import { startPropertiesApp, pdf, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

async function owner(statement: string): Promise<void> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
const rent: Finding = {
  key: 'monthlyRent',
  label: 'Monthly rent',
  value: '1850.00',
  kind: 'money',
  confidence: 0.9,
  page: 1,
  quote: 'rent of $1,850.00 per month',
}
const tell = (landlord: LandlordActor, documentId: string, text: string, fields: Partial<DocumentAnalysis> = {}) =>
  app.publish(DocumentAnalysed, {
    documentId,
    landlordId: landlord.landlordId,
    analysis: { ...pendingAnalysis, status: 'processed', analysedAt: app.clock.now().toISOString(), ...fields },
    text,
  })
/** A document with this text. */
async function addRead(
  landlord: LandlordActor,
  name: string,
  text: string,
  fields: Record<string, unknown> = {},
  findings: Finding[] = [],
) {
  const { id } = await app.addDocument(landlord, { file: pdf(name), ...fields })
  await tell(landlord, id, text, { findings })
  return id
}
const search = async (actor: Actor, q: string, query: Record<string, unknown> = {}) =>
  (await app.send(listDocuments, actor, { query: { q, ...query } })).body.map(({ fileName, excerpt }) => [
    fileName,
    excerpt,
  ])

const filler = 'please keep the stairs clear '.repeat(20)

test('a landlord finds documents by their text and sees the words around the match', async () => {
  const landlord = actors.landlord()
  await addRead(landlord, 'a.pdf', `${filler}The premises are at 1420 Willow Creek Drive, Austin. ${filler}`)
  await addRead(landlord, 'b.pdf', 'Plumber <b>Willow</b> & sons, repairs', {}, [rent])
  await addRead(landlord, 'Willow.pdf', 'The Willow')
  const [first] = await search(landlord, 'willow cre')
  expect(first?.[0]).toBe('a.pdf')
  expect(first?.[1]).toMatch(/^… .*The premises are at 1420 Willow Creek Drive, Austin\. .* …$/)
  expect(first?.[1]?.length).toBeLessThan(190)
  expect(await search(landlord, 'WILLOW')).toEqual([
    // A match by name has no excerpt.
    ['Willow.pdf', undefined],
    ['b.pdf', 'Plumber <b>Willow</b> & sons, repairs'],
    ['a.pdf', expect.stringContaining('1420 Willow')],
  ])
  // By the value of a finding, which is written differently in the text.
  expect(await search(landlord, '1850')).toEqual([['b.pdf', 'Monthly rent: rent of $1,850.00 per month']])
  expect(await search(landlord, 'willow', { category: 'lease' })).toEqual([])
  expect(await search(landlord, 'willow', { sort: 'name', limit: 1 })).toEqual([['a.pdf', expect.any(String)]])
  expect(await search(landlord, 'illow')).toEqual([['Willow.pdf', undefined]])
  for (const q of ['%', "' or 1=1 --", 'willow nowhere', '\\']) expect(await search(landlord, q)).toEqual([])
})

test('pages and totals include matches by name and by text', async () => {
  const landlord = actors.landlord()
  for (const [name, text] of [
    ['1.pdf', 'the boiler'],
    ['boiler.pdf', 'another'],
    ['2.pdf', 'nothing of it'],
    ['3.pdf', 'a Boiler, new'],
  ] as const)
    await addRead(landlord, name, text)
  const { body, headers } = await app.send(listDocuments, landlord, { query: { q: 'boiler', limit: 2 } })
  expect([body.map(({ fileName }) => fileName), headers['x-total-count']]).toEqual([['3.pdf', 'boiler.pdf'], '3'])
  const query = Object.fromEntries(
    new URL(headers.link?.slice(1, headers.link.indexOf('>')) ?? '', 'http://keyhold').searchParams,
  )
  expect((await app.send(listDocuments, landlord, { query })).body.map(({ fileName }) => fileName)).toEqual(['1.pdf'])
})

test('any query is searched literally, and matches show why', async () => {
  const landlord = actors.landlord()
  await addRead(landlord, 'a.pdf', 'form_lease of İstanbul, KIZILAY Straße, cafe\u0301 Ⅷ ½ 😀 (ΟΔΌΣ) नमस्ते 東京都')
  for (const q of [
    'lease',
    'İstanbul',
    'istanbul',
    'ISTANBUL',
    'kızılay',
    'Kizilay',
    'straße',
    'STRASSE',
    'strasse',
    'café',
    'CAFE\u0301',
    'Ⅷ',
    '½',
    'οδός',
    'नमस्ते',
    '東京',
  ])
    expect(await search(landlord, q), q).toEqual([['a.pdf', expect.stringMatching(/KIZILAY Straße/)]])
  for (const q of [
    '😀',
    '\u0301',
    "''",
    '"',
    '(?i)',
    '***=x',
    '[[:alnum:]]',
    'a{9999}',
    '\\m',
    '-',
    'x '.repeat(50),
    'ıİß'.repeat(33),
  ])
    expect((await app.send(listDocuments, landlord, { query: { q } })).status, q).toBe(200)
  expect((await app.send(listDocuments, landlord, { query: { q: 'x'.repeat(101) } })).status).toBe(400)
  expect((await app.send(listDocuments, actors.visitor(), { query: { q: 'lease' } })).status).toBe(401)
})

test('analysing again replaces the text', async () => {
  const landlord = actors.landlord()
  const id = await addRead(landlord, 'a.pdf', 'an old word')
  app.clock.advance(1000)
  await tell(landlord, id, 'a new word')
  expect([await search(landlord, 'old'), await search(landlord, 'new')]).toEqual([[], [['a.pdf', 'a new word']]])
  await tell(landlord, id, 'a late word', { analysedAt: '2026-01-01T00:00:00.000Z' })
  expect(await search(landlord, 'late')).toEqual([])
})

test('a document in the bin is not found; restored, it is; deleted for good, its text is removed', async () => {
  const landlord = actors.landlord()
  const id = await addRead(landlord, 'a.pdf', 'the secret word')
  await app.send(deleteDocument, landlord, { params: { id } })
  expect(await search(landlord, 'secret')).toEqual([])
  await app.send(restoreDocument, landlord, { params: { id } })
  expect(await search(landlord, 'secret')).toHaveLength(1)
  await app.send(deleteDocument, landlord, { params: { id } })
  await app.send(purgeDocument, landlord, { params: { id } })
  const left = await app.db('properties').read(landlord, (sql) => sql`select document_id from document_text`)
  expect(left).toEqual([])
})

test("another landlord's texts are never found, and a tenant does not search texts at all", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const snapshot = tenantAt(landlord, null)
  await app.publish(TenantCreated, snapshot)
  const tenant = actors.tenantOf(landlord, snapshot.tenantId)
  const id = await addRead(landlord, 'Lease.pdf', 'the word zanzibar', { tenantId: snapshot.tenantId }, [rent])
  await addRead(other, 'Other.pdf', 'the word zanzibar too')
  expect([await search(landlord, 'zanzibar'), await search(other, 'zanzibar')]).toEqual([
    [['Lease.pdf', 'the word zanzibar']],
    [['Other.pdf', 'the word zanzibar too']],
  ])
  expect([await search(tenant, 'zanzibar'), await search(tenant, '1850'), await search(tenant, 'lease')]).toEqual([
    [],
    [],
    [['Lease.pdf', undefined]],
  ])
  expect(await search(actors.superAdmin(), 'zanzibar')).toEqual([])
  // Row level security shows no more.
  const seen = (actor: Actor) =>
    app.db('properties').read(actor, (sql) => sql<{ id: string }[]>`select document_id as id from document_text`)
  expect([(await seen(landlord)).map((row) => row.id), await seen(tenant), await seen(actors.landlord())]).toEqual([
    [id],
    [],
    [],
  ])
  // An analysis in another landlord's name is not stored.
  await tell(other, id, 'another text')
  expect(await search(other, 'another')).toEqual([])
  await app.send(updateDocument, landlord, { params: { id }, body: { fileName: 'Zanzibar.pdf' } })
  expect(await search(tenant, 'zanzibar')).toEqual([['Zanzibar.pdf', undefined]])
})

test('the full length of the contract is stored and searched to its last word', async () => {
  const landlord = actors.landlord()
  const text = 'lorem ipsum dolor '.repeat(1200).slice(0, 19_990) + ' the end.'
  await addRead(landlord, 'long.pdf', text)
  expect(await search(landlord, 'end')).toEqual([['long.pdf', expect.stringMatching(/^… .* the end\.$/)]])
})

test('a search reads only the texts of one landlord among 20,000 documents of many', async () => {
  const landlord = actors.landlord()
  await owner(`insert into properties.document_text (landlord_id, document_id, text, searched)
    select case when n % 100 = 0 then '${landlord.landlordId}' else md5((n % 100)::text)::uuid end, uuidv7(), 'word' || n, ' word' || n
    from generate_series(1, 20000) n;
    analyze properties.document_text`)
  const db = app.db('properties')
  let plan: Record<string, unknown>[] = []
  const explaining = {
    read: async (actor: LandlordActor, build: (sql: never) => never) => {
      const rows = await db.read(
        actor,
        (sql) => sql<Record<string, [{ Plan: never }]>[]>`explain (analyze, format json) ${build(sql as never)}`,
      )
      const flat = (node: Record<string, unknown>): Record<string, unknown>[] => [
        node,
        ...((node.Plans ?? []) as Record<string, unknown>[]).flatMap(flat),
      ]
      plan = Object.values(rows[0] ?? {}).flatMap(([{ Plan }]) => flat(Plan))
      return []
    },
  }
  await documentsContaining(explaining as never, landlord, 'word1')
  const read = plan.find((node) => node['Relation Name'] === 'document_text')
  expect(Number(read?.['Actual Rows']) + Number(read?.['Rows Removed by Filter'] ?? 0)).toBe(200)
  expect(plan.map((node) => node['Index Name'])).toContain('document_text_landlord_id_document_id_pk')
  expect(await documentsContaining(db, landlord, 'word1')).not.toEqual([])
})
