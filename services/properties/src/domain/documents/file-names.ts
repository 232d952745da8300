import { documentExtensions } from '@keyhold/contracts/properties/documents'
import type { DocumentType } from './document-types.ts'

const maxLength = 200

// Control characters, and those that change the text direction and can make `fdp.exe` look like `exe.pdf`.
const misleading = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A name without invisible characters, in NFC, so that a search matches it. */
export function displayName(name: string, type: DocumentType): string {
  const plain = name.toWellFormed().normalize('NFC').replace(misleading, '').trim()
  return plain === '' || plain === '.' || plain === '..' ? `document.${type}` : plain
}

/** The name of an uploaded file without its folders, shortened to the maximum length. */
export function fileNameOf(sent: string, type: DocumentType): string {
  const plain = displayName(sent.split(/[/\\]/).at(-1) ?? '', type)
  if (plain.length <= maxLength) return plain
  // Keeps the extension.
  const ending = /\.[^.]{1,10}$/u.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, maxLength - ending.length).toWellFormed()}${ending}`
}

/** The name for downloads: always with an extension that fits the type. */
export function savedName(name: string, type: DocumentType): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const fits = name.includes('.') && (ending === type || (type === 'jpg' && ending === 'jpeg'))
  return fits && (documentExtensions as readonly string[]).includes(ending) ? name : `${name}.${type}`
}

/** The value of Content-Disposition (RFC 6266): the full name in UTF-8, and an ASCII fallback. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7E]/gu, '_').replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
