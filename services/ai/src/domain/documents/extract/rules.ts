import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import type { Page } from './text.ts'
import type { Parsed } from './values.ts'

/** How a value is found: by the words around it. The value is the group `v`, or the whole match. */
export interface Rule {
  key: string
  label: string
  kind: Finding['kind']
  /** With the flags `d` and `g`. */
  pattern: RegExp
  /** Confidence, 0 to 1: how often these words mean this. */
  sure: number
  parse: (text: string) => Parsed | null
  /** No match directly after this. */
  unless?: RegExp
}

const longestQuote = 300
const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The lines around a match, as many as fit in a quote, always with the match's end. */
export function quoteAround(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const newline = text.indexOf('\n', to)
  const end = newline < 0 ? text.length : newline
  if (end - start <= longestQuote) return tidy(text.slice(start, end))
  const room = longestQuote - (to - from)
  const before = Math.max(start, room > 0 ? from - Math.floor(room / 2) : to - longestQuote)
  return tidy(text.slice(before, before + longestQuote))
}

const lookBack = 30

/** Everything that the rules find, with repetitions. */
export function candidatesOf(pages: readonly Page[], rules: readonly Rule[]): Finding[] {
  return pages.flatMap(({ page, lines, certainty }) => {
    const text = lines.join('\n')
    return rules.flatMap(({ key, label, kind, pattern, sure, parse, unless }): Finding[] =>
      [...text.matchAll(pattern)].slice(0, 20).flatMap((match) => {
        const [from, to] = match.indices?.groups?.v ?? match.indices![0]!
        const parsed = unless?.test(text.slice(Math.max(0, match.index - lookBack), match.index))
          ? null
          : parse(text.slice(from, to))
        if (!parsed) return []
        const quote = quoteAround(text, match.index, to)
        return [{ key, label, kind, value: parsed.value, confidence: sure * parsed.sure * certainty, page, quote }]
      }),
    )
  })
}

/** Number of findings reported per key. */
const mostPerKey = 3

/**
 * The most confident finding per key. The same value found again raises the confidence; a different value with the same confidence lowers
 * both, and both are reported.
 */
export function settle(candidates: readonly Finding[]): Finding[] {
  return [...Map.groupBy(candidates, ({ key }) => key).values()].flatMap((ofKey) => {
    const values = [...Map.groupBy(ofKey, ({ value }) => value.toLowerCase()).values()].map((same) => {
      const best = same.reduce((one, other) => (other.confidence > one.confidence ? other : one))
      const mentions = new Set(same.map(({ page, quote }) => `${page} ${quote}`)).size
      return { ...best, confidence: Math.min(0.98, best.confidence + 0.02 * (mentions - 1)) }
    })
    values.sort((a, b) => b.confidence - a.confidence)
    const top = values[0]!.confidence
    const rivals = values.filter(({ confidence }) => confidence > top - 0.1).length
    return values
      .filter(({ confidence }) => confidence > top - 0.25)
      .slice(0, mostPerKey)
      .map((one) => ({ ...one, confidence: round(rivals > 1 ? one.confidence * 0.7 : one.confidence) }))
  })
}

/** Two decimals; more would suggest false precision. */
export const round = (confidence: number): number => Math.round(confidence * 100) / 100

/** A name or phrase without the punctuation around it. */
export function parsePhrase(text: string): Parsed | null {
  const value = tidy(text)
    .replace(/^[\s"“”'’(:_-]+/, '')
    .replace(/[\s"“”'’(,;:_-]+$/, '')
  // Blank lines to fill in are not names.
  return value.length < 2 || value.length > 120 || !/\p{L}{2}/u.test(value) || /_{3}|\.{4}/.test(value)
    ? null
    : { value, sure: 1 }
}
