import type { PriceRules, Season } from '@keyhold/contracts/properties/stays/listing-terms'
import type { PriceFactorKind } from '@keyhold/contracts/properties/stays/stay-values'
import { daysBetween, weekdayOf } from '@keyhold/kit/lib/dates'
import { moneyText, toCents } from '@keyhold/kit/lib/money'

/** Whole cents. */
export interface Factor {
  factor: PriceFactorKind
  text: string
  percent: number | null
  cents: number
}

export interface NightPrice {
  date: string
  cents: number
  /** From the base price on; each has the price after it. */
  factors: Factor[]
}

export interface PricedNight {
  date: string
  /** The day of the booking, where the property stands. */
  today: string
  baseCents: number
  rules: PriceRules
  /** What the landlord set for the night. */
  overrideCents: number | null
  /** Free nights between two stays, of which this is one; null where no stay follows or precedes. */
  gap: number | null
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const weekdayName = (weekday: number): string => weekdayNames[weekday - 1] ?? ''

const signed = (percent: number) => `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`

/** At least one cent remains: no rule gives a night away. */
const withPercent = (cents: number, percent: number) => Math.max(1, Math.round((cents * (100 + percent)) / 100))

/** The price of a night and how it comes about. A price that the landlord set is not changed by the rules. */
export function priceNight(night: PricedNight): NightPrice {
  const { date, baseCents, rules, overrideCents } = night
  const factors: Factor[] = [{ factor: 'base', text: 'Base price', percent: null, cents: baseCents }]
  if (overrideCents !== null) {
    factors.push({ factor: 'date_override', text: 'Set for this date', percent: null, cents: overrideCents })
    return { date, cents: overrideCents, factors }
  }
  for (const { factor, text, percent } of changesOf(night)) {
    const before = factors.at(-1)?.cents ?? baseCents
    if (percent !== 0)
      factors.push({ factor, text: `${text} ${signed(percent)}`, percent, cents: withPercent(before, percent) })
  }
  const cents = factors.at(-1)?.cents ?? baseCents
  const limit = limitOf(cents, rules)
  if (limit) factors.push(limit)
  return { date, cents: limit?.cents ?? cents, factors }
}

interface Change {
  factor: PriceFactorKind
  text: string
  percent: number
}

function changesOf({ date, today, rules, gap }: PricedNight): Change[] {
  const weekday = weekdayOf(date)
  const onWeekday = rules.weekdays.find((one) => one.weekday === weekday)
  const season = seasonOf(date, rules.seasons)
  const ahead = daysBetween(today, date)
  const { lastMinute, orphanGap } = rules
  const changes: Change[] = []
  if (onWeekday) changes.push({ factor: 'weekday', text: weekdayName(weekday), percent: onWeekday.percent })
  if (season) changes.push({ factor: 'season', text: season.name, percent: season.percent })
  if (lastMinute && ahead >= 0 && ahead < lastMinute.days)
    changes.push({
      factor: 'last_minute',
      text: ahead === 0 ? 'Tonight' : `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead`,
      percent: lastMinute.gradual ? gradual(lastMinute.percent, ahead, lastMinute.days) : lastMinute.percent,
    })
  if (orphanGap && gap !== null && gap <= orphanGap.nights)
    changes.push({
      factor: 'orphan_gap',
      text: `Gap of ${gap} ${gap === 1 ? 'night' : 'nights'}`,
      percent: orphanGap.percent,
    })
  return changes
}

/** The whole change on the day itself, and less the further ahead, in hundredths of a percent. */
const gradual = (percent: number, ahead: number, days: number) =>
  Math.round(((percent * (days - ahead)) / days) * 100) / 100

function limitOf(cents: number, { minimumPrice, maximumPrice }: PriceRules): Factor | null {
  if (minimumPrice !== null && cents < toCents(minimumPrice))
    return { factor: 'floor', text: 'Not below the lowest price', percent: null, cents: toCents(minimumPrice) }
  if (maximumPrice !== null && cents > toCents(maximumPrice))
    return { factor: 'ceiling', text: 'Not above the highest price', percent: null, cents: toCents(maximumPrice) }
  return null
}

/** The first season that a night falls into. */
export const seasonOf = (date: string, seasons: readonly Season[]): Season | undefined =>
  seasons.find((season) => isIn(date, season))

function isIn(date: string, { from, to, everyYear }: Season): boolean {
  if (!everyYear) return from <= date && date <= to
  const [day, first, last] = [date.slice(5), from.slice(5), to.slice(5)]
  return first <= last ? first <= day && day <= last : day >= first || day <= last
}

/** As in "Base price $100.00, Friday +20 %: $120.00". */
export const explanationOf = ({ cents, factors }: NightPrice): string => {
  const [base, ...others] = factors
  const last = others.at(-1)
  const steps = others.map(({ text }) => `, ${text}`).join('')
  return `${base?.text} ${moneyText(base?.cents ?? 0)}${steps}${last ? `: ${moneyText(cents)}` : ''}`
}
