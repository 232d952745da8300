import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addDays, addMonths, dateIn, daysBetween, daysInMonth, realDate, startOfMonth, weekdayOf } from './dates.ts'

const dates = fc
  .record({
    year: fc.integer({ min: 1901, max: 2190 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ year, month, day }) => dateIn(year, month, day))

test('days and months are counted as a calendar library counts them', () => {
  fc.assert(
    fc.property(dates, dates, fc.integer({ min: -2000, max: 2000 }), (date, other, count) => {
      const plain = Temporal.PlainDate.from(date)
      expect(addDays(date, count)).toBe(plain.add({ days: count }).toString())
      expect(addMonths(date, count)).toBe(plain.add({ months: count }).toString())
      expect(daysBetween(date, other)).toBe(plain.until(other, { largestUnit: 'day' }).days)
      expect(daysInMonth(plain.year, plain.month)).toBe(plain.daysInMonth)
      expect(weekdayOf(date)).toBe(plain.dayOfWeek)
      expect(startOfMonth(date)).toBe(plain.with({ day: 1 }).toString())
      expect(realDate(plain.year, plain.month, plain.day)).toBe(date)
    }),
  )
})

test('a month that is too short gives its last day', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(dateIn(2026, 14, 30)).toBe('2027-02-28')
  expect(dateIn(2026, 0, 31)).toBe('2025-12-31')
})

test.each([
  [2026, 2, 29],
  [2026, 13, 1],
  [2026, 0, 1],
  [2026, 4, 0],
  [26, 4, 1],
])('%i-%i-%i is no date', (year, month, day) => expect(realDate(year, month, day)).toBeNull())
