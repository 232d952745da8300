/** What a text looks like inside a PDF. */
const quoted = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** A PDF of one page that says these lines (printable ASCII, at most 40), by hand: the smallest file that a viewer shows and the analysis reads. */
export function leasePdf([title = '', ...lines]: string[]): Buffer {
  const text = [
    `BT /F1 18 Tf 72 720 Td ${quoted(title)} Tj /F1 11 Tf`,
    ...lines.map((line) => `0 -${line === '' ? 8 : 16} Td ${quoted(line)} Tj`),
    'ET',
  ]
  const content = text.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return String(start).padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...starts.map((start) => `${start} 00000 n `)].join('\n')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n${table}\n${trailer}`, 'latin1')
}
