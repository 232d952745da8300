import type { PriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import type { MinStaySource } from '@keyhold/contracts/properties/stays/stay-values'
import { daysBetween, weekdayOf } from '@keyhold/kit/lib/dates'
import { seasonOf, weekdayName } from './night-price.ts'

export interface Arrival {
  date: string
  today: string
  rules: PriceRules
  /** Of the listing. */
  minStayNights: number
  /** What the landlord set for the day of arrival. */
  override: number | null
  gap: number | null
}

export interface MinimumStay {
  nights: number
  source: MinStaySource
  text: string
}

const nightsText = (nights: number) => `${nights} ${nights === 1 ? 'night' : 'nights'}`

/** The minimum stay of an arrival on a day. The first rule that says something counts; a gap too short for it can be filled. */
export function minimumStay(arrival: Arrival): MinimumStay {
  const { gap, rules } = arrival
  const ordinary = ordinaryMinimum(arrival)
  const { orphanGap } = rules
  if (orphanGap?.allowShorter && gap !== null && gap <= orphanGap.nights && gap < ordinary.nights)
    return { nights: gap, source: 'orphan_gap', text: `A gap of ${nightsText(gap)} can be filled` }
  return ordinary
}

function ordinaryMinimum({ date, today, rules, minStayNights, override }: Arrival): MinimumStay {
  if (override !== null) return { nights: override, source: 'date_override', text: 'Set for this date' }
  const season = seasonOf(date, rules.seasons)
  if (season?.minimumStay) return { nights: season.minimumStay, source: 'season', text: season.name }
  const weekday = weekdayOf(date)
  const onWeekday = rules.weekdays.find((one) => one.weekday === weekday)
  if (onWeekday?.minimumStay)
    return { nights: onWeekday.minimumStay, source: 'weekday', text: `Arrival on ${weekdayName(weekday)}` }
  const ahead = daysBetween(today, date)
  const { farOut, lastMinute } = rules
  if (farOut && ahead > farOut.days)
    return { nights: farOut.minimumStay, source: 'far_out', text: `More than ${farOut.days} days ahead` }
  if (lastMinute?.minimumStay && ahead >= 0 && ahead < lastMinute.days)
    return { nights: lastMinute.minimumStay, source: 'last_minute', text: `Within ${lastMinute.days} days` }
  return { nights: minStayNights, source: 'listing', text: 'Of the listing' }
}
