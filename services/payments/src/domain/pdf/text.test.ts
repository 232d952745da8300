import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { drawable, placeholder } from './text.ts'

const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as { Roboto: Record<string, string> }

/** The characters of a TrueType font, by the format 4 table of its `cmap`. */
function charactersOf(file: string): Set<number> {
  const font = readFileSync(file)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8)
  const formats = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, i) => cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4),
  )
  const table = formats.find((at) => font.readUInt16BE(at) === 4)!
  const segments = font.readUInt16BE(table + 6) / 2
  const found = new Set<number>()
  for (let i = 0; i < segments; i++) {
    const end = font.readUInt16BE(table + 14 + 2 * i)
    const start = font.readUInt16BE(table + 16 + 2 * (segments + i))
    for (let code = start; code <= end; code++) found.add(code)
  }
  return found
}

test('every drawable character and the placeholder exist in all four font files', () => {
  for (const file of Object.values(fonts.Roboto)) {
    const known = charactersOf(file)
    for (let code = 0x20; code < 0x3000; code++) {
      const char = String.fromCodePoint(code)
      const { text, isWhole } = drawable(char)
      if (isWhole && text !== '')
        expect([code.toString(16), known.has(text.codePointAt(0)!)]).toEqual([code.toString(16), true])
    }
    expect(known.has(placeholder.codePointAt(0)!)).toBe(true)
  }
})

test('names in supported scripts are kept; unsupported characters are replaced one by one and reported', () => {
  for (const name of [
    'Zoë Łukasiewicz',
    'Nguyễn Thị Hương',
    'Юлия Щукина',
    'Ελένη',
    'José\u0301'.normalize('NFD'),
    'Ș Ț ğ İ ő',
  ])
    expect([name, drawable(name).isWhole]).toEqual([name, true])
  expect(drawable('王 Ann')).toEqual({ text: `${placeholder} Ann`, isWhole: false })
  expect(drawable('שלום')).toEqual({ text: placeholder.repeat(4), isWhole: false })
  expect(drawable('a\u200B\u202Eb\u0007\tc\nd')).toEqual({ text: 'ab c\nd', isWhole: true })
})
