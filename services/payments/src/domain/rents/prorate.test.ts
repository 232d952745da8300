import { addDays } from '@keyhold/kit/lib/dates'
import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { dates } from '../../testing/dates.ts'
import { periodsOf, daysOf } from './periods.ts'
import { type Days, prorate, type Proration, splitPeriod } from './prorate.ts'

const month = (from: string, to: string, fullFrom: string, fullTo: string): Days => ({ from, to, fullFrom, fullTo })
const june5 = month('2026-06-05', '2026-06-30', '2026-06-01', '2026-06-30')
const methods: Proration[] = ['none', 'actual', 'thirty', 'annual365']
const cents = fc.oneof(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 9_999_999_999 }))
/** A month and part of it. */
const parts = fc.tuple(dates, fc.nat(), fc.nat()).map(([startsOn, a, b]): Days => {
  const { fullFrom, fullTo } = [...periodsOf({ startsOn, endsOn: null, dueDay: null, periods: 1 })][0]!
  const length = daysOf(fullFrom, fullTo)
  const [first, last] = [a % length, b % length].toSorted((x, y) => x - y) as [number, number]
  return { from: addDays(fullFrom, first), to: addDays(fullFrom, last), fullFrom, fullTo }
})

describe('part of a month', () => {
  test('from 5 June is 26 days, by each method', () => {
    expect(prorate(120_000, 'none', june5)).toMatchObject({
      cents: 120_000,
      basis: { rule: 'rent.full/1', formula: '$1,200.00 a month' },
    })
    expect(prorate(120_000, 'actual', june5)).toEqual({
      cents: 104_000,
      basis: {
        rule: 'rent.prorated.actual/1',
        formula: '$1,200.00 × 26 ÷ 30 days = $1,040.00',
        inputs: { full: 1200, from: '2026-06-05', to: '2026-06-30', days: 26, daysInPeriod: 30 },
      },
    })
    // 1,200 × 12 × 26 ÷ 365 = 1,025.7534…
    expect(prorate(120_000, 'annual365', june5)).toMatchObject({
      cents: 102_575,
      basis: { formula: '$1,200.00 × 12 × 26 ÷ 365 days = $1,025.75' },
    })
  })

  test('of February and of long months', () => {
    const february = month('2026-02-15', '2026-02-28', '2026-02-01', '2026-02-28')
    expect(prorate(100_000, 'actual', february).cents).toBe(50_000)
    expect(prorate(100_000, 'thirty', february).cents).toBe(46_667)
    const leap = month('2028-02-29', '2028-02-29', '2028-02-01', '2028-02-29')
    expect(prorate(100_000, 'actual', leap).cents).toBe(3448)
    // 30 of 31 days by the annual method would exceed the month's price, so it is the month's price.
    const march = month('2026-03-02', '2026-03-31', '2026-03-01', '2026-03-31')
    expect(prorate(100_000, 'thirty', march).cents).toBe(100_000)
    expect(prorate(3_650_000, 'annual365', { ...march, from: '2026-03-01', to: '2026-03-31' }).cents).toBe(3_650_000)
    expect(
      prorate(100_000, 'annual365', { ...march, fullTo: '2026-03-31', from: '2026-03-01', to: '2026-03-30' }).cents,
    ).toBe(98_630)
  })

  test('rounds half a cent up, once', () => {
    expect(prorate(1, 'actual', month('2026-06-01', '2026-06-15', '2026-06-01', '2026-06-30')).cents).toBe(1)
    expect(prorate(1, 'actual', month('2026-06-01', '2026-06-14', '2026-06-01', '2026-06-30')).cents).toBe(0)
    expect(prorate(333, 'thirty', month('2026-06-01', '2026-06-05', '2026-06-01', '2026-06-30')).cents).toBe(56) // 55.5
  })

  test('is whole cents, never more than the month, increases with the days, and is within half a cent of the exact amount', () => {
    fc.assert(
      fc.property(cents, parts, fc.constantFrom(...methods), (whole, days, method) => {
        const { cents: part, basis } = prorate(whole, method, days)
        expect(Number.isSafeInteger(part)).toBe(true)
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(whole)
        if (days.to < days.fullTo)
          expect(prorate(whole, method, { ...days, to: addDays(days.to, 1) }).cents).toBeGreaterThanOrEqual(part)
        const [count, inFull] = [daysOf(days.from, days.to), daysOf(days.fullFrom, days.fullTo)]
        if (count === inFull || method === 'none') {
          expect(part).toBe(whole)
          return
        }
        const [times, by] =
          method === 'actual' ? [count, inFull] : method === 'thirty' ? [count, 30] : [count * 12, 365]
        const exact = BigInt(whole) * BigInt(times)
        if (part < whole) {
          const twice = 2n * BigInt(part) * BigInt(by)
          expect(twice - BigInt(by) <= 2n * exact && 2n * exact < twice + BigInt(by)).toBe(true)
        } else expect(2n * exact >= (2n * BigInt(whole) - 1n) * BigInt(by)).toBe(true)
        expect(basis.inputs.days).toBe(count)
      }),
    )
  })

  test('any split of a month sums to the full price, and no part is negative', () => {
    fc.assert(
      fc.property(
        cents,
        parts,
        fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
        fc.constantFrom('actual', 'thirty', 'annual365'),
        (whole, days, at, method) => {
          const length = daysOf(days.fullFrom, days.fullTo)
          const cuts = [...new Set(at.map((n) => n % (length - 1)))]
            .toSorted((a, b) => a - b)
            .map((n) => addDays(days.fullFrom, n))
          const split = splitPeriod(whole, method, days, cuts)
          expect(split).toHaveLength(cuts.length + 1)
          expect(split.reduce((sum, part) => sum + part, 0)).toBe(whole)
          for (const part of split) expect(part).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
