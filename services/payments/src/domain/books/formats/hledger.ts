import type { BookEntry, BookLine, BookRange, BookWriter } from '../types.ts'
import { decimalOf, oneLine, pathOf } from './text.ts'

/** https://hledger.org/hledger.html#journal */
export function hledgerWriter(): BookWriter {
  const declared = new Set<string>()
  const declarations = ({ tenant, lines }: BookEntry): string =>
    lines
      .map((line) => pathOf(line, tenant))
      .filter((path) => !declared.has(path) && declared.add(path))
      .map((path) => `account ${path}\n`)
      .join('')
  return {
    head: ({ from, to }: BookRange) => `; Keyhold, ${from} to ${to}\ncommodity 1000.00 USD\n`,
    write: (entries) => entries.map((entry) => `\n${declarations(entry)}${entryText(entry)}`).join(''),
  }
}

function entryText(entry: BookEntry): string {
  const { on, kind, id, tenant, narration, chargeId, receiptId, recordedAt, recordedBy, belongsOn, lines } = entry
  const tags = [
    `kind:${kind}`,
    ...(chargeId ? [`charge:${chargeId}`] : []),
    ...(receiptId ? [`receipt:${receiptId}`] : []),
    ...(recordedAt ? [`recorded-at:${recordedAt}`] : []),
    ...(recordedBy ? [`recorded-by:${recordedBy}`] : []),
    ...(belongsOn ? [`belongs-on:${belongsOn}`] : []),
  ]
  return [
    `${on} * (${id}) ${description(tenant?.name ?? '')} | ${description(narration)}`,
    `    ; ${tags.join(', ')}`,
    ...lines.map((line) => lineText(line, tenant)),
    '',
  ].join('\n')
}

function lineText(line: BookLine, tenant: BookEntry['tenant']): string {
  const { cents, property, unit, tenancyId, dueOn } = line
  const tags = [
    ...(property === null ? [] : [`property:${tagValue(property)}`]),
    ...(unit === null ? [] : [`unit:${tagValue(unit)}`]),
    ...(tenancyId === null ? [] : [`tenancy:${tenancyId}`]),
    ...(dueOn === null ? [] : [`due:${dueOn}`]),
  ]
  return `    ${pathOf(line, tenant)}  ${decimalOf(cents)} USD${tags.length > 0 ? `  ; ${tags.join(', ')}` : ''}`
}

/** A semicolon begins a comment, a bar ends the payee. */
const description = (text: string): string => oneLine(text).replaceAll(';', ',').replaceAll('|', '/')

/** A comma ends a tag, a colon begins one (`date:` moves a posting to another day, as does a date in brackets). */
const tagValue = (text: string): string =>
  oneLine(text)
    .replaceAll(/[,:;[\]]+/g, ' ')
    .trim()
