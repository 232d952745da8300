import { maxBillBytes } from '@keyhold/contracts/maintenance/vendor-links'
import { imageFormatOf } from '@keyhold/kit/files/images'
import { refuse } from '@keyhold/kit/http/problem'

const maxLength = 120
// Control characters, and those that change the text direction and can make `fdp.exe` look like `exe.pdf`.
const misleading = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The media type of an invoice by its content, whatever its name. @throws Refusal 413, 415 */
export function billTypeOf(bytes: Uint8Array): { contentType: string; extension: string } {
  if (bytes.length > maxBillBytes)
    refuse(
      'payload-too-large',
      `An invoice has at most ${maxBillBytes / 1024 / 1024} MB. Please choose a smaller file.`,
    )
  const image = imageFormatOf(bytes)
  if (image === 'jpeg') return { contentType: 'image/jpeg', extension: 'jpg' }
  if (image === 'png' || image === 'webp') return { contentType: `image/${image}`, extension: image }
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-'))
    return { contentType: 'application/pdf', extension: 'pdf' }
  return refuse('unsupported-media-type', 'Invoices are PDF, JPG, PNG or WebP files. This file is something else.')
}

/** The name of an uploaded invoice without folders, with an extension that fits its content. */
export function billNameOf(sent: string, extension: string): string {
  const plain = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().normalize('NFC').replace(misleading, '').trim()
  const stem = plain
    .replace(/\.[^.]{1,10}$/u, '')
    .slice(0, maxLength)
    .toWellFormed()
  return `${stem === '' || stem === '.' ? 'invoice' : stem}.${extension}`
}
