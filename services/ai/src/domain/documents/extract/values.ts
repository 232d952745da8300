import { realDate } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
// How dates, sums and periods are written in documents, and their values. The patterns are used inside larger ones, so they have no
// named groups. Every repetition is bounded, so that no text can make them slow.

/** A value as a form would take it, and the confidence that it was meant (0 to 1). */
export interface Parsed {
  value: string
  sure: number
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?'
const ordinal = '(?:st|nd|rd|th)?'

export const datePattern = `(?i:\\d{4}-\\d{2}-\\d{2}|${month}\\s{1,3}\\d{1,2}${ordinal}\\s?,?\\s{1,3}\\d{4}|\\d{1,2}${ordinal}\\s{1,3}(?:day\\s{1,3}of\\s{1,3})?${month}\\s?,?\\s{1,3}\\d{4}|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}|\\d{1,2}/\\d{1,2}/\\d{2})(?!\\d)`

/** A calendar date. Where day and month could be swapped, the American order gets less confidence. */
export function parseDate(text: string): Parsed | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]), 1)
  const numeric = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{2,4})$/.exec(text)
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])]
    const year = Number(numeric[4]) + (numeric[4]!.length === 2 ? 2000 : 0)
    const sure = numeric[4]!.length === 2 ? 0.9 : 1
    // Dots mean the European order, and a number above twelve is not a month.
    if (numeric[2] === '.' || first > 12) return dated(year, second, first, sure * 0.95)
    return dated(year, first, second, sure * (second > 12 || first === second ? 1 : 0.85))
  }
  const name = /[a-z]{3,}/i
    .exec(text.replace(/day\s+of/i, ''))?.[0]
    .toLowerCase()
    .slice(0, 3)
  const [day, year] = [/\d{1,2}(?!\d)/.exec(text)?.[0], /\d{4}/.exec(text)?.[0]]
  return name && day && year ? dated(Number(year), monthNames.indexOf(name) + 1, Number(day), 1) : null
}

function dated(year: number, monthNumber: number, day: number, sure: number): Parsed | null {
  const value = year < 1900 || year > 2199 ? null : realDate(year, monthNumber, day)
  return value === null ? null : { value, sure }
}

const amount =
  '(?:\\d{1,3}(?:,\\d{3}){1,3}(?:\\.\\d{2})?|\\d{1,3}(?:\\.\\d{3}){1,3},\\d{2}|\\d{1,8}(?:[.,]\\d{2})?)(?![\\d%]|[.,]\\d|\\s?%)'
const sign = '(?:US\\$|USD|\\$|€|EUR|£|GBP)'

/** A sum with its currency. */
export const moneyPattern = `(?:${sign}\\s{0,2}${amount}|${amount}\\s?(?:€|EUR|USD)(?!\\p{L}))`
/** A sum whose label says that it is one. */
export const amountPattern = `(?:${sign}\\s{0,2})?(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,8})\\.\\d{2}(?![\\d%]|[.,]\\d|\\s?%)`

/** A written sum in whole cents. */
export function centsOf(text: string): number | null {
  const digits = /\d[\d.,]*/.exec(text)?.[0]
  if (!digits) return null
  const [, whole = '', fraction = '00'] = /^(.*?)(?:[.,](\d{2}))?$/.exec(digits) ?? []
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction)
  return Number.isSafeInteger(cents) && cents < 1e12 ? cents : null
}

export function parseMoney(text: string): Parsed | null {
  const cents = centsOf(text)
  return cents === null || cents === 0 ? null : { value: toDollars(cents).toFixed(2), sure: 1 }
}

/** The currency of the sums in a text; null when none is named. */
export function currencyOf(text: string): { value: string; quote: string } | null {
  const found = new RegExp(moneyPattern, 'u').exec(text)?.[0]
  if (!found) return null
  return { value: /€|EUR/.test(found) ? 'EUR' : /£|GBP/.test(found) ? 'GBP' : 'USD', quote: found }
}

const words: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, fourteen: 14, fifteen: 15,
  twenty: 20, thirty: 30, forty: 40, 'forty-five': 45, sixty: 60, ninety: 90,
} // prettier-ignore
const word = `\\b(?:${Object.keys(words)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})\\b`

/** A number in digits, in words, or in both: "thirty (30)". */
export const numberPattern = `(?i:${word}\\s?\\(\\s?\\d{1,3}\\s?\\)|\\d{1,3}|${word})`
export const daysPattern = `${numberPattern}(?i:\\s?-?\\s?(?:calendar\\s|business\\s|consecutive\\s)?days?)`

export function parseNumber(text: string): Parsed | null {
  const digits = /\d{1,3}/.exec(text)?.[0]
  const value = digits === undefined ? words[new RegExp(word, 'i').exec(text)?.[0].toLowerCase() ?? ''] : Number(digits)
  return value === undefined || value === 0 ? null : { value: String(value), sure: 1 }
}
