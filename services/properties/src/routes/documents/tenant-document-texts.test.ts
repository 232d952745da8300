import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { deleteDocument } from '@keyhold/contracts/properties/documents'
import { tenantDocumentTexts } from '@keyhold/contracts/properties/tenant-documents'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingAnalysis } from '../../domain/documents/documents.ts'
import { pdf, startPropertiesApp, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

test('services read the texts of the documents that are shared with a tenant, and of no others', async () => {
  const landlord = actors.landlord()
  const [ada, ben] = [tenantAt(landlord, null), tenantAt(landlord, null)]
  for (const tenant of [ada, ben]) await app.publish(TenantCreated, tenant)
  async function add(name: string, text: string, fields: Record<string, unknown>): Promise<string> {
    const { id } = await app.addDocument(landlord, { file: pdf(name), ...fields })
    const analysis = { ...pendingAnalysis, status: 'processed' as const, analysedAt: app.clock.now().toISOString() }
    await app.publish(DocumentAnalysed, { documentId: id, landlordId: landlord.landlordId, analysis, text })
    app.clock.advance(1000)
    return id
  }
  const rules = await add('Rules.pdf', 'Quiet hours are from 10 pm.', { tenantId: ada.tenantId })
  await add('Other.pdf', 'The rent of Ben.', { tenantId: ben.tenantId })
  await add('Internal.pdf', 'For the landlord alone.', {})
  const gone = await add('Gone.pdf', 'Old rules.', { tenantId: ada.tenantId })
  await app.send(deleteDocument, landlord, { params: { id: gone } })
  const ask = (landlordId: string) =>
    app.send(tenantDocumentTexts, actors.service('ai', landlordId), { params: { id: ada.tenantId } })
  expect((await ask(landlord.landlordId)).body).toEqual([
    { documentId: rules, fileName: 'Rules.pdf', text: 'Quiet hours are from 10 pm.' },
  ])
  expect((await ask(actors.landlord().landlordId)).body).toEqual([])
})
