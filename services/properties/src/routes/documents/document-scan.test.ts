import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listDocuments, uploadDocument } from '@keyhold/contracts/properties/documents'
import { startClamav } from '@keyhold/kit/testing/clamav'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { pdf, startPropertiesApp } from '../../testing/test-app.ts'

let answer: string | null = 'stream: OK'
const clamav = await startClamav(() => answer)
const app = await startPropertiesApp({ CLAMAV_URL: clamav.url })
afterAll(async () => {
  await app.stop()
  clamav.stop()
})

const landlord = actors.landlord()
const upload = () => app.send(uploadDocument, landlord, { body: { file: { name: 'lease.pdf', bytes: pdf().bytes } } })
const stored = () => readdir(join(app.blobs, 'documents')).catch(() => [] as string[])

test.each([
  ['with a virus is refused', 'stream: Keyhold.Test FOUND', 400],
  ['that could not be scanned has to be sent again', null, 503],
])('a document %s, and nothing is stored', async (_, says, status) => {
  answer = says
  expect(await upload()).toMatchObject({ status })
  expect(await stored()).toEqual([])
  expect((await app.send(listDocuments, landlord)).body).toEqual([])
})

test('a document without a virus is stored', async () => {
  answer = 'stream: OK'
  expect(await upload()).toMatchObject({ status: 201 })
  expect(await stored()).toHaveLength(1)
})
