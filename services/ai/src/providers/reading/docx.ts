import { BadZip, checkZip } from '@keyhold/kit/lib/zip'
import mammoth from 'mammoth'
import { limits } from './limits.ts'
import { type FileText, nothing } from './text.ts'

/** The text of a Word document: a line per paragraph and per table row, with cells separated by spaces. */
export async function readDocx(bytes: Uint8Array): Promise<FileText> {
  let names: string[]
  try {
    names = checkZip(bytes, {
      maxEntries: limits.zipEntries,
      unpackedBytes: limits.unpackedBytes,
      unpackedRatio: limits.unpackedRatio,
    })
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    return nothing(
      error.reason === 'bomb' ? 'The file unpacks to far more than a normal document, so it was not opened.' : damaged,
    )
  }
  // The only part that all Word documents share names the main part.
  if (!names.includes('[Content_Types].xml') || !names.some((name) => name.startsWith('word/')))
    return nothing('This is a ZIP archive, not a Word document.')
  const html = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    )
    .then(({ value }) => value)
    .catch(() => undefined)
  if (html === undefined) return nothing(damaged)
  const text = html.slice(0, limits.characters * 2)
  const lines = linesOf(text)
  const notes = text.length < html.length ? ['The document is very long: its first part was read.'] : []
  if (lines.length === 0)
    return nothing(
      html.includes('<img')
        ? 'The document contains only images, with no readable text.'
        : 'The document has no text in it.',
    )
  return { engine: 'docx', text: [{ page: null, lines, certainty: 1 }], pages: null, notes }
}

const damaged = 'The Word document is damaged and could not be opened.'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const plain = (html: string) =>
  html
    .replace(/<(?:br|\/p|\/li)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code ? String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)) : (entities[name ?? ''] ?? whole),
    )
    .replaceAll(/[\t\u00a0]/g, ' ')

/** Mammoth writes paragraphs, headings, lists and tables only. */
function linesOf(html: string): string[] {
  const rows = html.replace(/<tr\b[^>]*>(.*?)<\/tr>/gs, (_, row: string) => {
    const cells = row.split(/<\/t[dh]>/).map((cell) => plain(cell).replace(/\s+/g, ' ').trim())
    return `<p>${cells.filter(Boolean).map(escaped).join('  ')}</p>`
  })
  return rows
    .split(/<\/(?:p|li|h[1-6])>|<br\s*\/?>/)
    .map((line) => plain(line).trim())
    .filter(Boolean)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
