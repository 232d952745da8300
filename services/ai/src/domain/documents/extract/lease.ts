import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { phrase } from './phrase.ts'
import { candidatesOf, parsePhrase, type Rule, settle } from './rules.ts'
import type { Page } from './text.ts'
import { parseDate, parseMoney, parseNumber, type Parsed } from './values.ts'

type Said = [sure: number, phrase: string]

const said = (
  key: string,
  label: string,
  kind: Rule['kind'],
  parse: Rule['parse'],
  phrases: Said[],
  unless?: RegExp,
): Rule[] =>
  phrases.map(([sure, source]) => ({
    key,
    label,
    kind,
    parse,
    sure,
    pattern: phrase(source),
    ...(unless ? { unless } : {}),
  }))

const parties: Rule[] = [
  ...said('landlordName', 'Landlord', 'text', parsePhrase, [
    [0.92, `{begin}{landlord}('s|’s)?( name)?\\s{0,3}[:–-]\\s{0,8}<name>{end}`],
    [0.86, `\\bbetween( the)?(:| )<names>{stop}~80{landlord}`],
    [0.84, `\\bbetween( the)? {landlord}\\s?[,:] <names>(?=,? and\\b)`],
  ]),
  ...said('tenantNames', 'Tenant', 'text', parseNames, [
    [0.92, `{begin}{tenant}('s|’s)?( names?)?\\s{0,3}[:–-]\\s{0,8}<name>{end}`],
    [0.86, `{landlord}["”')]{0,3},? and <names>{stop}~80{tenant}`],
  ]),
]

/** "Ada Moss, Ben Moss, and Cy Moss" as "Ada Moss, Ben Moss, Cy Moss". */
function parseNames(raw: string): Parsed | null {
  const parsed = parsePhrase(raw)
  if (!parsed) return null
  const names = parsed.value.split(/,?\s+(?:and|&)\s+|[;,]\s*/i).map((name) => name.trim())
  return { ...parsed, value: names.filter(Boolean).join(', ') }
}

// The address where a party lives or receives mail is not the rented home's.
const otherPlace =
  /(?:address\s+(?:is|of)|resid\w+\s+(?:at|in)|notices?\s+to|office\s+(?:at|is)|\bof|mail\w*\s+(?:to|address:?))\s*$/i
const place = said(
  'propertyAddress',
  'Property address',
  'text',
  parsePhrase,
  [
    [0.9, `(premises|property( address)?|rental unit|located at|dwelling|rental address)[^\\d$]{0,90}?<address>`],
    [0.6, `<address>`],
  ],
  otherPlace,
)

const dates: Rule[] = [
  ...said('startDate', 'Lease starts', 'date', parseDate, [
    [0.95, `\\b(start|commencement|beginning|begin|move-in) date( of (the )?(lease|term)| is)?:<date>`],
    [0.86, `\\b(commenc(e|es|ing)|begin(s|ning)?|start(s|ing)?) (on )?(or about )?(the )?<date>`],
    [0.86, `\\b(term|lease|period)\\b~60from (the )?<date> (to|through|until|and ending)`],
  ]),
  ...said('endDate', 'Lease ends', 'date', parseDate, [
    [0.95, `\\b(end|ending|expiration|expiry|termination) date( of (the )?(lease|term)| is)?:<date>`],
    [0.86, `\\b(ending|ends?|terminat(e|es|ing)|expir(e|es|ing)) (at [^,$]{1,25}? )?(on )?(the )?<date>`],
    [0.86, `\\bfrom (the )?{date} (to|through|until) (and including )?(the )?<date>`],
  ]),
]

// "Pet rent" is a different sum, and "5% of the monthly rent" is not a sum.
const otherRent =
  /(?:pet|parking|garage|storage|late|additional|prorated|pro-rated|deposit|(?:%|percent)\s+of\s+(?:the\s+|one\s+month's\s+)?)\s*$/i
const each = `\\)?,? ?(dollars )?\\)?(due )?((per|a|each|every) (calendar )?month|/ ?mo(nth)?\\b|monthly)`
const sums: Rule[] = [
  ...said(
    'monthlyRent',
    'Monthly rent',
    'money',
    parseMoney,
    [
      [0.93, `\\b(monthly|base) (base )?(rent(al)?|installments?|payments?)( amount| payment| rate)?(:|~60)<money>`],
      [0.92, `\\brent\\b~110<money>${each}`],
      [0.75, `{begin}rent\\s{0,3}[:–-]\\s{0,40}<money>`],
    ],
    otherRent,
  ),
  ...said('securityDeposit', 'Security deposit', 'money', parseMoney, [
    [0.92, `\\bsecurity deposit( amount)?(:|~110)<money>`],
    [0.9, `<money>\\)? ~40as (a |the )?(refundable )?security( deposit)?\\b`],
  ]),
  ...said('lateFee', 'Late fee', 'money', parseMoney, [
    [0.88, `\\blate (payment )?(fee|charge|rent fee)s?(:|[^$€£.%]{0,90}?)<money>`],
  ]),
  ...said('lateFeePercent', 'Late fee, percent', 'number', parsePercent, [
    [0.86, `\\blate (payment )?(fee|charge)s?(:|~90)<percent>`],
  ]),
  ...said('petDeposit', 'Pet deposit', 'money', parseMoney, [[0.88, `\\bpet (security )?(deposit|fee)(:|~70)<money>`]]),
]

function parsePercent(raw: string): Parsed | null {
  const value = Number(raw)
  return value > 0 && value <= 50 ? { value: String(value), sure: 1 } : null
}

const notice = `['’]?( prior| advance| advanced)?( written)? notice`
const periods: Rule[] = [
  ...said('graceDays', 'Grace days', 'number', parseNumber, [
    [0.92, `\\bgrace period(:|~50)<days>`],
    [0.92, `<days>['’]? ?grace`],
    [0.85, `\\b(late|not (paid|received))\\b~60within <days>['’]? (of|after|from) (the |its )?due`],
  ]),
  ...said('noticeDays', 'Notice to end, days', 'number', parseNumber, [
    [0.86, `(terminat|vacat|renew|cancel|end (this|the) (lease|tenancy))~140<days>(${notice}|['’]? (before|prior))`],
    [0.86, `<days>${notice}~100(terminat|vacat|renew|move out|intent)`],
    [0.85, `{begin}notice( period)?\\s{0,3}[:–-]\\s{0,40}<days>`],
  ]),
  ...said('rentDueDay', 'Rent is due on day', 'number', parseDay, [
    [
      0.86,
      `\\brent\\b([^.]|\\.(?=\\d)){0,220}?(due|payable)~40(on|by) (or before )?the <ordinal>( day)?( of (each|every|the) )(calendar )?month`,
    ],
  ]),
]

function parseDay(raw: string): Parsed | null {
  const day = Number.parseInt(raw, 10) || { first: 1, fifth: 5, fifteenth: 15, last: 31 }[raw.toLowerCase()]
  return day && day <= 31 ? { value: String(day), sure: 1 } : null
}

const means = (value: string) => () => ({ value, sure: 1 })
// Forbidden "without consent" means allowed with it.
const flatly = `(?![^.]{0,80}(without|unless|consent|permission|approval))`
const pets: Rule[] = [
  ...said('pets', 'Pets', 'text', means('not allowed'), [
    [0.88, `\\bno (pets|animals)\\b${flatly}`],
    [0.88, `\\bpets? (are |is |shall |will |may ){0,2}(be )?(not (be )?(allowed|permitted)|prohibited)\\b${flatly}`],
    [0.9, `{begin}pets?( allowed)?\\s{0,3}[:–-]\\s{0,8}(no|none|not allowed)\\b`],
  ]),
  ...said('pets', 'Pets', 'text', means('with consent'), [
    [
      0.92,
      `\\b(pets?|animals?)\\b[^.]{0,80}?(without|unless|only with|with the)[^.]{0,40}?(consent|permission|approval)`,
    ],
  ]),
  ...said('pets', 'Pets', 'text', means('allowed'), [
    [0.88, `\\bpets? (are|is) (allowed|permitted)\\b${flatly}`],
    [0.9, `{begin}pets?( allowed)?\\s{0,3}[:–-]\\s{0,8}(yes|allowed|permitted)\\b`],
  ]),
]

const services =
  /\b(?:electricity|electric|gas|water|sewer|trash|garbage|internet|cable|heat|heating|telephone|all utilities)\b/gi
/** The utilities that a sentence names. */
function parseServices(raw: string): Parsed | null {
  const named = [...raw.matchAll(services)].map(([one]) => one.toLowerCase())
  const value = [...new Set(named.map((one) => ({ electric: 'electricity', heating: 'heat' })[one] ?? one))].join(', ')
  return value === '' ? null : { value, sure: 1 }
}
const pays = `( shall| will| must| agrees? to| is| are){0,2} (be )?(responsible for|pays?( for)?|paying|provides?|liable for)(?<v>[^.;$]{0,220})`
const utilities: Rule[] = [
  ...said('utilitiesTenant', 'Utilities the tenant pays', 'text', parseServices, [[0.8, `{tenant}${pays}`]]),
  ...said('utilitiesLandlord', 'Utilities the landlord pays', 'text', parseServices, [[0.8, `{landlord}${pays}`]]),
]

const rules = [...parties, ...place, ...dates, ...sums, ...periods, ...pets, ...utilities]

/** The terms of a lease. */
export function extractLease(pages: readonly Page[]): Finding[] {
  const findings = settle(candidatesOf(pages, rules))
  const valueOf = (key: string) => findings.find((one) => one.key === key)?.value
  const [start, end] = [valueOf('startDate'), valueOf('endDate')]
  // At least one of the dates is not what it seems.
  const isUpsideDown = start !== undefined && end !== undefined && end <= start
  return findings.map((one) =>
    isUpsideDown && /^(?:start|end)Date$/.test(one.key) ? { ...one, confidence: Math.min(one.confidence, 0.4) } : one,
  )
}
