import type { BookEntry, BookLine, BookRange, BookWriter } from '../types.ts'
import { decimalOf, oneLine, pathOf } from './text.ts'

/** https://beancount.github.io/docs/beancount_language_syntax.html */
export function beancountWriter(): BookWriter {
  const opened = new Set<string>()
  /** An account is opened on the day of its first entry. */
  const openings = ({ on, tenant, lines }: BookEntry): string =>
    lines
      .map((line) => pathOf(line, tenant))
      .filter((path) => !opened.has(path) && opened.add(path))
      .map((path) => `${on} open ${path} USD\n`)
      .join('')
  return {
    head: ({ from, to }: BookRange) =>
      `option "title" ${quoted(`Keyhold, ${from} to ${to}`)}\noption "operating_currency" "USD"\n`,
    write: (entries) => entries.map((entry) => `\n${openings(entry)}${entryText(entry)}`).join(''),
  }
}

function entryText(entry: BookEntry): string {
  const { on, kind, id, tenant, narration, chargeId, receiptId, recordedAt, recordedBy, belongsOn, lines } = entry
  const links = [chargeId && ` ^charge-${chargeId}`, receiptId && ` ^receipt-${receiptId}`].filter(Boolean).join('')
  const facts = [
    `entry: ${quoted(id)}`,
    ...(tenant ? [`tenant: ${quoted(tenant.id)}`] : []),
    ...(chargeId ? [`charge: ${quoted(chargeId)}`] : []),
    ...(receiptId ? [`receipt: ${quoted(receiptId)}`] : []),
    ...(recordedAt ? [`recorded-at: ${quoted(recordedAt)}`] : []),
    ...(recordedBy ? [`recorded-by: ${quoted(recordedBy)}`] : []),
    ...(belongsOn ? [`belongs-on: ${belongsOn}`] : []),
  ]
  return [
    `${on} * ${quoted(tenant?.name ?? '')} ${quoted(narration)} #${kind.replaceAll('_', '-')}${links}`,
    ...facts.map((fact) => `  ${fact}`),
    ...lines.flatMap((line) => lineText(line, tenant)),
    '',
  ].join('\n')
}

function lineText(line: BookLine, tenant: BookEntry['tenant']): string[] {
  const { cents, property, unit, tenancyId, dueOn } = line
  return [
    `  ${pathOf(line, tenant)}  ${decimalOf(cents)} USD`,
    ...(property === null ? [] : [`    property: ${quoted(property)}`]),
    ...(unit === null ? [] : [`    unit: ${quoted(unit)}`]),
    ...(tenancyId === null ? [] : [`    tenancy: ${quoted(tenancyId)}`]),
    ...(dueOn === null ? [] : [`    due: ${dueOn}`]),
  ]
}

const quoted = (text: string): string => `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
