// Control characters, and those that change the text direction and can make `fdp.exe` look like `exe.pdf`.
const misleading = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The name of a sent file without folders. A PDF is saved under it, so it ends in .pdf: its bytes can be a program as well. */
export function fileNameOf(sent: string, kind: 'image' | 'pdf'): string {
  const plain = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().normalize('NFC').replace(misleading, '').trim()
  const name = plain.replace(/^\.+/, '') || (kind === 'pdf' ? 'document' : 'photo')
  return kind === 'image' || /\.pdf$/i.test(name) ? name : `${name}.pdf`
}
