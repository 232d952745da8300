import { amountPattern, datePattern, daysPattern, moneyPattern } from './values.ts'

const kinds =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Parkway|Pkwy|Highway|Hwy|Square|Sq|Trail|Loop'
// Names start with a capital: "1 data node st" is not an address.
const street = `(?-i:(?:[\\p{Lu}\\d][\\p{L}\\d.'’-]{0,20}\\s){1,4}(?:${kinds}|${kinds.toUpperCase()})\\b\\.?)`
const unit =
  '(?:,?\\s{1,2}(?:[Aa]pt|APT|[Aa]partment|APARTMENT|[Uu]nit|UNIT|[Ss]uite|SUITE|[Ss]te|[Nn]o)\\.?\\s?#?[\\w-]{1,8}|,?\\s?#\\s?[\\w-]{1,8})'
const town = "(?-i:,?\\s{1,2}\\p{Lu}[\\p{L} .'-]{1,30},?\\s{1,2}\\p{Lu}{2}\\s{1,2}\\d{5}(?:-\\d{4})?)"

const parts: Record<string, string> = {
  date: datePattern,
  money: moneyPattern,
  /** In a row whose label names a sum. */
  amount: `(?:${moneyPattern}|${amountPattern})`,
  days: daysPattern,
  percent: '\\d{1,2}(?:\\.\\d{1,2})?(?=\\s?(?:%|percent))',
  ordinal: '\\d{1,2}(?:st|nd|rd|th)|first|fifth|fifteenth|last',
  name: "(?-i:\\p{Lu})[\\p{L}\\p{M}\\d&.,'’ -]{1,80}?",
  /** In prose, where a name can continue on the next line. */
  names: "(?-i:\\p{Lu})[\\p{L}\\p{M}\\d&.,'’\\s-]{1,120}?",
  address: `\\d{1,6}[A-Z]?\\s${street}${unit}?${town}?`,
  reference: '(?-i:[A-Z0-9][A-Z0-9/_.-]{1,24})',
  /** Short, with digits. */
  code: '(?-i:[A-Z]{0,4}-?\\d{3,}[A-Z0-9-]{0,12})',
  policy: '(?-i:[A-Z0-9][A-Z0-9-]{3,24}(?:\\s\\d{2,10})?)',
  /** The rest of a cell. */
  cell: '\\p{L}[^\\n]{1,70}?(?=\\s{2}|$)',
  landlord: '(?:landlord|lessor|owner)s?\\b(?:\\(s\\))?',
  tenant: '(?:tenant|lessee|resident|renter)(?:\\(s\\)|s?\\b)',
  /** The start of a line or cell. */
  begin: '(?:^| {2})\\s{0,8}',
  /** The end of a name after a label. */
  end: '(?=\\s{2}|\\s*$|\\s*[("“;]|,?\\s(?:hereinafter|hereafter|herein|referred|whose|residing)\\b)',
  /** The end of a name in a sentence. */
  stop: '(?=\\s*[(“"]|,?\\s+(?:hereinafter|hereafter|herein|referred|as|whose|of|residing)\\b|,\\s*(?:the\\b|\\d|[“"(]))',
  /** From a label to the sum at the end of the row, skipping a rate in parentheses. */
  across: '[^\\d$€£\\n]{0,60}(?:\\([^)\\n]{0,20}\\)|\\d{1,2}(?:\\.\\d{1,3})?\\s?%)?[^\\d$€£\\n]{0,60}',
}

// Prose continues on the next line, but not into another cell, labelled line, sentence or sum.
const within = '(?:(?! {2}|\\n[^\\n:]{1,30}:)[^$€£.])'

/**
 * A readable pattern such as `monthly rent: <money>`. A space matches any white space; `(a|b)?` is as in regular expressions; `:` matches a
 * colon, a dash or nothing, with spaces; `~60` up to 60 characters of the same sentence; `{date}` a part from the list above, and `<date>`
 * the same as the value. Every repetition is bounded, so that no text can make it slow.
 */
export function phrase(source: string): RegExp {
  const partOf = (name: string): string => {
    const part = parts[name]
    if (part === undefined) throw new Error(`A phrase knows no part ${name}`)
    return part
  }
  const pattern = source.replace(
    /\\.|\[[^\]]*\]|\(\?<v>|<([a-z]+)>|\{([a-z]+)\}|~(\d+)|\((?!\?)|:| +/g,
    (token: string, value: string | undefined, part: string | undefined, gap: string | undefined) => {
      if (value) return `(?<v>${partOf(value)})`
      if (part) return `(?:${partOf(part)})`
      if (gap) return `${within}{0,${gap}}?`
      if (token === '(') return '(?:'
      if (token === ':') return '(?:\\s{0,3}[:\\u2013-])?\\s{0,40}'
      return token.startsWith(' ') ? '\\s{1,4}' : token
    },
  )
  return new RegExp(pattern, 'dgimu')
}
