import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterPeriods, daysOf } from './periods.ts'
import { shareOf } from './proration.ts'

const cents = fc.integer({ min: 0, max: 1_000_000_00 })
const days = fc.integer({ min: 1, max: 366 })

test('however a period is split, the shares sum to the price exactly', () => {
  fc.assert(
    fc.property(cents, days, fc.array(fc.nat(366), { maxLength: 20 }), (price, total, cuts) => {
      const edges = [0, ...cuts.map((cut) => Math.min(cut, total)).toSorted((a, b) => a - b), total]
      const shares = edges.slice(1).map((to, i) => shareOf(price, total, edges[i]!, to))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(price)
      for (const share of shares) expect(Number.isInteger(share) && share >= 0).toBe(true)
    }),
  )
})

test('a share is the exact one to the cent', () => {
  fc.assert(
    fc.property(cents, days, fc.nat(366), fc.nat(366), (price, total, a, b) => {
      const [from, to] = [Math.min(a, b, total), Math.min(Math.max(a, b), total)]
      expect(Math.abs(shareOf(price, total, from, to) - (price * (to - from)) / total)).toBeLessThanOrEqual(1)
    }),
  )
})

test('what began on the 31st renews on the last day of shorter months and comes back to the 31st', () => {
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

test('what began on 29 February renews on the 28th, and on the 29th in leap years', () => {
  const from = '2028-02-29T23:59:59.999Z'
  expect([1, 2, 3, 4].map((count) => afterPeriods(from, 'year', count).slice(0, 10))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('periods follow each other without a gap, in order, each a month or a year long', () => {
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
