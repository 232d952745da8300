import { instant } from '../scalars.ts'
import { z } from '../zod.ts'

export const documentCategories = [
  'lease',
  'invoice',
  'receipt',
  'maintenance',
  'inspection',
  'insurance',
  'tax',
  'other',
] as const

/** Characters of a document's text that are stored for search. */
export const documentTextLength = 20_000

/** `partial`: some of it could not be read; `unreadable`: all of it. */
export const analysisStatuses = ['pending', 'processed', 'partial', 'unreadable'] as const

/** A value that the analysis found in a document. */
export const Finding = z.object({
  /** As in `extractedData`, such as `monthlyRent`. */
  key: z.string(),
  label: z.string(),
  /** As a form accepts it: `1850.00`, `2026-03-01`. */
  value: z.string(),
  kind: z.enum(['text', 'money', 'date', 'number']),
  /** 0 to 1. */
  confidence: z.number(),
  /** From 1; null for types without pages. */
  page: z.int().nullable(),
  /** The words it was read from. */
  quote: z.string(),
})

export type Finding = z.output<typeof Finding>

export const DocumentAnalysis = z.object({
  status: z.enum(analysisStatuses),
  /** The engine that read it: `pdf-text`, `docx`, `ocr`, `pdf-ocr`. */
  engine: z.string().nullable(),
  /** The category that its text suggests. */
  detected: z.enum(documentCategories).nullable(),
  findings: z.array(Finding),
  /** Sentences about what could not be read, and why. */
  notes: z.array(z.string()),
  pages: z.int().nullable(),
  characters: z.int(),
  analysedAt: instant.nullable(),
})

export type DocumentAnalysis = z.output<typeof DocumentAnalysis>
