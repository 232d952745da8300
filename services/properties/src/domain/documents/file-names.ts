import { documentExtensions } from '@keyhold/contracts/properties/documents'
import type { DocumentType } from './document-types.ts'

const maxLength = 200

// Control characters, and those that turn the direction of reading round: with them `exe.pdf` can be shown as `fdp.exe`.
const misleading = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A name without what can't be seen; composed, so that a search finds it. */
export function displayName(name: string, type: DocumentType): string {
  const plain = name.toWellFormed().normalize('NFC').replace(misleading, '').trim()
  return plain === '' || plain === '.' || plain === '..' ? `document.${type}` : plain
}

/** The name of a file as its sender calls it, without the folders it lay in. */
export function fileNameOf(sent: string, type: DocumentType): string {
  const plain = displayName(sent.split(/[/\\]/).at(-1) ?? '', type)
  if (plain.length <= maxLength) return plain
  // Its end says what it is.
  const ending = /\.[^.]{1,10}$/u.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, maxLength - ending.length).toWellFormed()}${ending}`
}

/** The name under which it is saved: with an ending that fits what it is, whatever it was renamed to. */
export function savedName(name: string, type: DocumentType): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const fits = name.includes('.') && (ending === type || (type === 'jpg' && ending === 'jpeg'))
  return fits && (documentExtensions as readonly string[]).includes(ending) ? name : `${name}.${type}`
}

/** The header's value (RFC 6266): the whole name in UTF-8, and before it a plain one for programs that can't read that. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7E]/gu, '_').replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
