import type { PriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import { weekdays } from '~/lib/nights.ts'

/** The rules as the form holds them: a line for each weekday. */
export const withAllWeekdays = (rules: PriceRules): PriceRules => ({
  ...rules,
  weekdays: weekdays.map(
    ({ value }) =>
      rules.weekdays.find(({ weekday }) => weekday === value) ?? { weekday: value, percent: 0, minimumStay: null },
  ),
})

/** The rules as they are sent: without weekdays that change nothing. */
export const withUsedWeekdays = (rules: PriceRules): PriceRules => ({
  ...rules,
  weekdays: rules.weekdays.filter(({ percent, minimumStay }) => percent !== 0 || minimumStay !== null),
})
