import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { phrase } from './phrase.ts'
import { candidatesOf, parsePhrase, type Rule, settle } from './rules.ts'
import type { Page } from './text.ts'
import { parseDate, parseMoney, type Parsed } from './values.ts'

const rule = (
  key: string,
  label: string,
  kind: Rule['kind'],
  parse: Rule['parse'],
  sure: number,
  source: string,
): Rule => ({
  key,
  label,
  kind,
  parse,
  sure,
  pattern: phrase(source),
})

const parseReference = (raw: string): Parsed | null =>
  /\d/.test(raw) ? { value: raw.replace(/[.,:-]+$/, ''), sure: 1 } : null

const period = `(policy (period|term)|coverage period|period of insurance)[^\\d\\n]{0,40}?`
const until = `\\s?(-|–|to|through|until)\\s?`
const insurance: Rule[] = [
  rule(
    'policyNumber',
    'Policy number',
    'text',
    parseReference,
    0.92,
    `\\bpolicy\\s?(no|number|num|id)?\\.?\\s?[#:]{0,2}\\s{0,4}#?\\s?<policy>`,
  ),
  rule(
    'insurer',
    'Insurer',
    'text',
    parsePhrase,
    0.88,
    `{begin}(insurer|insurance (company|provider)|carrier|underwritten by)\\s?[:]\\s{0,4}<cell>`,
  ),
  rule(
    'insured',
    'Insured',
    'text',
    parsePhrase,
    0.88,
    `{begin}((named |primary )?insured|policy ?holder)( name)?\\s?[:]\\s{0,4}<cell>`,
  ),
  rule(
    'effectiveDate',
    'In force from',
    'date',
    parseDate,
    0.92,
    `\\b(effective|inception|policy start)( date)?( from| on)?:<date>`,
  ),
  rule('effectiveDate', 'In force from', 'date', parseDate, 0.92, `${period}<date>${until}{date}`),
  rule(
    'expirationDate',
    'In force until',
    'date',
    parseDate,
    0.92,
    `\\b(expir(ation|y)( date)?|expires( on)?|policy end date):<date>`,
  ),
  rule('expirationDate', 'In force until', 'date', parseDate, 0.92, `${period}{date}${until}<date>`),
  rule(
    'liability',
    'Liability',
    'money',
    parseMoney,
    0.88,
    `\\b(personal |general )?liability( coverage| limit| protection)?(:|~60)<money>`,
  ),
  rule('premium', 'Premium', 'money', parseMoney, 0.85, `\\b(total |annual )?premium(:|~50)<money>`),
  rule('deductible', 'Deductible', 'money', parseMoney, 0.85, `\\bdeductible(:|~50)<money>`),
]

const inspection: Rule[] = [
  rule(
    'inspectionDate',
    'Inspected',
    'date',
    parseDate,
    0.92,
    `\\b(inspection date|date of (the )?inspection|inspected( on)?):<date>`,
  ),
  rule(
    'inspector',
    'Inspector',
    'text',
    parsePhrase,
    0.88,
    `{begin}(inspector|inspected by)('s name| name)?\\s?[:]\\s{0,4}<cell>`,
  ),
  rule(
    'inspectionResult',
    'Result',
    'text',
    parsePhrase,
    0.85,
    `\\b(overall )?(result|outcome|rating)\\s?[:]\\s{0,4}(?<v>pass(ed)?|fail(ed)?|satisfactory|unsatisfactory|good|fair|poor)\\b`,
  ),
]

export const extractInsurance = (pages: readonly Page[]): Finding[] => settle(candidatesOf(pages, insurance))
export const extractInspection = (pages: readonly Page[]): Finding[] => settle(candidatesOf(pages, inspection))
