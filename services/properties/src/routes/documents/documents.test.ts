import {
  analyseDocument,
  deleteDocument,
  type Document,
  documentFile,
  documentSummary,
  getDocument,
  listDocuments,
  updateDocument,
  uploadDocument,
} from '@keyhold/contracts/properties/documents'
import { restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentChanged, documentContent, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { deleteProperty, updateProperty } from '@keyhold/contracts/properties/properties'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, pdf, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const upload = (actor: Actor, fields: Record<string, unknown> = {}) =>
  app.send(uploadDocument, actor, { body: { file: pdf(), ...fields } })
const get = (actor: Actor, id: string) => app.send(getDocument, actor, { params: { id } })
const change = (actor: Actor, id: string, body: Record<string, unknown>) =>
  app.send(updateDocument, actor, { params: { id }, body })
const remove = (actor: Actor, id: string) => app.send(deleteDocument, actor, { params: { id } })
const restore = (actor: Actor, id: string) => app.send(restoreDocument, actor, { params: { id } })
const look = (actor: Actor, id: string) => app.send(documentFile, actor, { params: { id } })
const names = async (actor: Actor, query: Record<string, unknown> = {}) =>
  (await app.send(listDocuments, actor, { query })).body.map(({ fileName }) => fileName)
const publishedCount = async (contract: typeof DocumentUploaded, id: string) => {
  await app.settled()
  return app.published(contract).filter(({ documentId }) => documentId === id).length
}
/** A tenant of the landlord whose event was received. */
async function resident(landlord: LandlordActor, propertyId: string | null, fields: { firstName?: string } = {}) {
  const snapshot = tenantAt(landlord, propertyId, fields)
  await app.publish(TenantCreated, snapshot)
  return { snapshot, actor: actors.tenantOf(landlord, snapshot.tenantId) }
}

test('an uploaded document is listed with its links, is pending, and is published for analysis', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord, { name: 'Elm House' })
  const { snapshot } = await resident(landlord, home.id)
  const requestId = v7()
  app.requests.set(requestId, landlord.landlordId)
  const file = pdf('Lease 2026.pdf')
  const { status, body } = await upload(landlord, {
    file,
    category: 'lease',
    propertyId: home.id,
    tenantId: snapshot.tenantId,
    requestId,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    landlordId: landlord.landlordId,
    fileName: 'Lease 2026.pdf',
    fileType: 'pdf',
    fileSize: file.bytes.length,
    filePath: `/api/documents/${body.id}/file`,
    category: 'lease',
    propertyId: home.id,
    propertyName: 'Elm House',
    tenantId: snapshot.tenantId,
    tenantName: 'Ada Moss',
    requestId,
    aiProcessed: false,
    extractedData: {},
    analysis: {
      status: 'pending',
      engine: null,
      detected: null,
      findings: [],
      notes: [],
      pages: null,
      characters: 0,
      analysedAt: null,
    },
    createdAt: app.clock.now().toISOString(),
    updatedAt: app.clock.now().toISOString(),
  })
  expect((await get(landlord, body.id)).body).toEqual(body)
  expect((await app.send(listDocuments, landlord)).body).toEqual([body])
  expect(await publishedCount(DocumentUploaded, body.id)).toBe(1)
  expect(app.published(DocumentUploaded).at(-1)).toMatchObject({
    tenantId: snapshot.tenantId,
    propertyId: home.id,
    fileType: 'pdf',
    category: 'lease',
  })
})

test('without a category or links a document is of category other and unlinked; empty form fields mean none', async () => {
  const landlord = actors.landlord()
  const { body } = await upload(landlord, { propertyId: '', tenantId: '', requestId: '' })
  expect(body).toMatchObject({
    category: 'other',
    propertyId: null,
    tenantId: null,
    requestId: null,
    propertyName: null,
    tenantName: null,
  })
})

test('repeated and concurrent uploads with one Idempotency-Key make one document', async () => {
  const landlord = actors.landlord()
  const send = (file = pdf()) =>
    app.send(uploadDocument, landlord, {
      body: { file, category: 'lease' },
      headers: { 'idempotency-key': `of ${landlord.userId}` },
    })
  const [first, second] = await Promise.all([send(), send()])
  const third = await send()
  expect(new Set([first, second, third].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await send(pdf('Other.pdf'))).problem.code).toBe('idempotency-key-reused')
  expect(await names(landlord)).toEqual(['Lease.pdf'])
})

test("a document is linked only to the landlord's own records, and refusals reveal nothing", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [mine, theirs] = [await app.addProperty(landlord), await app.addProperty(other)]
  const gone = await app.addProperty(landlord)
  await app.send(deleteProperty, landlord, { params: { id: gone.id } })
  const [tenant, stranger] = [await resident(landlord, mine.id), await resident(other, theirs.id)]
  app.tenancy.tenants.set(stranger.snapshot.tenantId, stranger.snapshot)
  const request = v7()
  app.requests.set(request, other.landlordId)
  const made = await app.addDocument(landlord, { propertyId: mine.id, tenantId: tenant.snapshot.tenantId })
  for (const [field, id, sentence] of [
    ['propertyId', theirs.id, 'Property not found'],
    ['propertyId', gone.id, 'Property not found'],
    ['propertyId', v7(), 'Property not found'],
    ['tenantId', stranger.snapshot.tenantId, 'Tenant not found'],
    ['tenantId', v7(), 'Tenant not found'],
    ['requestId', request, 'Maintenance request not found'],
  ] as const) {
    for (const answer of [await upload(landlord, { [field]: id }), await change(landlord, made.id, { [field]: id })])
      expect(answer.problem).toMatchObject({ status: 404, code: 'not-found', detail: sentence })
  }
  expect(await names(landlord)).toEqual(['Lease.pdf'])
  expect((await get(landlord, made.id)).body).toEqual(made)
})

test('tenancy is asked once for a tenant whose event was not received; the name follows events from then on', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord)
  const snapshot = tenantAt(landlord, home.id, { firstName: 'New' })
  app.tenancy.tenants.set(snapshot.tenantId, snapshot)
  const asked = app.tenancy.asked
  const made = await app.addDocument(landlord, { tenantId: snapshot.tenantId })
  await app.addDocument(landlord, { tenantId: snapshot.tenantId })
  expect([made.tenantName, app.tenancy.asked - asked]).toEqual(['New Moss', 1])
  // Asking for the name does not store where the tenant lives; the event does.
  await app.publish(TenantCreated, snapshot)
  await app.publish(TenantUpdated, { ...snapshot, lastName: 'Married' })
  await app.publish(TenantLeft, { ...snapshot, lastName: 'Married', isActive: false })
  expect((await get(landlord, made.id)).body.tenantName).toBe('New Married')
})

test('a renamed document cannot have misleading text direction either', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  // With the character it would be shown as "Invoice exe.pdf".
  expect((await change(landlord, id, { fileName: 'Invoice \u202Efdp.exe' })).body.fileName).toBe('Invoice fdp.exe')
  expect((await change(landlord, id, { fileName: '\u202E' })).body.fileName).toBe('document.pdf')
  expect((await change(landlord, id, { fileName: 'Lease 1/2' })).body.fileName).toBe('Lease 1/2')
})

test('fields are changed one by one; a link to a deleted record may stay and keeps its name', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord, { name: 'Old Mill' })
  const made = await app.addDocument(landlord, { propertyId: home.id })
  await app.send(updateProperty, landlord, { params: { id: home.id }, body: { name: 'New Mill' } })
  await app.send(deleteProperty, landlord, { params: { id: home.id } })
  const renamed = await change(landlord, made.id, { fileName: ' Receipt ', category: 'receipt', propertyId: home.id })
  expect(renamed.body).toMatchObject({
    fileName: 'Receipt',
    category: 'receipt',
    propertyId: home.id,
    propertyName: 'New Mill',
    tenantId: null,
  })
  expect((await change(landlord, made.id, { propertyId: '' })).body).toMatchObject({
    propertyId: null,
    propertyName: null,
    fileName: 'Receipt',
  })
  expect((await change(landlord, made.id, { fileName: ' ' })).problem).toMatchObject({
    status: 400,
    detail: 'A name is required.',
  })
  expect((await change(landlord, made.id, { category: 'love letter' })).status).toBe(400)
  expect(await publishedCount(DocumentChanged, made.id)).toBe(2)
  expect((await look(landlord, made.id)).headers['content-disposition']).toContain('filename="Receipt.pdf"')
})

test('a tenant reads only documents linked to them, not those of their property, of a co-tenant or unlinked ones', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const home = await app.addProperty(landlord, { name: 'Elm House' })
  const [ada, bob] = [await resident(landlord, home.id), await resident(landlord, home.id, { firstName: 'Bob' })]
  const own = await app.addDocument(landlord, {
    file: pdf('Of Ada.pdf'),
    tenantId: ada.snapshot.tenantId,
    propertyId: home.id,
    category: 'lease',
  })
  const others = [
    await app.addDocument(landlord, { tenantId: bob.snapshot.tenantId, propertyId: home.id }),
    await app.addDocument(landlord, { propertyId: home.id }),
    await app.addDocument(landlord),
    await app.addDocument(other),
  ]
  for (const query of [{}, { tenantId: ada.snapshot.tenantId }, { propertyId: home.id }, { q: 'a' }])
    expect(await names(ada.actor, query)).toEqual(['Of Ada.pdf'])
  expect(await names(ada.actor, { tenantId: bob.snapshot.tenantId })).toEqual([])
  expect((await app.send(documentSummary, ada.actor)).body).toMatchObject({
    count: 1,
    bytes: own.fileSize,
    byCategory: { lease: 1, other: 0 },
  })
  expect([(await get(ada.actor, own.id)).body, (await look(ada.actor, own.id)).status]).toEqual([own, 200])
  for (const { id } of others) {
    const absent = v7()
    for (const ask of [get, look]) {
      const [theirs, none] = [await ask(ada.actor, id), await ask(ada.actor, absent)]
      expect([theirs.status, { ...theirs.problem, requestId: '' }]).toEqual([404, { ...none.problem, requestId: '' }])
    }
  }
  // Row level security shows no more.
  const visible = async (actor: Actor) =>
    (await app.db('properties').read(actor, (sql) => sql<{ id: string }[]>`select id from document`)).map(
      ({ id }) => id,
    )
  expect(await visible(ada.actor)).toEqual([own.id])
  for (const actor of [
    actors.tenantOf(other, ada.snapshot.tenantId),
    actors.tenantOf(landlord),
    actors.unlinkedTenant(),
  ])
    expect([await visible(actor), await names(actor), (await get(actor, own.id)).status]).toEqual([[], [], 404])
  expect((await app.send(documentSummary, actors.unlinkedTenant())).body.count).toBe(0)
})

test('a tenant who moved out still reads their lease with the name of its property', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord, { name: 'Elm House' })
  const { snapshot, actor } = await resident(landlord, home.id)
  const lease = await app.addDocument(landlord, { tenantId: snapshot.tenantId, propertyId: home.id })
  await app.publish(TenantLeft, { ...snapshot, isActive: false })
  expect((await get(actor, lease.id)).body).toEqual(lease)
  expect((await app.send(listDocuments, actor)).body).toEqual([lease])
  await change(landlord, lease.id, { tenantId: null })
  expect([(await get(actor, lease.id)).status, await names(actor)]).toEqual([404, []])
})

test('a tenant cannot change documents, and a visitor gets 401', async () => {
  const landlord = actors.landlord()
  const { snapshot, actor } = await resident(landlord, null)
  const { id } = await app.addDocument(landlord, { tenantId: snapshot.tenantId })
  const again = (who: Actor) => app.send(analyseDocument, who, { params: { id } })
  for (const [who, status] of [
    [actor, 403],
    [actors.visitor(), 401],
  ] as const)
    for (const answer of [
      await upload(who),
      await change(who, id, { fileName: 'x' }),
      await remove(who, id),
      await restore(who, id),
      await again(who),
    ])
      expect(answer.status).toBe(status)
  for (const answer of [
    await get(actors.visitor(), id),
    await look(actors.visitor(), id),
    await app.send(listDocuments, actors.visitor()),
  ])
    expect(answer.status).toBe(401)
})

test("another landlord's document cannot be reached by its id, by administrators either", async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  const tries = (actor: Actor, document: string) =>
    Promise.all([
      get(actor, document),
      look(actor, document),
      change(actor, document, { fileName: 'Mine', propertyId: v7() }),
      remove(actor, document),
      restore(actor, document),
      app.send(analyseDocument, actor, { params: { id: document } }),
    ])
  for (const actor of [actors.landlord(), actors.superAdmin()]) {
    const [theirs, absent] = [await tries(actor, id), await tries(actor, v7())]
    expect(theirs.map(({ problem }) => [problem.status, problem.detail])).toEqual(
      absent.map(() => [404, 'Document not found']),
    )
    expect(absent.map(({ problem }) => problem.detail)).toEqual(theirs.map(({ problem }) => problem.detail))
    expect(await names(actor)).toEqual([])
  }
  const content = (actor: Actor) => app.send(documentContent, actor, { params: { id } })
  expect((await content(actors.service('ai', landlord.landlordId))).status).toBe(200)
  for (const actor of [actors.service('ai', actors.landlord().landlordId), actors.service('ai')])
    expect((await content(actor)).status).toBe(404)
})

test('a deleted document is in the bin, unseen, for 30 days, and restored unchanged', async () => {
  const landlord = actors.landlord()
  const { snapshot, actor } = await resident(landlord, null)
  const made = await app.addDocument(landlord, { tenantId: snapshot.tenantId })
  expect([(await remove(landlord, made.id)).status, (await remove(landlord, made.id)).status]).toEqual([204, 404])
  const seen = async () => [
    await names(landlord),
    await names(actor),
    (await get(landlord, made.id)).status,
    (await get(actor, made.id)).status,
    (await look(landlord, made.id)).status,
    (await change(landlord, made.id, { fileName: 'x' })).status,
    (await app.send(analyseDocument, landlord, { params: { id: made.id } })).status,
    (await app.send(documentContent, actors.service('ai', landlord.landlordId), { params: { id: made.id } })).status,
    (await app.send(documentSummary, landlord)).body.count,
  ]
  expect(await seen()).toEqual([[], [], 404, 404, 404, 404, 404, 404, 0])
  app.clock.advance(30 * 24 * 60 * 60_000 - 2 * 60 * 60_000)
  await app.tick()
  const back = await restore(landlord, made.id)
  expect([back.status, back.body]).toEqual([200, { ...made, updatedAt: back.body.updatedAt }])
  expect((await restore(landlord, made.id)).body).toEqual(back.body)
  expect((await look(landlord, made.id)).status).toBe(200)
  expect(await publishedCount(DocumentChanged, made.id)).toBe(2)
  // It was pending, and an analysis in the meantime was ignored.
  expect(await publishedCount(DocumentUploaded, made.id)).toBe(2)
})

test('pages of every order have no gaps or repeats, and filters apply to the page and to the total', async () => {
  const landlord = actors.landlord()
  const home = await app.addProperty(landlord)
  for (const [name, text, fields] of [
    ['birch.pdf', 'aaaa', { category: 'lease' }],
    ['Alder.pdf', 'a', { propertyId: home.id }],
    ['100%_oak.pdf', 'aaaa', {}],
    ['Cedar.pdf', 'aaaaaaaa', { category: 'lease', propertyId: home.id }],
    ['b\\ack.pdf', 'aa', {}],
  ] as const)
    await app.addDocument(landlord, { file: pdf(name, text), ...fields })
  await change(landlord, (await app.send(listDocuments, landlord)).body[0]!.id, { fileName: 'b\\ack.pdf' })
  const pages = async (sort: string) => {
    const seen: string[] = []
    let query: Record<string, unknown> = { sort, limit: 2 }
    for (let page = 0; page < 3; page++) {
      const { body, headers } = await app.send(listDocuments, landlord, { query })
      seen.push(...body.map(({ fileName }) => fileName))
      expect([headers['x-total-count'], headers.link === undefined]).toEqual(['5', page === 2])
      query = Object.fromEntries(
        new URL(headers.link?.slice(1, headers.link.indexOf('>')) ?? '', 'http://keyhold').searchParams,
      )
    }
    return seen
  }
  expect(await pages('newest')).toEqual(['b\\ack.pdf', 'Cedar.pdf', '100%_oak.pdf', 'Alder.pdf', 'birch.pdf'])
  expect(await pages('name')).toEqual(['100%_oak.pdf', 'Alder.pdf', 'b\\ack.pdf', 'birch.pdf', 'Cedar.pdf'])
  expect(await pages('size')).toEqual(['Cedar.pdf', '100%_oak.pdf', 'birch.pdf', 'b\\ack.pdf', 'Alder.pdf'])
  for (const [query, expected] of [
    [{ category: 'lease' }, ['Cedar.pdf', 'birch.pdf']],
    [{ propertyId: home.id }, ['Cedar.pdf', 'Alder.pdf']],
    [{ propertyId: home.id, category: 'lease' }, ['Cedar.pdf']],
    [{ fileType: 'docx' }, []],
    [{ processed: true }, []],
    [{ q: 'ALD' }, ['Alder.pdf']],
    [{ q: '%_' }, ['100%_oak.pdf']],
    [{ q: '\\' }, ['b\\ack.pdf']],
    [{ q: "' or 1=1 --" }, []],
  ] as const) {
    const { body, headers } = await app.send(listDocuments, landlord, { query })
    expect([body.map(({ fileName }) => fileName), headers['x-total-count']]).toEqual([
      expected,
      String(expected.length),
    ])
  }
  expect(await names(landlord, { processed: false })).toHaveLength(5)
  for (const query of [{ cursor: 'x' }, { sort: 'colour' }, { limit: 501 }, { category: 'x' }])
    expect((await app.send(listDocuments, landlord, { query })).status).toBe(400)
  const cursor = /cursor=([\w-]+)/.exec(
    (await app.send(listDocuments, landlord, { query: { limit: 1 } })).headers.link ?? '',
  )?.[1]
  expect(await names(actors.landlord(), { cursor })).toEqual([])
})

test('the summary counts documents by category and analysis status', async () => {
  const landlord = actors.landlord()
  expect((await app.send(documentSummary, landlord)).body).toEqual({
    count: 0,
    bytes: 0,
    processed: 0,
    pending: 0,
    byCategory: { lease: 0, invoice: 0, receipt: 0, maintenance: 0, inspection: 0, insurance: 0, tax: 0, other: 0 },
  })
  const made: Document[] = []
  for (const category of ['lease', 'lease', 'tax']) made.push(await app.addDocument(landlord, { category }))
  await remove(landlord, (await app.addDocument(landlord)).id)
  expect((await app.send(documentSummary, landlord)).body).toMatchObject({
    count: 3,
    bytes: made.reduce((sum, { fileSize }) => sum + fileSize, 0),
    processed: 0,
    pending: 3,
    byCategory: { lease: 2, tax: 1, other: 0 },
  })
})
