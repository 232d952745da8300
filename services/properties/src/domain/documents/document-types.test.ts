import { kinds } from '@keyhold/kit/testing/pictures'
import { zipOf } from '@keyhold/kit/testing/zip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compoundFile, docx } from '../../testing/documents.ts'
import { documentTypeOf } from './document-types.ts'

test.each([
  ['pdf', () => Buffer.from('%PDF-1.4\n')],
  ['pdf', () => Buffer.from('\ufeff\r\n%PDF-2.0\n')],
  ['doc', () => compoundFile('Root Entry', '1Table', 'WordDocument')],
  ['docx', () => docx('word/media/photo.png')],
  ['docx', () => zipOf([{ name: 'word/document2.xml' }], 'a comment')],
  ['docx', () => Buffer.concat([Buffer.from('PK'), docx()])],
  ['jpg', kinds.jpeg],
  ['png', kinds.png],
  ['gif', kinds.gif],
] as const)('a %s is recognized by its content (%#)', async (type, make) => {
  expect(documentTypeOf(await make())).toBe(type)
})

test.each([
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['one byte', () => Buffer.from('P'), 'something else'],
  ['text', () => Buffer.from('Dear tenant'), 'something else'],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'something else'],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'something else'],
  ['WebP', kinds.webp, 'something else'],
  [
    'a page with the mark of a PDF far down',
    () => Buffer.from(`<script>${' '.repeat(2000)}%PDF-1.4`),
    'something else',
  ],
  ['a spreadsheet', () => zipOf([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]), 'something else'],
  ['an old spreadsheet', () => compoundFile('Root Entry', 'Workbook'), 'something else'],
  ['an archive', () => zipOf([{ name: 'photos/word/document.xml' }, { name: 'readme.txt' }]), 'something else'],
  ['a document with macros', () => docx('word/vbaProject.bin'), 'macros'],
  ['a locked document', () => compoundFile('Root Entry', 'EncryptionInfo', 'EncryptedPackage'), 'password'],
  ['half a document', () => docx().subarray(0, 120), 'damaged'],
  ['an archive without a directory', () => Buffer.from('PK\x03\x04'), 'damaged'],
  [
    'a directory of 65,000 entries',
    () => zipOf(Array.from({ length: 65_000 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(0) }))),
    'damaged',
  ],
])('%s is refused with a sentence', async (_, make, word) => {
  const bytes = await make()
  expect(() => documentTypeOf(bytes)).toThrow(
    expect.objectContaining({ code: 'unsupported-media-type', message: expect.stringContaining(word) }),
  )
})

test('a zip bomb is not decompressed, whatever size its entries claim', () => {
  const bomb = zipOf([{ name: 'word/document.xml', bytes: Buffer.alloc(20_000_000), size: 0xfffffff0 }])
  expect(bomb.length).toBeLessThan(50_000)
  expect(documentTypeOf(bomb)).toBe('docx')
})

test('any bytes are a type or a refusal, and fast', () => {
  const whole = docx('word/media/a.png')
  const damaged = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 })
    .map((changes) => {
      const file = Buffer.from(whole)
      for (const [at, byte] of changes) file[at] = byte
      return file
    })
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 2000 })), (bytes) => {
      try {
        expect(['pdf', 'doc', 'docx', 'jpg', 'png', 'gif']).toContain(documentTypeOf(bytes))
      } catch (error) {
        expect(error).toMatchObject({ code: 'unsupported-media-type' })
      }
    }),
    { numRuns: 500 },
  )
  const began = performance.now()
  expect(() =>
    documentTypeOf(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(25_000_000, 'PK\x05\x06', 'latin1')])),
  ).toThrow('damaged')
  expect(performance.now() - began).toBeLessThan(1000)
})
