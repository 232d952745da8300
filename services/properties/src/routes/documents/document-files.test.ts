import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deleteDocument,
  documentFile,
  documentBinDays,
  getDocument,
  listDocuments,
  maxDocumentBytes,
  uploadDocument,
} from '@keyhold/contracts/properties/documents'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { documentContent, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { listPhotos } from '@keyhold/contracts/properties/property-photos'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { kinds, picture } from '@keyhold/kit/testing/pictures'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compoundFile, docx } from '../../testing/documents.ts'
import { startPropertiesApp, pdf, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const upload = (actor: Actor, bytes: Uint8Array, name = 'file', headers: Record<string, string> = {}) =>
  app.send(uploadDocument, actor, { body: { file: { name, bytes } }, headers })
const look = (actor: Actor, id: string, query: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.send(documentFile, actor, { params: { id }, query, headers })
const list = async (landlord: LandlordActor) => (await app.send(listDocuments, landlord)).body
const stored = () => readdir(join(app.blobs, 'documents')).catch(() => [] as string[])
/** As the owner of the database. */
async function owner<T extends object>(statement: string): Promise<T[]> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe<T[]>(statement)
  } finally {
    await sql.end()
  }
}
const removals = async () =>
  (await owner("select from properties.job where name = 'remove-file' and done_at is null")).length
const day = 24 * 60 * 60_000
/** Removes all files that are due, so that counts start from zero. */
async function clear() {
  for (const time of [documentBinDays * day + 60 * 60_000, 60_000]) {
    app.clock.advance(time)
    await app.tick()
  }
}

test.each([
  ['pdf', () => pdf().bytes, 'application/pdf', 'inline'],
  ['jpg', kinds.jpeg, 'image/jpeg', 'inline'],
  ['png', kinds.png, 'image/png', 'inline'],
  ['gif', kinds.gif, 'image/gif', 'inline'],
  ['doc', () => compoundFile('WordDocument'), 'application/msword', 'attachment'],
  ['docx', () => docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
] as const)('a %s is that whatever it is called, and comes back as it was', async (type, make, mediaType, kind) => {
  const landlord = actors.landlord()
  const bytes = await make()
  const { body } = await upload(landlord, bytes, 'page.html')
  expect(body).toMatchObject({ fileType: type, fileSize: bytes.length, fileName: 'page.html' })
  const file = await look(landlord, body.id)
  expect(file.headers).toEqual({
    'content-type': mediaType,
    'cache-control': 'private, no-cache',
    etag: '"1"',
    'content-disposition': `${kind}; filename="page.html.${type}"; filename*=UTF-8''page.html.${type}`,
  })
  expect(Buffer.compare(Buffer.from(file.body), Buffer.from(bytes))).toBe(0)
  expect((await look(landlord, body.id, { download: 'true' })).headers['content-disposition']).toMatch(/^attachment/)
  const read = await app.send(documentContent, actors.service('ai', landlord.landlordId), { params: { id: body.id } })
  expect([Buffer.compare(Buffer.from(read.body), Buffer.from(bytes)), read.headers['content-type']]).toEqual([
    0,
    mediaType,
  ])
})

test('file names in any script are preserved', async () => {
  const landlord = actors.landlord()
  const { body } = await upload(landlord, pdf().bytes, 'C:\\Users\\me\\Договір "2026" été.pdf')
  expect(body.fileName).toBe('Договір "2026" été.pdf')
  const header = (await look(landlord, body.id)).headers['content-disposition'] ?? ''
  expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '')).toBe(body.fileName)
  expect(header).toMatch(/^[\x20-\x7E]+$/)
})

test.each([
  [
    'text',
    () => Buffer.from('Dear tenant'),
    415,
    'Documents are PDF, DOC, DOCX, JPG, PNG or GIF files. This file is something else.',
  ],
  [
    'a page',
    () => Buffer.from('<script>alert(1)</script>'),
    415,
    'Documents are PDF, DOC, DOCX, JPG, PNG or GIF files. This file is something else.',
  ],
  ['nothing', () => Buffer.alloc(0), 415, 'This file is empty. Please choose another one.'],
  [
    'too much',
    () => Buffer.concat([pdf().bytes, Buffer.alloc(maxDocumentBytes)]),
    413,
    'This file is larger than 25 MB. Please choose a smaller one.',
  ],
] as const)('%s is refused with a sentence and leaves nothing behind', async (_, make, status, detail) => {
  const landlord = actors.landlord()
  const before = [(await stored()).length, await removals()]
  expect((await upload(landlord, make(), 'Lease.pdf')).problem).toMatchObject({ status, detail })
  expect([await list(landlord), [(await stored()).length, await removals()]]).toEqual([[], before])
})

test('a file of exactly the maximum size is accepted', async () => {
  const landlord = actors.landlord()
  const start = pdf().bytes
  const { status, body } = await upload(landlord, Buffer.concat([start, Buffer.alloc(maxDocumentBytes - start.length)]))
  expect([status, body.fileSize]).toEqual([201, maxDocumentBytes])
})

test('a form without a file, or with text in its place, is refused', async () => {
  for (const body of [{ category: 'lease' }, { file: 'text' }])
    expect((await app.send(uploadDocument, actors.landlord(), { body })).problem).toMatchObject({
      status: 400,
      detail: 'Choose a file.',
    })
})

test('a file in the browser cache is not sent again, and access is checked each time', async () => {
  const landlord = actors.landlord()
  const tenant = tenantAt(landlord, null)
  await app.publish(TenantCreated, tenant)
  const { id } = await app.addDocument(landlord, { tenantId: tenant.tenantId })
  const again = async (actor: Actor, etag = '"1"') => {
    const { status, body } = await look(actor, id, {}, { 'if-none-match': etag })
    return [status, body?.length ?? 0]
  }
  const reader = actors.tenantOf(landlord, tenant.tenantId)
  expect([await again(landlord), await again(reader), (await again(reader, '"0"'))[0]]).toEqual([
    [304, 0],
    [304, 0],
    200,
  ])
  await app.send(deleteDocument, landlord, { params: { id } })
  expect([(await again(landlord))[0], (await again(reader))[0], (await again(actors.visitor()))[0]]).toEqual([
    404, 404, 401,
  ])
})

test('the file of an upload that failed before its record was made is removed later, and its key can be used again', async () => {
  const landlord = actors.landlord()
  await clear()
  const before = (await stored()).length
  const send = () => upload(landlord, pdf().bytes, 'Lease.pdf', { 'idempotency-key': 'crash' })
  // The commit fails after the file was stored, like a crash at that point.
  await owner('alter table properties.document add constraint broken check (false) not valid')
  expect((await send()).status).toBe(500)
  await owner('alter table properties.document drop constraint broken')
  expect([(await stored()).length, await list(landlord)]).toEqual([before + 1, []])
  expect((await send()).status).toBe(201)
  await clear()
  expect([(await stored()).length, await removals(), (await list(landlord)).length]).toEqual([before + 1, 0, 1])
  expect((await look(landlord, (await list(landlord))[0]?.id ?? '')).status).toBe(200)
  await app.settled()
  expect(app.published(DocumentUploaded).filter(({ landlordId }) => landlordId === landlord.landlordId)).toHaveLength(1)
})

test('a document is deleted for good with its file after 30 days in the bin; others stay', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [gone, late, kept] = [
    await app.addDocument(landlord),
    await app.addDocument(landlord),
    await app.addDocument(other),
  ]
  const { id } = await app.addProperty(landlord)
  const photo = await app.addPhoto(landlord, id)
  await clear()
  const before = (await stored()).length
  await app.send(deleteDocument, landlord, { params: { id: gone.id } })
  app.clock.advance(3 * 60 * 60_000)
  await app.send(deleteDocument, landlord, { params: { id: late.id } })
  app.clock.advance(documentBinDays * day - 60 * 60_000)
  await app.tick()
  app.clock.advance(60_000)
  await app.tick()
  expect([(await stored()).length, await removals()]).toEqual([before - 1, 0])
  const restore = (document: string) => app.send(restoreDocument, landlord, { params: { id: document } })
  expect([(await restore(gone.id)).status, (await restore(late.id)).status]).toEqual([404, 200])
  for (const [actor, document] of [
    [landlord, late.id],
    [other, kept.id],
  ] as const)
    expect((await look(actor, document)).status).toBe(200)
  expect((await app.send(listPhotos, landlord, { params: { id } })).body).toEqual([photo])
})

test('one run of the schedule empties the bins of many landlords', async () => {
  const landlord = actors.landlord()
  await clear()
  const before = await owner('select from properties.document')
  await owner(`insert into properties.document (landlord_id, file_name, file_type, file_size, blob_name, category, analysis, deleted_at)
    select '${landlord.landlordId}', 'x', 'pdf', 1, md5(n::text), 'other', '{"status": "pending"}', '2026-01-01' from generate_series(1, 250) n`)
  await clear()
  expect(await owner('select from properties.document')).toHaveLength(before.length)
  expect(await removals()).toBe(0)
})

const userCreated = ({ landlordId }: LandlordActor, changes: Record<string, unknown>) => ({
  userId: landlordId,
  landlordId,
  tenantId: null,
  userType: 'landlord' as const,
  email: `${landlordId}@example.com`,
  firstName: 'Ann',
  lastName: 'Lee',
  phone: null,
  createdAt: app.clock.now().toISOString(),
  ...changes,
})

test('the storage of a landlord is limited, the bin included, and other landlords are not affected', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  await owner(`insert into properties.document (landlord_id, file_name, file_type, file_size, blob_name, category, analysis, deleted_at)
    select '${landlord.landlordId}', 'x', 'pdf', 2000000000, 'none', 'other', '{"status": "pending"}', '${app.clock.now().toISOString()}'`)
  expect((await upload(landlord, pdf().bytes)).problem).toMatchObject({
    status: 409,
    code: 'document-limit-reached',
    detail: expect.stringContaining('2 GB'),
  })
  // A larger plan has room for more, an address that is not proved for less.
  await app.publish(UserCreated, userCreated(other, { emailProof: null }))
  await owner(`insert into properties.document (landlord_id, file_name, file_type, file_size, blob_name, category, analysis)
    select '${other.landlordId}', 'x', 'pdf', 200000000, 'small', 'other', '{"status": "pending"}'`)
  expect((await upload(other, pdf().bytes)).problem.detail).toContain('0.2 GB')
  app.clock.advance(1000)
  await app.publish(UserCreated, userCreated(other, { emailProof: 'mailbox' }))
  expect((await upload(other, pdf().bytes)).status).toBe(201)
  await owner(
    `delete from properties.document where id = (select id from properties.document where blob_name = 'none' limit 1)`,
  )
  expect((await upload(landlord, pdf().bytes)).status).toBe(201)
  await owner(`delete from properties.document where blob_name = 'none'`)
})

test('while the store is unavailable files answer 503 and records stay available; then it recovers', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  await rename(app.blobs, `${app.blobs}.away`)
  await writeFile(app.blobs, '')
  expect((await look(landlord, id)).problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await upload(landlord, await picture())).status).toBe(503)
  expect((await app.send(getDocument, landlord, { params: { id } })).status).toBe(200)
  await rm(app.blobs)
  await rename(`${app.blobs}.away`, app.blobs)
  expect((await look(landlord, id)).status).toBe(200)
  expect(await list(landlord)).toHaveLength(1)
})

test('a file that is missing in the store is not found', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  for (const file of await stored()) await rm(join(app.blobs, 'documents', file))
  expect((await look(landlord, id)).problem).toMatchObject({ status: 404, code: 'not-found' })
})

test('for its analysis a file that is missing in the store is unavailable, not a deleted document', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  const read = async () =>
    (await app.send(documentContent, actors.service('ai', landlord.landlordId), { params: { id } })).problem
  for (const file of await stored()) await rm(join(app.blobs, 'documents', file))
  expect(await read()).toMatchObject({ status: 503, code: 'unavailable' })
  await app.send(deleteDocument, landlord, { params: { id } })
  expect(await read()).toMatchObject({ status: 404, code: 'not-found' })
})
