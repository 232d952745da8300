import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { toCents } from '@keyhold/kit/lib/money'
import { phrase } from './phrase.ts'
import { candidatesOf, parsePhrase, quoteAround, round, type Rule, settle } from './rules.ts'
import type { Page } from './text.ts'
import { currencyOf, parseDate, parseMoney, type Parsed } from './values.ts'

const rule =
  (key: string, label: string, kind: Rule['kind'], parse: Rule['parse']) =>
  (sure: number, source: string, unless?: RegExp): Rule => ({
    key,
    label,
    kind,
    parse,
    sure,
    pattern: phrase(source),
    ...(unless ? { unless } : {}),
  })

/** A number contains a digit: "Invoice Date" is not one. */
function parseReference(raw: string): Parsed | null {
  const value = raw.replace(/[.,:]+$/, '')
  return /\d/.test(value) && parseDate(value) === null ? { value, sure: 1 } : null
}

const vendor = rule('vendor', 'From', 'text', parsePhrase)
const invoiceNumber = rule('invoiceNumber', 'Invoice number', 'text', parseReference)
const receiptNumber = rule('receiptNumber', 'Receipt number', 'text', parseReference)
const date = rule('date', 'Date', 'date', parseDate)
const dueDate = rule('dueDate', 'Due', 'date', parseDate)
const subtotal = rule('subtotal', 'Subtotal', 'money', parseMoney)
const tax = rule('tax', 'Tax', 'money', parseMoney)
const total = rule('total', 'Total', 'money', parseMoney)

const numbered = `[ \\t]?((no|number|num|id|nr)\\b\\.?[ \\t]?[#:]{0,2}|[#:]{1,2})[ \\t]{0,4}#?<reference>`
const payee = `from|vendor|seller|supplier|company|contractor|remit( payment)? to|(make checks? )?payable to`
const rules: Rule[] = [
  vendor(0.85, `{begin}(${payee})\\s?[:]\\s{0,4}<cell>`),
  invoiceNumber(0.92, `\\binvoice${numbered}`),
  invoiceNumber(0.7, `\\binvoice[ \\t]{1,3}<code>\\b`),
  receiptNumber(0.88, `\\breceipt${numbered}`),
  dueDate(0.92, `\\b(payment )?due( date| by| on)?:<date>`),
  dueDate(0.88, `\\bpay(able)? by:<date>`),
  date(0.94, `\\b(invoice|issue|bill(ing)?|receipt|transaction) (date|dated):<date>`),
  date(
    0.85,
    `\\b(date( of issue| issued| paid)?|issued( on)?|dated):<date>`,
    /(?:due|service|delivery|expir\w*|start|end)\s*$/i,
  ),
  subtotal(0.93, `\\bsub-?\\s?total{across}<amount>`),
  tax(0.88, `^[^\\n]{0,60}?\\b(sales tax|tax|vat|gst|hst)\\b{across}<amount>`),
  total(
    0.93,
    `\\b(grand total|total (amount )?due|amount due|balance due|total amount|amount paid|total paid|invoice total){across}<amount>`,
  ),
  total(0.82, `\\btotal{across}<amount>`, /(?:sub-?\s?|tax\s|item\s)$/i),
]

/** Findings of invoices and receipts. */
export function extractInvoice(pages: readonly Page[]): Finding[] {
  const columns = pages.map(columnsOf)
  const findings = settle(
    candidatesOf(
      pages.map((page, n) => ({ ...page, lines: [...page.lines, ...columns[n]!.keys()] })),
      rules,
    ),
  ).map((one) => ({
    ...one,
    // The quote is the heading row and the row below it.
    quote: columns.map((of) => of.get(one.quote)).find(Boolean) ?? one.quote,
  }))
  if (!findings.some(({ key }) => key === 'vendor')) findings.unshift(...vendorAtTop(pages))
  const checked = checkSum(findings)
  return checked.length > 0 ? [...checked, ...currency(pages)] : checked
}

/** For a heading row above a row of values: each value after its heading, and the two rows. */
function columnsOf({ lines }: Page): Map<string, string> {
  return new Map(
    lines.flatMap((line, n): [string, string][] => {
      const heads = line.trim().split(/\s{2,}/)
      const values = lines[n + 1]?.trim().split(/\s{2,}/) ?? []
      if (heads.length < 2 || heads.length !== values.length || /\d/.test(line) || !/\d/.test(values.join())) return []
      const quote = `${heads.join(' ')} ${values.join(' ')}`.slice(0, 300)
      return heads.map((head, cell) => [`${head}: ${values[cell]}`, quote])
    }),
  )
}

const company =
  /(?:LLC|L\.L\.C|Inc|Ltd|Corp|Co|Company|GmbH|Services?|Plumbing|Electric(?:al)?|Roofing|Heating|Cleaning|Supply|Store|Hardware)\b/i

/** The sender is usually on the first lines without a label: used only when the words look like a business name. */
function vendorAtTop(pages: readonly Page[]): Finding[] {
  const [first] = pages
  for (const line of first?.lines.slice(0, 4) ?? []) {
    const cell =
      line
        .trim()
        .split(/\s{2,}/)[0]
        ?.replace(/\s+(?:invoice|receipt|bill|statement)$/i, '') ?? ''
    const parsed = parsePhrase(cell)
    if (!first || !parsed || !company.test(cell) || /^(?:invoice|bill|receipt|page|ship)\b|:/i.test(cell)) continue
    return [
      {
        key: 'vendor',
        label: 'From',
        kind: 'text',
        value: parsed.value,
        confidence: round(0.65 * first.certainty),
        page: first.page,
        quote: line.trim().slice(0, 300),
      },
    ]
  }
  return []
}

const inCents = (finding: Finding | undefined) => (finding ? toCents(Number(finding.value)) : null)

/** When subtotal and tax add up to the total, all three are confirmed; otherwise one is wrong. */
function checkSum(findings: Finding[]): Finding[] {
  const of = (key: string) => findings.filter((one) => one.key === key)
  for (const net of of('subtotal'))
    for (const added of of('tax'))
      for (const gross of of('total'))
        if ((inCents(net) ?? 0) + (inCents(added) ?? 0) === inCents(gross)) {
          const right = [net, added, gross]
          return findings
            .filter((one) => right.includes(one) || !right.some(({ key }) => key === one.key))
            .map((one) => (right.includes(one) ? { ...one, confidence: Math.max(one.confidence, 0.96) } : one))
        }
  const isComplete = ['subtotal', 'tax', 'total'].every((key) => of(key).length > 0)
  return findings.map((one) =>
    isComplete && ['subtotal', 'tax', 'total'].includes(one.key)
      ? { ...one, confidence: Math.min(one.confidence, 0.6) }
      : one,
  )
}

function currency(pages: readonly Page[]): Finding[] {
  for (const { page, lines, certainty } of pages) {
    const text = lines.join('\n')
    const found = currencyOf(text)
    if (!found) continue
    const at = text.indexOf(found.quote)
    const quote = quoteAround(text, at, at + found.quote.length)
    return [
      {
        key: 'currency',
        label: 'Currency',
        kind: 'text',
        value: found.value,
        confidence: round(0.9 * certainty),
        page,
        quote,
      },
    ]
  }
  return []
}
