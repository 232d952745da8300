import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf, disposition, savedName } from './file-names.ts'

test.each([
  ['Lease.pdf', 'Lease.pdf'],
  ['C:\\fakepath\\Lease.pdf', 'Lease.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['  a\u0000b\n.pdf ', 'ab.pdf'],
  ['ex\u202Efdp.exe', 'exfdp.exe'],
  ['', 'document.pdf'],
  ['..', 'document.pdf'],
  ['folder/', 'document.pdf'],
  ['e\u0301te\u0301.pdf', 'été.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['x'.repeat(300), 'x'.repeat(200)],
])('a file uploaded as %j is named %j', (sent, name) => {
  expect(fileNameOf(sent, 'pdf')).toBe(name)
})

test.each([
  ['scan.jpeg', 'jpg', 'scan.jpeg'],
  ['scan.JPG', 'jpg', 'scan.JPG'],
  ['scan', 'jpg', 'scan.jpg'],
  ['jpg', 'jpg', 'jpg.jpg'],
  ['lease.exe', 'pdf', 'lease.exe.pdf'],
  ['lease.doc', 'docx', 'lease.doc.docx'],
  ['Lease 2.0', 'pdf', 'Lease 2.0.pdf'],
] as const)('%j, which is a %s, is saved as %j', (name, type, saved) => {
  expect(savedName(name, type)).toBe(saved)
})

test('the header has the full name, and an ASCII fallback', () => {
  expect(disposition('attachment', 'Lease.pdf')).toBe(`attachment; filename="Lease.pdf"; filename*=UTF-8''Lease.pdf`)
  expect(disposition('inline', `Mietvertrag "Größe" 50% (it's).pdf`)).toBe(
    `inline; filename="Mietvertrag _Gr__e_ 50_ (it's).pdf"; filename*=UTF-8''Mietvertrag%20%22Gr%C3%B6%C3%9Fe%22%2050%25%20%28it%27s%29.pdf`,
  )
})

test('no name breaks out of the header, and every name can be read back from it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (sent) => {
      const name = fileNameOf(sent, 'docx')
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(200)
      const header = disposition('attachment', name)
      const parts = /^attachment; filename="[\x20-\x21\x23-\x5B\x5D-\x7E]*"; filename\*=UTF-8''([\w%.&+^`|#$-]*)$/.exec(
        header,
      )
      expect(decodeURIComponent(parts?.[1] ?? '')).toBe(name)
    }),
  )
})
