import { addDays, daysInMonth } from '@keyhold/kit/lib/dates'
import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { dates } from '../../testing/dates.ts'
import { periodsOf, daysOf, type Period, type Recurrence } from './periods.ts'

const first = (count: number, over: Partial<Recurrence> & { startsOn: string }): Period[] =>
  [...periodsOf({ endsOn: null, dueDay: null, periods: count, ...over })].slice(0, count)
const dues = (count: number, over: Partial<Recurrence> & { startsOn: string }) =>
  first(count, over).map(({ dueOn }) => dueOn)

describe('the periods of a rule', () => {
  test('return to the 31st after shorter months, and handle leap years', () => {
    expect(dues(5, { startsOn: '2026-01-31' })).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
    expect(dues(3, { startsOn: '2027-12-30' })[2]).toBe('2028-02-29')
    expect(dues(12, { startsOn: '2028-02-29' }).at(-1)).toBe('2029-01-29')
    expect(dues(3, { startsOn: '2099-12-31' })[2]).toBe('2100-02-28')
  })

  test('begin with the days to the next due day, due on the start date', () => {
    expect(
      first(3, { startsOn: '2026-01-20', dueDay: 1 }).map(({ key, from, to, dueOn }) => [key, from, to, dueOn]),
    ).toEqual([
      ['2026-01', '2026-01-20', '2026-01-31', '2026-01-20'],
      ['2026-02', '2026-02-01', '2026-02-28', '2026-02-01'],
      ['2026-03', '2026-03-01', '2026-03-31', '2026-03-01'],
    ])
    // Starting before the due day: the first part belongs to the period that began the month before.
    expect(first(2, { startsOn: '2026-01-05', dueDay: 15 }).map(({ key, from, to }) => [key, from, to])).toEqual([
      ['2025-12', '2026-01-05', '2026-01-14'],
      ['2026-01', '2026-01-15', '2026-02-14'],
    ])
    expect(first(1, { startsOn: '2026-02-28', dueDay: 31 })[0]).toMatchObject({
      key: '2026-02',
      from: '2026-02-28',
      to: '2026-03-30',
    })
  })

  test('end with the last day charged for, and with the last supported year', () => {
    expect(first(9, { startsOn: '2026-01-01', endsOn: '2026-02-10' }).map(({ from, to }) => [from, to])).toEqual([
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-10'],
    ])
    expect(first(9, { startsOn: '2026-01-01', endsOn: '2025-12-31' })).toEqual([])
    expect(dues(12, { startsOn: '2199-11-30' })).toEqual(['2199-11-30', '2199-12-30'])
  })

  test('are consecutive, have unique keys, and are due on the due day or the last day of the month', () => {
    fc.assert(
      fc.property(
        dates,
        fc.option(fc.integer({ min: 1, max: 31 })),
        fc.option(fc.nat({ max: 900 })),
        (startsOn, dueDay, length) => {
          const endsOn = length === null ? null : addDays(startsOn, length)
          const periods = first(24, { startsOn, dueDay, endsOn })
          expect(periods[0]).toMatchObject({ from: startsOn, dueOn: startsOn })
          expect(new Set(periods.map(({ key }) => key)).size).toBe(periods.length)
          periods.forEach((period, n) => {
            const { key, from, to, fullFrom, fullTo, dueOn } = period
            if (n > 0) expect(from).toBe(addDays(periods[n - 1]!.to, 1))
            expect([key, dueOn]).toEqual([fullFrom.slice(0, 7), from])
            expect(fullFrom <= from && from <= to && to <= fullTo).toBe(true)
            const [year = 0, month = 0, day = 0] = fullFrom.split('-').map(Number)
            expect(day).toBe(Math.min(dueDay ?? Number(startsOn.slice(8)), daysInMonth(year, month)))
            expect(daysOf(fullFrom, fullTo)).toBeGreaterThanOrEqual(28)
            expect(daysOf(fullFrom, fullTo)).toBeLessThanOrEqual(31)
          })
          if (endsOn !== null && periods.length < 24) expect(periods.at(-1)?.to).toBe(endsOn)
        },
      ),
    )
  })

  test('have the right number of days across daylight saving changes', () => {
    expect(daysOf('2026-03-01', '2026-03-31')).toBe(31)
    expect(daysOf('2026-11-01', '2026-11-30')).toBe(30)
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
  })
})
