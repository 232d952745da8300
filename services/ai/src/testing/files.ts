import { zipOf } from '@keyhold/kit/testing/zip'
// Files that are made for a test by hand, byte by byte, so that they can be as wrong as a test wants them.

const escaped = (text: string) => text.replaceAll(/[\\()]/g, (one) => `\\${one}`)

interface PdfOptions {
  /** Drawn over the whole of every page, as a scanner makes them. */
  jpeg?: { bytes: Buffer; width: number; height: number }
  /** Says that a password is needed. */
  isLocked?: boolean
}

/** A PDF with these lines on each of its pages; two spaces in a line part columns. */
export function pdfOf(pages: string[][], { jpeg, isLocked }: PdfOptions = {}): Buffer {
  const objects: Buffer[] = []
  const add = (text: string, stream?: Buffer) => {
    const body = stream ? [Buffer.from(`${text}\nstream\n`), stream, Buffer.from('\nendstream')] : [Buffer.from(text)]
    objects.push(Buffer.concat([Buffer.from(`${objects.length + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]))
    return objects.length
  }
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const first = 5
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${first + n * 2} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  if (jpeg)
    add(
      `<< /Type /XObject /Subtype /Image /Width ${jpeg.width} /Height ${jpeg.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.bytes.length} >>`,
      jpeg.bytes,
    )
  else add('<< >>')
  for (const lines of pages) {
    const words = lines.flatMap((line, n) =>
      line
        .split(/ {2,}/)
        .map((cell, column) => `BT /F1 11 Tf ${50 + column * 260} ${740 - n * 16} Td (${escaped(cell)}) Tj ET`),
    )
    const content = Buffer.from([...(jpeg ? ['q 612 0 0 792 0 0 cm /Im1 Do Q'] : []), ...words].join('\n'))
    const page = objects.length + 1
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${page + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${jpeg ? '/XObject << /Im1 4 0 R >>' : ''} >> >>`,
    )
    add(`<< /Length ${content.length} >>`, content)
  }
  const key = `<${'41'.repeat(32)}>`
  const lock = isLocked ? add(`<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`) : 0
  return assembled(objects, lock > 0 ? `/Encrypt ${lock} 0 R /ID [${key} ${key}]` : '')
}

function assembled(objects: Buffer[], trailer: string): Buffer {
  const header = Buffer.from('%PDF-1.4\n')
  let at = header.length
  const places = objects.map((object) => {
    const place = at
    at += object.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([header, ...objects, Buffer.from(end)])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const text = (line: string) =>
  `<w:p><w:r><w:t xml:space="preserve">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</w:t></w:r></w:p>`
const row = (cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${text(cell)}</w:tc>`).join('')}</w:tr>`

/** A Word document; a line with two spaces in it is a row of a table. `more` stands in its text as it is. */
export function docxOf(lines: string[], { says, more = '' }: { says?: number; more?: string } = {}): Buffer {
  const body = lines
    .map((line) => (line.includes('  ') ? `<w:tbl>${row(line.split(/ {2,}/))}</w:tbl>` : text(line)))
    .join('')
  return zipOf([
    {
      name: '[Content_Types].xml',
      bytes: Buffer.from(
        `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      bytes: Buffer.from(
        `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
    },
    {
      name: 'word/document.xml',
      bytes: Buffer.from(
        `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}${more}</w:body></w:document>`,
      ),
      ...(says === undefined ? {} : { size: says }),
    },
  ])
}

export const lease = [
  'RESIDENTIAL LEASE AGREEMENT',
  'This Lease Agreement is made by and between Harbor View Properties, LLC ("Landlord") and Ada Moss and',
  'Ben Field ("Tenant"). The premises are located at 1420 Willow Creek Drive, Apt 4B, Austin, TX 78704.',
  'The term shall commence on March 1, 2026 and shall end on February 28, 2027.',
  'Tenant shall pay rent of $1,850.00 per month, due on the first day of each month.',
  'Tenant shall pay a security deposit of $2,000.00 before moving in.',
  'If rent is not paid within five (5) days of the due date, a late fee of $75.00 applies.',
  'No pets are allowed without the written consent of Landlord.',
  'Either party may terminate this lease with thirty (30) days written notice.',
  'Tenant shall pay for electricity and gas. Landlord shall pay for water and trash.',
]

export const invoice = [
  'Harbor Plumbing & Heating LLC  INVOICE',
  'Invoice No: HP-20417  Invoice Date: March 3, 2026',
  'Bill to: Keyhold Test Rentals  Due Date: April 2, 2026',
  'Replace kitchen tap  $285.00',
  'Clear bathroom drain  $215.00',
  'Subtotal  $500.00',
  'Sales tax (5.5%)  $27.50',
  'Total due  $527.50',
]
