import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deleteDocument,
  documentBinDays,
  getDocument,
  listDocuments,
  uploadDocument,
} from '@keyhold/contracts/properties/documents'
import { listDeletedDocuments, purgeDocument, restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentChanged } from '@keyhold/contracts/properties/document-events'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binPage } from '../../domain/documents/document-bin.ts'
import { pendingAnalysis } from '../../domain/documents/documents.ts'
import { startPropertiesApp, pdf, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
// Room for a thousand bytes.
beforeAll(async () => void (app = await startPropertiesApp({ DOCUMENT_GB_PER_LANDLORD: '0.000001' })))
afterAll(() => app.stop())

const remove = (actor: Actor, id: string) => app.send(deleteDocument, actor, { params: { id } })
const restore = (actor: Actor, id: string) => app.send(restoreDocument, actor, { params: { id } })
const purge = (actor: Actor, id: string) => app.send(purgeDocument, actor, { params: { id } })
const bin = (actor: Actor, query: Record<string, unknown> = {}) => app.send(listDeletedDocuments, actor, { query })
const namesInBin = async (actor: Actor) => (await bin(actor)).body.map(({ fileName }) => fileName)
const stored = () => readdir(join(app.blobs, 'documents'))
async function owner<T extends object>(statement: string): Promise<T[]> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe<T[]>(statement)
  } finally {
    await sql.end()
  }
}
/** A document in the bin, deleted a second after its upload. */
async function addDeleted(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
  const made = await app.addDocument(landlord, fields)
  await remove(landlord, made.id)
  app.clock.advance(1000)
  return made
}

test('the bin lists deleted documents, the last deleted first, with the day of their removal', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord, { name: 'Elm House' })
  const tenant = tenantAt(landlord, home.id)
  await app.publish(TenantCreated, tenant)
  expect([(await bin(landlord)).body, (await bin(landlord)).headers['x-total-count']]).toEqual([[], '0'])
  const [late, early] = [
    await app.addDocument(landlord, { file: pdf('Late.pdf') }),
    await addDeleted(landlord, { file: pdf('Early.pdf') }),
  ]
  await remove(landlord, late.id)
  const linked = await app.addDocument(landlord, { category: 'lease', propertyId: home.id, tenantId: tenant.tenantId })
  await remove(landlord, linked.id)
  await app.addDocument(landlord, { file: pdf('Kept.pdf') })
  expect(await namesInBin(landlord)).toEqual(['Lease.pdf', 'Late.pdf', 'Early.pdf'])
  const [first] = (await bin(landlord)).body
  const deletedAt = first?.deletedAt ?? ''
  expect(first).toEqual({
    id: linked.id,
    fileName: 'Lease.pdf',
    fileType: 'pdf',
    fileSize: linked.fileSize,
    category: 'lease',
    propertyName: 'Elm House',
    tenantName: 'Ada Moss',
    deletedAt,
    goneAt: new Date(new Date(deletedAt).getTime() + documentBinDays * 86_400_000).toISOString(),
  })
  // Its links are restored too.
  expect((await restore(landlord, linked.id)).body).toMatchObject({
    propertyId: home.id,
    tenantId: tenant.tenantId,
    category: 'lease',
  })
  expect([
    await namesInBin(landlord),
    (await app.send(getDocument, landlord, { params: { id: linked.id } })).status,
  ]).toEqual([['Late.pdf', 'Early.pdf'], 200])
  expect((await restore(landlord, early.id)).status).toBe(200)
})

test('pages of the bin have no gaps or repeats, even where many were deleted at once', async () => {
  const landlord = actors.landlord()
  const made = [1, 2, 3, 4, 5].map((n) => app.addDocument(landlord, { file: pdf(`${n}.pdf`) }))
  for (const { id } of await Promise.all(made)) await remove(landlord, id)
  const seen: string[] = []
  let query: Record<string, unknown> = { limit: 2 }
  for (let page = 0; page < 3; page++) {
    const { body, headers } = await bin(landlord, query)
    seen.push(...body.map(({ fileName }) => fileName))
    expect([headers['x-total-count'], headers.link === undefined]).toEqual(['5', page === 2])
    query = Object.fromEntries(
      new URL(headers.link?.slice(1, headers.link.indexOf('>')) ?? '', 'http://keyhold').searchParams,
    )
  }
  expect(seen.toSorted()).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'])
  for (const cursor of ['x', '.', 'mm.', `mm.${'A'.repeat(21)}`, `-1.${'A'.repeat(22)}`, 'A'.repeat(22)])
    expect((await bin(landlord, { cursor })).status, cursor).toBe(400)
})

test.each([
  ['deleted for good', purge],
  ['put back', restore],
  [
    'put back and deleted again',
    async (actor: Actor, id: string) => (await restore(actor, id), app.clock.advance(1000), remove(actor, id)),
  ],
] as const)('a page goes on behind a document that was %s meanwhile', async (_, leave) => {
  const landlord = actors.landlord()
  for (const n of [1, 2, 3, 4]) await addDeleted(landlord, { file: pdf(`${n}.pdf`) })
  const { body, headers } = await bin(landlord, { limit: 2 })
  await leave(landlord, body.at(-1)?.id ?? '')
  const query = Object.fromEntries(
    new URL(headers.link?.slice(1, headers.link.indexOf('>')) ?? '', 'http://keyhold').searchParams,
  )
  expect((await bin(landlord, query)).body.map(({ fileName }) => fileName)).toEqual(['2.pdf', '1.pdf'])
  app.clock.advance(60_000)
  await app.tick()
})

test('a document deleted for good is gone with its file and text, frees its storage and cannot be restored', async () => {
  const landlord = actors.landlord()
  const kept = await app.addDocument(landlord)
  const gone = await app.addDocument(landlord, { file: pdf('Gone.pdf', 'x'.repeat(500)) })
  const tell = () =>
    app.publish(DocumentAnalysed, {
      documentId: gone.id,
      landlordId: landlord.landlordId,
      analysis: { ...pendingAnalysis, status: 'processed', analysedAt: app.clock.now().toISOString() },
      text: 'the words in it',
    })
  await tell()
  const texts = () => owner(`select from properties.document_text where document_id = '${gone.id}'`)
  expect(await texts()).toHaveLength(1)
  const files = (await stored()).length
  await remove(landlord, gone.id)
  const big = () => app.send(uploadDocument, landlord, { body: { file: pdf('Big.pdf', 'y'.repeat(600)) } })
  expect((await big()).problem).toMatchObject({
    code: 'document-limit-reached',
    detail: expect.stringMatching(/in the bin count too\. Delete them permanently/),
  })
  expect((await purge(landlord, gone.id)).status).toBe(204)
  // A late analysis does not restore it.
  await tell()
  expect([await namesInBin(landlord), await texts()]).toEqual([[], []])
  expect([(await purge(landlord, gone.id)).status, (await restore(landlord, gone.id)).status]).toEqual([404, 404])
  expect((await big()).status).toBe(201)
  app.clock.advance(60_000)
  await app.tick()
  expect((await stored()).length).toBe(files) // less one, and the big one
  expect(await owner("select from properties.job where name = 'remove-file' and done_at is null")).toEqual([])
  await app.settled()
  // Published when it was deleted, restored and analysed.
  expect(app.published(DocumentChanged).filter(({ documentId }) => documentId === gone.id)).toHaveLength(3)
  expect((await app.send(listDocuments, landlord)).body.map(({ id }) => id)).toContain(kept.id)
})

test('concurrent permanent deletions remove the file once', async () => {
  const landlord = actors.landlord()
  const { id } = await addDeleted(landlord)
  const answers = await Promise.all([purge(landlord, id), purge(landlord, id), restore(landlord, id)])
  const statuses = answers.map(({ status }) => status)
  // The first one deletes it, the others find nothing.
  expect(statuses.filter((status) => status < 300)).toHaveLength(1)
  expect(statuses.filter((status) => status === 404)).toHaveLength(2)
})

test('a document deleted for good during its analysis leaves nothing behind, in either order', async () => {
  const landlord = actors.landlord()
  const analysis = { ...pendingAnalysis, status: 'processed' as const, analysedAt: app.clock.now().toISOString() }
  for (let n = 0; n < 10; n++) {
    const { id } = await app.addDocument(landlord)
    const analysed = app.publish(DocumentAnalysed, {
      documentId: id,
      landlordId: landlord.landlordId,
      analysis,
      text: 'the words in it',
    })
    await Promise.all([analysed, remove(landlord, id).then(() => purge(landlord, id))])
    expect(await owner(`select from properties.document_text where document_id = '${id}'`)).toEqual([])
  }
  app.clock.advance(60_000)
  await app.tick()
})

test('only documents in the bin can be deleted for good', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  expect((await purge(landlord, id)).problem).toMatchObject({ status: 404, detail: 'Document not found' })
  expect((await app.send(getDocument, landlord, { params: { id } })).status).toBe(200)
})

test("another landlord's bin cannot be seen or emptied, and tenants have none", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const tenant = tenantAt(landlord, null)
  await app.publish(TenantCreated, tenant)
  const { id } = await addDeleted(landlord, { tenantId: tenant.tenantId })
  await addDeleted(other, { file: pdf('Other.pdf') })
  expect([await namesInBin(landlord), await namesInBin(other)]).toEqual([['Lease.pdf'], ['Other.pdf']])
  for (const actor of [other, actors.superAdmin()]) {
    const [theirs, absent] = [await purge(actor, id), await purge(actor, v7())]
    expect([theirs.status, { ...theirs.problem, requestId: '' }]).toEqual([404, { ...absent.problem, requestId: '' }])
  }
  expect(await namesInBin(actors.superAdmin())).toEqual([])
  for (const [actor, status] of [
    [actors.tenantOf(landlord, tenant.tenantId), 403],
    [actors.visitor(), 401],
  ] as const)
    expect([(await bin(actor)).status, (await purge(actor, id)).status]).toEqual([status, status])
  expect(await namesInBin(landlord)).toEqual(['Lease.pdf'])
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  Plans?: Node[]
}
/** The plan of the query for a page. */
async function scansOf({ landlordId }: LandlordActor, limit: number): Promise<Node[]> {
  const rows = await app
    .db('properties')
    .read(
      { ...actors.landlord(), landlordId },
      (sql) =>
        sql<
          Record<string, [{ Plan: Node }]>[]
        >`explain (analyze, format json) ${binPage(sql, { landlordId, limit, after: undefined })}`,
    )
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return Object.values(rows[0] ?? {})
    .flatMap(([{ Plan }]) => flat(Plan))
    .filter((node) => node['Relation Name'] === 'document')
}

test('a page of the bin reads only its own rows among 20,000 documents of many landlords', async () => {
  const landlord = actors.landlord()
  await owner(`insert into properties.document (landlord_id, file_name, file_type, file_size, blob_name, category, analysis, deleted_at)
    select case when n % 50 = 0 then '${landlord.landlordId}' else md5((n % 50)::text)::uuid end, n || '.pdf', 'pdf', 1, 'none', 'other',
      '{"status": "pending"}', case when n % 4 < 2 then timestamptz '2026-03-01' + n * interval '1 second' end
    from generate_series(1, 20000) n`)
  await owner('analyze properties.document')
  const { body, headers } = await bin(landlord, { limit: 25 })
  expect([body.length, headers['x-total-count']]).toEqual([25, '200'])
  const scans = await scansOf(landlord, 26)
  expect(scans).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': 'document_of_bin', 'Actual Rows': 26 }])
  await owner(`delete from properties.document where blob_name = 'none'`)
})
