import type { Document } from '@keyhold/contracts/properties/documents'
import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { date, money, number, words } from '~/lib/format.ts'

export type Category = Document['category']
export const categories = [
  'lease',
  'invoice',
  'receipt',
  'maintenance',
  'inspection',
  'insurance',
  'tax',
  'other',
] as const satisfies Category[]
export const categoryOptions = categories.map((value) => ({ value, label: words(value) }))

export const types = ['pdf', 'doc', 'docx', 'jpg', 'png', 'gif'] as const
export const typeOptions = types.map((value) => ({ value, label: value.toUpperCase() }))

/** What a file chooser offers; the server looks at the content. */
export const accepted = '.pdf,.doc,.docx,.jpg,.jpeg,.png,.gif'
const extensions = /\.(pdf|docx?|jpe?g|png|gif)$/i
export const maxBytes = 25 * 1024 * 1024
export const fileRules = `PDF, DOC, DOCX, JPG, PNG or GIF, at most ${maxBytes / 1024 / 1024} MB each.`

/** How many pages of a PDF are shown; the whole file can be downloaded. */
export const mostPages = 200

/** Why a file is refused before it is sent. */
export function fileFault({ name, size }: File): string | undefined {
  if (!extensions.test(name)) return 'This is not a PDF, DOC, DOCX, JPG, PNG or GIF file.'
  if (size > maxBytes) return `This file is larger than ${maxBytes / 1024 / 1024} MB.`
  return size === 0 ? 'This file is empty.' : undefined
}

/** 512 B, 14.2 KB, 3.1 MB */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${number(Math.round((bytes / 1024) * 10) / 10)} KB`
  return `${number(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}

/** A finding's value in words. */
export function valueWords({ value, kind }: Finding): string {
  if (kind === 'money' && Number.isFinite(Number(value))) return money(Number(value))
  if (kind === 'date') return date(value)
  return value
}

/** Splits a text into parts and marks those that match the words of `search`. */
export function marked(text: string, search: string): { text: string; isMarked: boolean }[] {
  // Punctuation between the parts of `1,850` may differ in the text.
  const sought = search
    .normalize('NFKC')
    .split(/\s+/)
    .flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('[^\\p{L}\\p{M}\\p{N}]+') ?? [])
  if (sought.length === 0) return [{ text, isMarked: false }]
  const longestFirst = sought.toSorted((a, b) => b.length - a.length)
  const found = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst.join('|')})`, 'giu')
  return text.split(found).flatMap((part, n) => (part === '' ? [] : [{ text: part, isMarked: n % 2 === 1 }]))
}

/** The state of the analysis, in two words. */
export function standing({ analysis }: Pick<Document, 'analysis'>): {
  label: string
  tone: 'success' | 'warning' | 'info' | 'neutral'
} {
  if (analysis.status === 'pending') return { label: 'Pending', tone: 'info' }
  if (analysis.status === 'processed') return { label: 'Processed', tone: 'success' }
  if (analysis.status === 'partial') return { label: 'Partly read', tone: 'warning' }
  return { label: 'Could not be read', tone: 'neutral' }
}

export const isImage = (type: Document['fileType']): boolean => type === 'jpg' || type === 'png' || type === 'gif'
