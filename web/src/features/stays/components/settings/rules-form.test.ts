import { noPriceRules, PriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import { expect, test } from 'vitest'
import { emptyAsNull } from './empty-as-null.ts'
import { withAllWeekdays, withUsedWeekdays } from './rules-form.ts'

test('the form shows every weekday and sends only those that change something', () => {
  const rules: PriceRules = { ...noPriceRules, weekdays: [{ weekday: 5, percent: 20, minimumStay: null }] }
  const shown = withAllWeekdays(rules)
  expect(shown.weekdays.map(({ weekday, percent }) => [weekday, percent])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 20],
    [6, 0],
    [7, 0],
  ])
  expect(withUsedWeekdays(shown)).toEqual(rules)
})

test('a number that is left empty is none, at any depth', () => {
  const typed = {
    ...withAllWeekdays(noPriceRules),
    minimumPrice: '',
    seasons: [
      { name: 'Summer', from: '2026-06-01', to: '2026-08-31', percent: '25', minimumStay: '', everyYear: true },
    ],
  }
  expect(PriceRules.parse(emptyAsNull(typed))).toMatchObject({
    minimumPrice: null,
    seasons: [{ percent: 25, minimumStay: null }],
  })
})
