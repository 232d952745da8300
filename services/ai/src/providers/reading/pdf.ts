import type * as Canvas from '@napi-rs/canvas'
import { getDocumentProxy, renderPageAsImage } from 'unpdf'
import type { Page } from '../../domain/documents/extract/text.ts'
import { limits } from './limits.ts'
import type { Recogniser } from './ocr.ts'
import { type FileText, linesOf, nothing } from './text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>

/** A page with less text than this is treated as a scan. */
const fewestCharacters = 12

type LoadCanvas = () => Promise<typeof Canvas>
/** Native code that is not available on every system. */
const installedCanvas: LoadCanvas = () => import('@napi-rs/canvas')

/** The text of a PDF, page by page. Scanned pages are rendered and run through OCR, as many as time allows. */
export async function readPdf(
  bytes: Uint8Array,
  recogniser: Recogniser,
  loadCanvas = installedCanvas,
): Promise<FileText> {
  const opened = await open(bytes)
  if ('note' in opened) return nothing(opened.note)
  const { pdf } = opened
  const pages = pdf.numPages
  const last = Math.min(pages, limits.textPages)
  const text: Page[] = []
  const scanned: number[] = []
  const broken: number[] = []
  let characters = 0
  let read = 0
  for (let page = 1; page <= last && characters < limits.characters; page++) {
    const lines = await pdf.getPage(page).then(textLines, () => undefined)
    read = page
    if (!lines) broken.push(page)
    else if (lines.join('').replaceAll(' ', '').length < fewestCharacters) scanned.push(page)
    if (lines?.length) text.push({ page, lines, certainty: 1 })
    characters += lines?.join('').length ?? 0
  }
  const notes = read < pages ? [`The document has ${count(pages)}: the first ${read} were read.`] : []
  if (broken.length > 0)
    notes.push(`${numbers(broken)} ${broken.length === 1 ? 'is' : 'are'} damaged and could not be read.`)
  const recognised = await recognisePages(pdf, scanned, recogniser, loadCanvas)
  notes.push(...recognised.notes)
  // The OCR text replaces the few letters that the page had.
  const all = [...text.filter(({ page }) => !recognised.text.some((one) => one.page === page)), ...recognised.text]
  if (all.length === 0)
    return { engine: null, text: [], pages, notes: notes.length > 0 ? notes : ['The document has no text in it.'] }
  return {
    engine: recognised.text.length > 0 ? 'pdf-ocr' : 'pdf-text',
    text: all.toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0)),
    pages,
    notes,
  }
}

const count = (pages: number) => `${pages.toLocaleString('en-US')} pages`
const numbers = (pages: readonly number[]) =>
  pages.length === 1
    ? `Page ${pages[0]}`
    : `Pages ${pages.slice(0, 8).join(', ')}${pages.length > 8 ? ' and others' : ''}`

async function open(bytes: Uint8Array): Promise<{ pdf: Pdf } | { note: string }> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      maxImageSize: limits.pictureMegapixels * 1e6,
      enableXfa: false,
      disableFontFace: true,
    })
    return { pdf }
  } catch (error) {
    const { name } = error as Error
    if (name === 'PasswordException')
      return { note: 'The PDF is protected by a password. Upload a copy without one to have it read.' }
    return { note: 'The PDF is damaged and could not be opened.' }
  }
}

/** The text of a page and of its form fields. */
async function textLines(page: PdfPage): Promise<string[]> {
  try {
    const [a, b, c, d, e, f] = page.getViewport({ scale: 1 }).transform as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const upright = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f })
    const { items } = await page.getTextContent()
    const words = items.flatMap((item) => {
      if (!('str' in item)) return []
      const [, , skew = 0, up = 0, x = 0, y = 0] = item.transform as number[]
      return [{ text: item.str, ...upright(x, y), width: item.width, height: Math.hypot(skew, up) || 10 }]
    })
    const fields = (await page.getAnnotations()).flatMap(
      (one: { fieldValue?: unknown; fieldType?: string; rect?: number[] }) => {
        const { fieldValue, fieldType, rect = [] } = one
        if (fieldType !== 'Tx' || typeof fieldValue !== 'string') return []
        const [left = 0, bottom = 0, right = 0, top = 0] = rect
        return [
          {
            text: fieldValue,
            ...upright(left, bottom + (top - bottom) * 0.25),
            width: right - left,
            height: Math.min(14, top - bottom),
          },
        ]
      },
    )
    return linesOf([...words, ...fields])
  } finally {
    page.cleanup()
  }
}

async function recognisePages(
  pdf: Pdf,
  pages: readonly number[],
  recogniser: Recogniser,
  loadCanvas: LoadCanvas,
): Promise<{ text: Page[]; notes: string[] }> {
  const text: Page[] = []
  if (pages.length === 0) return { text, notes: [] }
  const canvas = await loadCanvas().catch(() => undefined)
  const scans =
    pages.length === 1 ? `${numbers(pages)} has no text of its own` : `${pages.length} pages have no text of their own`
  if (!canvas)
    return { text, notes: [`${scans}, and pages can't be turned into pictures on this system to be recognised.`] }
  let done = 0
  const empty: number[] = []
  for (const page of pages.slice(0, limits.scannedPages)) {
    if (performance.now() > limits.recogniseMs) break
    const lines = await recognisePage(pdf, page, recogniser, async () => canvas)
    if (lines.lines.length > 0) text.push({ page, ...lines })
    else empty.push(page)
    done++
  }
  const notes = done < pages.length ? [`${scans}: the first ${done} were recognised, the others were left out.`] : []
  if (empty.length > 0) notes.push(`${numbers(empty)}: no printed text was recognised.`)
  if (text.some(({ certainty }) => certainty < 0.5))
    notes.push('Some of it is hard to read: what was recognised may be wrong.')
  return { text, notes }
}

async function recognisePage(pdf: Pdf, number: number, recogniser: Recogniser, canvasImport: LoadCanvas) {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const picture = await renderPageAsImage(pdf, number, {
    canvasImport,
    scale: Math.min(4, limits.renderedSide / Math.max(width, height)),
  })
  page.cleanup()
  return recogniser.recognise(new Uint8Array(picture))
}
