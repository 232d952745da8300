import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog } from './page.ts'
import type { Chosen } from './pictures.ts'
import { patience } from './world.ts'

const escaped = (line: string) => line.replaceAll(/[\\()]/g, (one) => `\\${one}`)

/** A PDF of plain text, one list of lines per page; `isLocked` says that a password is needed. */
export function pdfFile(name: string, pages: string[][], { isLocked = false } = {}): Chosen {
  const first = 4
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, n) => {
      const text = lines.map((line, row) => `BT /F1 11 Tf 50 ${740 - row * 16} Td (${escaped(line)}) Tj ET`).join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * n + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  const key = `<${'41'.repeat(32)}>`
  if (isLocked) objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`)
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const lock = isLocked ? `/Encrypt ${objects.length} 0 R /ID [${key} ${key}]` : ''
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${lock} >>\nstartxref\n${file.length}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(file + end, 'latin1') }
}

/** A lease of three pages; what can be filed stands on the last. */
export const lease = pdfFile('Alder lease.pdf', [
  ['Cover sheet', 'Prepared for the tenants of the house'],
  Array.from({ length: 40 }, (_, line) => `House rule ${line + 1}: please keep the stairs clear.`),
  [
    'RESIDENTIAL LEASE AGREEMENT',
    'This Lease Agreement is made by and between Harbor View Properties, LLC ("Landlord") and',
    'Ben Field ("Tenant"). The premises are located at 1420 Willow Creek Drive, Apt 4B, Austin, TX 78704.',
    'The term shall commence on March 1, 2026 and shall end on February 28, 2027.',
    'Tenant shall pay rent of $1,850.00 per month, due on the first day of each month.',
    'Tenant shall pay a security deposit of $2,000.00 before moving in.',
  ],
])

/** Lets files go over an element, as a hand does that carried them there. */
export async function dropFiles(page: Page, target: Locator, ...files: Chosen[]): Promise<void> {
  const carried = await page.evaluateHandle(
    `(() => {
      const carried = new DataTransfer()
      for (const { name, type, base64 } of ${JSON.stringify(files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })))})
        carried.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }))
      return carried
    })()`,
  )
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer: carried })
}

/** Chooses files with the button of the upload dialog. */
export async function chooseFiles(page: Page, ...files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(dialog(page, 'Upload Document'), 'Choose files').click()
  await (await chooser).setFiles(files)
}

export const documentRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name })

/** Waits until the library shows these, in this order. */
export async function seeDocuments(page: Page, ...names: string[]): Promise<void> {
  const links = page.getByRole('table', { name: 'Documents' }).getByRole('row').getByRole('link')
  await expect
    .poll(async () => (await links.allInnerTexts()).map((text) => text.split('\n')[0]), { timeout: patience })
    .toEqual(names)
}

/** Which page of the PDF that lies open stands at the top of its preview, drawn. */
export const pageInView = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`(() => {
    const preview = document.querySelector('[role=dialog] section[aria-label=Preview]')
    const top = preview.getBoundingClientRect().top
    const drawn = [...preview.querySelectorAll('canvas[data-drawn]')]
    return drawn.find((one) => one.getBoundingClientRect().bottom > top + 40)?.closest('figure').getAttribute('aria-label') ?? null
  })()`)

/** What a press saves on the device. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await press()
  const file = await download
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) }
}
