import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { documentsIn, report } from './foreign-documents.ts'

// Documents of other people: those that come with the DOCX reader itself. More of them by `FOREIGN_DOCUMENTS=<folder>`.
const fixtures = join(dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test/test-data')
const given = process.env.FOREIGN_DOCUMENTS ? documentsIn(process.env.FOREIGN_DOCUMENTS) : []

test('Word documents that no one here wrote are read', async () => {
  const reports = new Map<string, string>()
  for (const path of documentsIn(fixtures)) {
    const { isFine, line } = await report(path)
    expect([line, isFine]).toEqual([line, true])
    reports.set(basename(path), line)
  }
  expect(reports.size).toBeGreaterThan(10)
  for (const name of [
    'tables.docx',
    'footnotes.docx',
    'simple-list.docx',
    'strict-format.docx',
    'utf8-bom.docx',
    'text-box.docx',
  ])
    expect(reports.get(name)).toMatch(/processed docx [1-9]/)
  expect(reports.get('empty.docx')).toContain('no text in it')
}, 120_000)

test.skipIf(given.length === 0).each(given)(
  '%s',
  async (path) => {
    const { isFine, line } = await report(path)
    expect([line, isFine]).toEqual([line, true])
  },
  120_000,
)
