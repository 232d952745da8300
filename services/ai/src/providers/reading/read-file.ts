import {
  type DocumentAnalysis,
  type documentCategories,
  documentTextLength,
} from '@keyhold/contracts/properties/document-analysis'
import { extract } from '../../domain/documents/extract/extract.ts'
import { charactersOf, plainText } from '../../domain/documents/extract/text.ts'
import { fileKindOf } from './kinds.ts'
import { createRecogniser, type Recogniser } from './ocr.ts'
import { type FileText, nothing } from './text.ts'

export type Reading = Omit<DocumentAnalysis, 'analysedAt'> & {
  /** The beginning of its text, as one line. */
  text: string
}

/** The contract's limits. */
const most = { findings: 60, notes: 20 }

/** Reads a file and extracts findings. `category`, chosen by the landlord, is a hint. */
export async function readFile(bytes: Uint8Array, category: (typeof documentCategories)[number]): Promise<Reading> {
  const { engine, text, pages, notes } = await textOf(bytes, createRecogniser())
  const status = engine === null ? 'unreadable' : notes.length > 0 ? 'partial' : 'processed'
  const { detected, findings } = extract(text, category)
  return {
    status,
    engine,
    detected,
    findings: findings.slice(0, most.findings),
    notes: notes.slice(0, most.notes),
    pages,
    characters: charactersOf(text),
    text: plainText(text, documentTextLength),
  }
}

// Loaded on demand: a process reads one file.
async function textOf(bytes: Uint8Array, recogniser: Recogniser): Promise<FileText> {
  if (bytes.length === 0) return nothing('The file is empty.')
  switch (fileKindOf(bytes)) {
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(bytes, recogniser)
    case 'zip':
      return (await import('./docx.ts')).readDocx(bytes)
    case 'image':
      return (await import('./image.ts')).readImage(bytes, recogniser)
    case 'ole':
      return nothing(isEncrypted(bytes) ? locked : older)
    case 'other':
      return nothing('This file type cannot be read. Use PDF, DOCX, JPEG, PNG or GIF.')
  }
}

const locked = 'The Word document is protected by a password. Upload a copy without one to have it read.'
const older = 'Older Word files (.doc) cannot be read. Save the file as DOCX or PDF and upload it again.'

/** A password-protected DOCX is an OLE file with a stream of this name. */
const isEncrypted = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'))
