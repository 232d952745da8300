import type { documentTypes } from '@keyhold/contracts/properties/documents'
import { imageFormatOf } from '@keyhold/kit/files/images'
import { refuse } from '@keyhold/kit/http/problem'
import { BadZip, namesInZip } from '@keyhold/kit/lib/zip'

export type DocumentType = (typeof documentTypes)[number]

/** The media type that each is served as. */
export const mediaTypeOf: Record<DocumentType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
}

/** Whether browsers display the type; any other is downloaded. */
export const isShown = (type: DocumentType): boolean => type === 'pdf' || mediaTypeOf[type].startsWith('image/')

/** The type of a file by its content, whatever its name. @throws Refusal 415 for any type that is not accepted */
export function documentTypeOf(bytes: Uint8Array): DocumentType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) refuse('unsupported-media-type', 'This file is empty. Please choose another one.')
  const image = imageFormatOf(file)
  if (image === 'jpeg') return 'jpg'
  if (image === 'png' || image === 'gif') return image
  if (file.subarray(0, compound.length).equals(compound)) return wordOf(file)
  if (file.subarray(0, 2).equals(zip)) return docxOf(file)
  // PDF readers accept the marker anywhere in the first kilobyte, and some files begin with a blank line.
  if (file.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  return refuseType()
}

const zip = Buffer.from('PK')

const refuseType = (): never =>
  refuse('unsupported-media-type', 'Documents are PDF, DOC, DOCX, JPG, PNG or GIF files. This file is something else.')

/** The signature of older Office files (MS-CFB), which are small file systems with names in UTF-16. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const nameIn = (file: Buffer, name: string) => file.includes(Buffer.from(name, 'utf16le'))

function wordOf(file: Buffer): 'doc' {
  if (nameIn(file, 'EncryptedPackage'))
    refuse(
      'unsupported-media-type',
      'This document is protected by a password. Please save a copy without one and upload that.',
    )
  return nameIn(file, 'WordDocument') ? 'doc' : refuseType()
}

function docxOf(file: Buffer): 'docx' {
  const entries = namesIn(file)
  if (entries === null)
    refuse('unsupported-media-type', 'This file is damaged or was not sent completely. Please try another copy of it.')
  if (entries.includes('word/vbaProject.bin'))
    refuse(
      'unsupported-media-type',
      'This document contains macros. Please save it as a plain DOCX file and upload that.',
    )
  // Some programs add a number to the name of the main part.
  return entries.some((name) => /^word\/document\d*\.xml$/.test(name)) ? 'docx' : refuseType()
}

/** More than any document has. */
const maxEntries = 10_000

function namesIn(file: Buffer): string[] | null {
  try {
    return namesInZip(file, { maxEntries })
  } catch (error) {
    if (error instanceof BadZip) return null
    throw error
  }
}
