import {
  analyseDocument,
  deleteDocument,
  documentSummary,
  getDocument,
  listDocuments,
} from '@keyhold/contracts/properties/documents'
import type { DocumentAnalysis, Finding } from '@keyhold/contracts/properties/document-analysis'
import { restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentChanged, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const finding = (value: string, confidence: number): Finding => ({
  key: 'monthlyRent',
  label: 'Monthly rent',
  value,
  kind: 'money',
  confidence,
  page: 2,
  quote: `Rent is $${value} a month`,
})
const reading = (fields: Partial<DocumentAnalysis> = {}): DocumentAnalysis => ({
  status: 'processed',
  engine: 'pdf-text',
  detected: 'lease',
  findings: [finding('1850.00', 0.9)],
  notes: [],
  pages: 3,
  characters: 900,
  analysedAt: app.clock.now().toISOString(),
  ...fields,
})
const publishAnalysis = (
  landlord: LandlordActor,
  documentId: string,
  fields: Partial<DocumentAnalysis> = {},
  id?: string,
) =>
  app.publish(
    DocumentAnalysed,
    { documentId, landlordId: landlord.landlordId, analysis: reading(fields), text: '' },
    id,
  )
const get = async (landlord: LandlordActor, id: string) =>
  (await app.send(getDocument, landlord, { params: { id } })).body
const publishedCount = async (contract: typeof DocumentUploaded, id: string) => {
  await app.settled()
  return app.published(contract).filter(({ documentId }) => documentId === id).length
}

test('an analysis is stored with the document, counted, and published once', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  await app.addDocument(landlord)
  const event = v7()
  for (let n = 0; n < 3; n++)
    await publishAnalysis(
      landlord,
      id,
      { findings: [finding('1.00', 0.4), finding('1850.00', 0.9), finding('2.00', 0.6)], notes: ['Page 3 is blank.'] },
      event,
    )
  expect(await get(landlord, id)).toMatchObject({
    aiProcessed: true,
    extractedData: { monthlyRent: '1850.00' },
    analysis: {
      status: 'processed',
      engine: 'pdf-text',
      findings: { length: 3 },
      notes: ['Page 3 is blank.'],
      pages: 3,
    },
  })
  expect((await app.send(documentSummary, landlord)).body).toMatchObject({ count: 2, processed: 1, pending: 1 })
  for (const [processed, count] of [
    [true, 1],
    [false, 1],
  ] as const)
    expect((await app.send(listDocuments, landlord, { query: { processed } })).body).toHaveLength(count)
  expect(await publishedCount(DocumentChanged, id)).toBe(1)
})

test.each([
  ['partial', true, 1],
  ['unreadable', false, 0],
] as const)('one that is %s is no longer waited for', async (status, aiProcessed, processed) => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  await publishAnalysis(landlord, id, { status, findings: [], notes: ['The pages are pictures without text.'] })
  expect(await get(landlord, id)).toMatchObject({ aiProcessed, extractedData: {}, analysis: { status } })
  expect((await app.send(documentSummary, landlord)).body).toMatchObject({ count: 1, processed, pending: 0 })
})

test('the latest analysis is stored, in whatever order they arrive', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  const at = (second: number) => new Date(app.clock.now().getTime() + second * 1000).toISOString()
  await publishAnalysis(landlord, id, { analysedAt: at(2), findings: [finding('2.00', 1)] })
  await publishAnalysis(landlord, id, { analysedAt: at(1), findings: [finding('1.00', 1)] })
  expect((await get(landlord, id)).extractedData).toEqual({ monthlyRent: '2.00' })
  await publishAnalysis(landlord, id, { analysedAt: at(3), findings: [finding('3.00', 1)] })
  expect((await get(landlord, id)).extractedData).toEqual({ monthlyRent: '3.00' })
})

test('a document to be analysed again is pending and keeps its findings; a late older analysis is ignored', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  const first = app.clock.now().toISOString()
  await publishAnalysis(landlord, id, { analysedAt: first })
  app.clock.advance(60_000)
  const again = await app.send(analyseDocument, landlord, { params: { id } })
  expect([again.status, again.body]).toMatchObject([
    200,
    { aiProcessed: false, extractedData: { monthlyRent: '1850.00' }, analysis: { status: 'pending' } },
  ])
  expect(await publishedCount(DocumentUploaded, id)).toBe(2)
  await publishAnalysis(landlord, id, {
    analysedAt: new Date(new Date(first).getTime() - 1000).toISOString(),
    findings: [],
  })
  expect((await get(landlord, id)).analysis.status).toBe('pending')
  await publishAnalysis(landlord, id, { findings: [finding('1900.00', 0.8)] })
  expect(await get(landlord, id)).toMatchObject({ aiProcessed: true, extractedData: { monthlyRent: '1900.00' } })
})

test('an analysis of a document in the bin is ignored; restored, a pending document is analysed again, an analysed one is not', async () => {
  const landlord = actors.landlord()
  const [pending, read] = [await app.addDocument(landlord), await app.addDocument(landlord)]
  await publishAnalysis(landlord, read.id)
  for (const { id } of [pending, read]) await app.send(deleteDocument, landlord, { params: { id } })
  app.clock.advance(1000)
  await publishAnalysis(landlord, pending.id)
  await publishAnalysis(landlord, read.id, { findings: [] })
  const restore = async (id: string) => (await app.send(restoreDocument, landlord, { params: { id } })).body
  expect(await restore(pending.id)).toMatchObject({ aiProcessed: false, analysis: { status: 'pending' } })
  expect(await restore(read.id)).toMatchObject({ aiProcessed: true, extractedData: { monthlyRent: '1850.00' } })
  expect([await publishedCount(DocumentUploaded, pending.id), await publishedCount(DocumentUploaded, read.id)]).toEqual(
    [2, 1],
  )
})

test("an analysis in another landlord's name changes nothing", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const made = await app.addDocument(landlord)
  await publishAnalysis(other, made.id)
  await publishAnalysis(landlord, v7())
  expect(await get(landlord, made.id)).toEqual(made)
})

test('findings with the names of object properties do no harm', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addDocument(landlord)
  await publishAnalysis(landlord, id, {
    findings: [
      { ...finding('x', 1), key: '__proto__' },
      { ...finding('y', 1), key: 'constructor' },
    ],
  })
  const { extractedData } = await get(landlord, id)
  expect(Object.entries(extractedData)).toContainEqual(['constructor', 'y'])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})
