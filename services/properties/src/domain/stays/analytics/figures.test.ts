import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged } from '../pricing/gaps.ts'
import { availableIn, figuresOf, monthsOf, nightsIn, noParts, sumParts } from './figures.ts'

const anyRange = fc
  .tuple(fc.integer({ min: -60, max: 420 }), fc.integer({ min: 1, max: 90 }))
  .map(([start, length]) => ({ from: addDays('2026-01-01', start), until: addDays('2026-01-01', start + length) }))

test('occupancy is booked over available nights, ADR by night booked, RevPAR by night available', () => {
  const figures = figuresOf({
    ...noParts,
    roomCents: 300_000,
    otherCents: 20_000,
    nights: 20,
    availableNights: 25,
    platformCents: 30_000,
    cleaningCents: 15_000,
  })
  expect(figures).toMatchObject({
    totalRevenue: 3200,
    occupancyRate: 80,
    averageDailyRate: 150,
    revenuePar: 120,
    netProfit: 2750,
  })
})

test('occupancy never exceeds 100 percent, and RevPAR never exceeds ADR', () => {
  const count = fc.integer({ min: 0, max: 400 })
  fc.assert(
    fc.property(count, count, fc.integer({ min: 0, max: 10_000_000 }), (nights, availableNights, roomCents) => {
      const figures = figuresOf({ ...noParts, nights, availableNights, roomCents })
      expect(figures.occupancyRate).toBeLessThanOrEqual(100)
      if (nights > 0) expect(figures.revenuePar).toBeLessThanOrEqual(figures.averageDailyRate)
    }),
  )
})

test('the nights of a stay are divided over the months without a loss, over New Year too', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      const months = [2025, 2026, 2027].flatMap(monthsOf)
      expect(months.reduce((sum, month) => sum + nightsIn(month, range), 0)).toBe(daysBetween(range.from, range.until))
    }),
  )
})

test('available are the nights of the month on which a listing is there and nothing blocks it', () => {
  fc.assert(
    fc.property(anyRange, fc.array(anyRange, { maxLength: 6 }), (listed, blocks) => {
      for (const month of monthsOf(2026)) {
        const dates = Array.from({ length: nightsIn(month, { from: month, until: null }) }, (_, i) => addDays(month, i))
        const free = dates.filter(
          (date) =>
            date >= listed.from && date < listed.until && !blocks.some((one) => date >= one.from && date < one.until),
        )
        expect(availableIn(month, listed, merged(blocks))).toBe(free.length)
      }
    }),
  )
})

test('sums are the same in any order', () => {
  const parts = fc.array(fc.record({ roomCents: fc.integer(), nights: fc.nat() }))
  fc.assert(
    fc.property(parts, (list) => {
      expect(sumParts(list.toReversed())).toEqual(sumParts(list))
    }),
  )
})
