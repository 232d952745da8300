import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rentDates } from './rents.ts'

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const startDates = fc
  .record({ year: fc.integer({ min: 1900, max: 2198 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
  .filter(({ year, month, day }) => day <= daysIn(year, month))

describe('the dates of planned rents', () => {
  test('keep the 31st in mind through shorter months', () => {
    expect(rentDates('2026-01-31').slice(0, 5)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('know leap years', () => {
    expect(rentDates('2027-12-30')[2]).toBe('2028-02-29')
    expect(rentDates('2028-02-29').at(-1)).toBe('2029-01-29')
    expect(rentDates('2099-12-31')[2]).toBe('2100-02-28')
  })

  test('are twelve, one in each month from the start, on its day or the last one there is', () => {
    fc.assert(
      fc.property(startDates, ({ year, month, day }) => {
        const start = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        const dates = rentDates(start)
        expect(dates).toHaveLength(12)
        expect(dates[0]).toBe(start)
        dates.forEach((date, n) => {
          const [y = 0, m = 0, d = 0] = date.split('-').map(Number)
          expect(y * 12 + m).toBe(year * 12 + month + n)
          expect(d).toBe(Math.min(day, daysIn(y, m)))
        })
      }),
    )
  })

  test('do not run past the last year a date can have', () => {
    expect(rentDates('2199-11-30')).toEqual(['2199-11-30', '2199-12-30'])
  })
})
