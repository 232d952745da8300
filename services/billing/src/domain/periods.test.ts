import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterPeriods, daysOf } from './periods.ts'

test('a subscription begun on the 31st renews on the last day of shorter months and then on the 31st again', () => {
  const from = '2027-01-31T09:30:00.000Z'
  expect([0, 1, 2, 3, 12, 13].map((count) => afterPeriods(from, 'month', count).slice(0, 10))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-01-31',
    '2028-02-29',
  ])
  expect(afterPeriods(from, 'month', 1)).toBe('2027-02-28T09:30:00.000Z')
})

test('a subscription begun on 29 February renews on the 28th, and on the 29th in leap years', () => {
  const from = '2028-02-29T23:59:59.999Z'
  expect([1, 2, 3, 4].map((count) => afterPeriods(from, 'year', count).slice(0, 10))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('periods follow each other without gaps, each a month or a year long', () => {
  const anchor = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anchor, fc.constantFrom('month' as const, 'year' as const), fc.nat(60), (from, interval, count) => {
      const [start, end] = [
        afterPeriods(from.toISOString(), interval, count),
        afterPeriods(from.toISOString(), interval, count + 1),
      ]
      const { total, used } = daysOf({ start, end }, start)
      expect(used).toBe(0)
      expect(daysOf({ start, end }, end).used).toBe(total)
      if (interval === 'month') expect([28, 29, 30, 31]).toContain(total)
      else expect([365, 366]).toContain(total)
    }),
  )
})
