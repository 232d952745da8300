/** Numbers written as words, which can't be compared with the records. */
const spelled =
  /\b(hundred|thousand|million)\b|\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b[^.?!]{0,12}\b(dollars|bucks|percent)\b|\b(one|two|three|four|five|six|seven|eight|nine|ten) (dollars|bucks|percent)\b/i

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|')
const monthNames = `${months.join('|')}|${months.map((name) => name.slice(0, 3)).join('|')}|sept`

const datePatterns: readonly [RegExp, (match: string[]) => [month: number, day: number, year: number | null]][] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, year, month, day]) => [Number(month), Number(day), Number(year)]],
  [
    /\b(\d{1,2})\/(\d{1,2})\/(\d{2,4})\b/g,
    ([, month, day, year]) => [Number(month), Number(day), fullYear(Number(year))],
  ],
  [
    new RegExp(`\\b(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'gi'),
    ([, month, day, year]) => [monthOf(month!), Number(day), year ? Number(year) : null],
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthNames})\\b\\.?(?:,? (\\d{4}))?`, 'gi'),
    ([, day, month, year]) => [monthOf(month!), Number(day), year ? Number(year) : null],
  ],
]
const fullYear = (year: number) => (year < 100 ? 2000 + year : year)
const monthOf = (name: string) => months.findIndex((one) => one.startsWith(name.slice(0, 3).toLowerCase())) + 1

interface Figures {
  dates: string[]
  /** Of the same dates without the year. */
  days: string[]
  numbers: string[]
}

/** The dates and other numbers of a text, each in one way of writing. */
export function figuresIn(text: string): Figures {
  const dates: string[] = []
  const days: string[] = []
  let rest = text
  for (const [pattern, read] of datePatterns)
    rest = rest.replace(pattern, (...match) => {
      const [month, day, year] = read(match.slice(0, 4) as string[])
      days.push(`${month}-${day}`)
      if (year !== null) dates.push(`${year}-${month}-${day}`)
      return ' '
    })
  const numbers = (rest.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => String(Number(number.replaceAll(',', ''))))
  return { dates, days, numbers }
}

/** Whether every amount, date and other number of an answer stands in one of the records that it was made from. */
export function figuresAreFrom(records: readonly string[], answer: string): boolean {
  if (spelled.test(answer)) return false
  const known = figuresIn(records.join('\n'))
  const said = figuresIn(answer)
  const isKnown = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one))
  return isKnown(said.dates, known.dates) && isKnown(said.days, known.days) && isKnown(said.numbers, known.numbers)
}
