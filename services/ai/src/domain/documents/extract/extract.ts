import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { type Category, detectCategory } from './detect.ts'
import { extractInspection, extractInsurance } from './insurance.ts'
import { extractInvoice } from './invoice.ts'
import { extractLease } from './lease.ts'
import { candidatesOf, round } from './rules.ts'
import type { Page } from './text.ts'
import { datePattern, moneyPattern, parseDate, parseMoney } from './values.ts'

const extractors: Partial<Record<Category, (pages: readonly Page[]) => Finding[]>> = {
  lease: extractLease,
  invoice: extractInvoice,
  receipt: extractInvoice,
  maintenance: extractInvoice,
  insurance: extractInsurance,
  inspection: extractInspection,
}

/** With fewer findings than this, unlabelled sums and dates are reported too. */
const few = 3
const mentioned = 5

/**
 * Extracts findings by rules. Every finding quotes the words it was read from. Rules of the filed `category` and of the detected kind are
 * applied. The text is data: nothing in it is executed or followed.
 */
export function extract(
  pages: readonly Page[],
  category: Category,
): { detected: Category | null; findings: Finding[] } {
  const detected = detectCategory(pages)
  const kinds = new Set([detected ?? category, category])
  const found = [...new Set([...kinds].map((kind) => extractors[kind]))].flatMap(
    (extractor) => extractor?.(pages) ?? [],
  )
  // When both kinds look for the same key, the detected kind counts.
  const findings = found.filter(
    (one, n) => found.findIndex(({ key }) => key === one.key) === n || isRival(found, one, n),
  )
  return { detected, findings: findings.length < few ? [...findings, ...mentions(pages, findings)] : findings }
}

/** Another value for the same key by the same extractor: both are reported. */
const isRival = (found: readonly Finding[], one: Finding, n: number) => found[n - 1]?.key === one.key

function mentions(pages: readonly Page[], told: readonly Finding[]): Finding[] {
  const rule = (key: string, label: string, kind: Finding['kind'], source: string, parse: typeof parseDate) => ({
    key, label, kind, pattern: new RegExp(`(?<![\\d.,/-])(?<v>${source})`, 'dgu'), sure: 0.4, parse,
  }) // prettier-ignore
  const all = candidatesOf(pages, [
    rule('amount', 'Amount mentioned', 'money', moneyPattern, parseExact),
    rule('mentionedDate', 'Date mentioned', 'date', datePattern, parseYear),
  ]).filter(({ value }) => !told.some((one) => one.value === value))
  return ['amount', 'mentionedDate'].flatMap((key) => {
    const firsts = new Map(
      all.toReversed().flatMap((one): [string, Finding][] => (one.key === key ? [[one.value, one]] : [])),
    )
    return [...firsts.values()]
      .toReversed()
      .slice(0, mentioned)
      .map((one) => ({ ...one, confidence: round(one.confidence) }))
  })
}

// Without a label, "$8" or 03/21/95 can mean anything.
const parseExact = (text: string) => (/[.,]\d{2,3}(?!\d)/.test(text) ? parseMoney(text) : null)
const parseYear = (text: string) => (/\d{4}/.test(text) ? parseDate(text) : null)
