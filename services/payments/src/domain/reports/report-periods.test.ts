import { reportPeriods } from '@keyhold/contracts/payments/reports'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { periodBefore, periodOf, periodsUpTo } from './report-periods.ts'

const kinds = fc.constantFrom(...reportPeriods)
const days = fc
  .integer({ min: 0, max: 365 * 250 })
  .map((n) => new Date(Date.UTC(1925, 0, 1) + n * 86_400_000).toISOString().slice(0, 10))

describe('a period', () => {
  test.each([
    ['weekly', '2026-03-15', '2026-03-09', '2026-03-15'], // a Sunday ends its week
    ['weekly', '2026-03-16', '2026-03-16', '2026-03-22'],
    ['weekly', '2026-01-01', '2025-12-29', '2026-01-04'], // over the turn of the year
    ['monthly', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['quarterly', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['quarterly', '2026-05-31', '2026-04-01', '2026-06-30'],
    ['yearly', '2026-03-15', '2026-01-01', '2026-12-31'],
  ] as const)('%s around %s is %s to %s', (kind, day, from, to) => {
    expect(periodOf(kind, day)).toEqual({ from, to })
  })

  test('contains its day, begins the day after the previous one ends, and is the same for each of its days', () => {
    fc.assert(
      fc.property(kinds, days, (kind, day) => {
        const period = periodOf(kind, day)
        expect(period.from <= day && day <= period.to).toBe(true)
        expect(periodOf(kind, period.from)).toEqual(period)
        expect(periodOf(kind, period.to)).toEqual(period)
        expect(periodBefore(kind, day).to).toBe(addDays(period.from, -1))
        const length = daysBetween(period.from, period.to) + 1
        const [least, most] = { weekly: [7, 7], monthly: [28, 31], quarterly: [90, 92], yearly: [365, 366] }[kind] as [
          number,
          number,
        ]
        expect(length >= least && length <= most).toBe(true)
      }),
    )
  })

  test('weeks begin on a Monday', () => {
    fc.assert(fc.property(days, (day) => new Date(periodOf('weekly', day).from).getUTCDay() === 1))
  })

  test('a series of periods has no gap and ends with the period of the day', () => {
    fc.assert(
      fc.property(kinds, days, fc.integer({ min: 1, max: 36 }), (kind, day, count) => {
        const row = periodsUpTo(kind, day, count)
        expect(row).toHaveLength(count)
        expect(row.at(-1)).toEqual(periodOf(kind, day))
        for (const [n, period] of row.slice(1).entries()) expect(row[n]).toEqual(periodBefore(kind, period.from))
      }),
    )
  })
})
