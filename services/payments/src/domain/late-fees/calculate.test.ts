import { addDays } from '@keyhold/kit/lib/dates'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  baseOf,
  dayOfFee,
  feesOf,
  lastDayOfGrace,
  lateFrom,
  openAfter,
  percentOf,
  type Rent,
  type Terms,
} from './calculate.ts'

const flat: Terms = { graceDays: 3, kind: 'flat', rate: 5_000, frequency: 'once', cap: null, minimum: 0 }
const rent: Rent = { cents: 100_000, dueDate: '2026-03-01', received: [] }
const none = new Map<number, number>()
const fees = (terms: Terms, of: Rent, today: string) => feesOf(terms, of, { today, taken: none })
const paid = (on: string, cents = 100_000): Rent => ({ ...rent, received: [{ on, cents }] })

describe('when a rent is late', () => {
  test('the due day is not a day of grace: due on the 1st with three days of grace is late on the 5th', () => {
    expect(lastDayOfGrace('2026-03-01', 3)).toBe('2026-03-04')
    expect(fees(flat, rent, '2026-03-04')).toEqual([])
    expect(fees(flat, rent, '2026-03-05')).toEqual([{ occurrence: 1, on: '2026-03-05', cents: 5_000 }])
  })

  test.each([
    ['no grace', '2026-03-01', 0, '2026-03-02'],
    ["over a month's end", '2026-01-31', 3, '2026-02-04'],
    ['over 28 February', '2026-02-27', 1, '2026-03-01'],
    ['over 29 February of a leap year', '2028-02-27', 1, '2028-02-29'],
    ["over the year's end", '2026-12-30', 5, '2027-01-05'],
    ['over the night that the clocks change', '2026-03-06', 2, '2026-03-09'],
  ])('%s', (_, dueDate, graceDays, on) => expect(lateFrom(dueDate, graceDays)).toBe(on))

  test('money received on the last day of grace is on time, a day later it is late', () => {
    expect(fees(flat, paid('2026-03-04'), '2026-04-01')).toEqual([])
    expect(fees(flat, paid('2026-03-05'), '2026-04-01')).toHaveLength(1)
  })

  test('no fee below the minimum balance, a fee at it', () => {
    const terms = { ...flat, minimum: 5_000 }
    expect(fees(terms, paid('2026-03-02', 95_001), '2026-04-01')).toEqual([])
    expect(fees(terms, paid('2026-03-02', 95_000), '2026-04-01')).toHaveLength(1)
  })
})

describe('the fee', () => {
  test('is a percentage of the open balance at the end of grace, rounded half up', () => {
    const terms: Terms = { ...flat, kind: 'percent', rate: 500 }
    expect(fees(terms, paid('2026-03-04', 40_000), '2026-03-05')[0]?.cents).toBe(3_000)
    expect(percentOf(10, 500)).toBe(1)
    expect(percentOf(9, 500)).toBe(0)
    expect(percentOf(9_999_999_999, 10_000)).toBe(9_999_999_999)
  })

  test('is charged for each late day until the rent is paid, if daily', () => {
    const terms: Terms = { ...flat, rate: 1_000, frequency: 'daily', cap: 10_000 }
    expect(fees(terms, rent, '2026-03-07').map(({ on }) => on)).toEqual(['2026-03-05', '2026-03-06', '2026-03-07'])
    expect(fees(terms, paid('2026-03-06'), '2026-03-31').map(({ on }) => on)).toEqual(['2026-03-05', '2026-03-06'])
  })

  test('is limited by the cap, which cuts the last fee and ends them', () => {
    const terms: Terms = { ...flat, rate: 2_000, frequency: 'daily', cap: 5_000 }
    expect(fees(terms, rent, '2026-03-31').map(({ cents }) => cents)).toEqual([2_000, 2_000, 1_000])
    expect(feesOf(terms, rent, { today: '2026-03-31', taken: new Map([[1, 4_500]]) })).toEqual([
      { occurrence: 2, on: '2026-03-06', cents: 500 },
    ])
  })
})

const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2027-01-01', days))
const termsOf = fc.record({
  graceDays: fc.integer({ min: 0, max: 60 }),
  kind: fc.constantFrom('flat', 'percent'),
  rate: fc.integer({ min: 1, max: 10_000 }),
  frequency: fc.constantFrom('once', 'daily'),
  cap: fc.option(fc.integer({ min: 1, max: 50_000 })),
  minimum: fc.integer({ min: 0, max: 20_000 }),
}) satisfies fc.Arbitrary<Terms>
/** Never more received than owed, as the ledger guarantees. */
const rentOf = fc
  .record({
    cents: fc.integer({ min: 1, max: 500_000 }),
    dueDate: day,
    parts: fc.array(
      fc.record({ after: fc.integer({ min: -30, max: 90 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { maxLength: 4 },
    ),
  })
  .map(({ cents, dueDate, parts }): Rent => {
    let left = cents
    const received = parts.map(({ after, share }) => {
      const part = Math.floor(left * share)
      left -= part
      return { on: addDays(dueDate, after), cents: part }
    })
    return { cents, dueDate, received }
  })
const past = fc.integer({ min: -10, max: 120 })

describe('for any policy, rent and payments', () => {
  test('fees are positive whole cents on consecutive late days, none before the rent is late and none in the future', () => {
    fc.assert(
      fc.property(termsOf, rentOf, past, (terms, of, after) => {
        const today = addDays(of.dueDate, after)
        const made = fees(terms, of, today)
        made.forEach(({ occurrence, on, cents }, index) => {
          expect(occurrence).toBe(index + 1)
          expect(Number.isInteger(cents) && cents > 0).toBe(true)
          expect(on).toBe(dayOfFee(of, terms, occurrence))
          expect(on >= lateFrom(of.dueDate, terms.graceDays) && on <= today).toBe(true)
        })
        if (terms.frequency === 'once') expect(made.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('all fees of a rent stay within the cap, however often and in whichever order they are assessed', () => {
    fc.assert(
      fc.property(
        termsOf,
        rentOf,
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 }),
        (terms, of, days) => {
          const taken = new Map<number, number>()
          for (const after of days)
            for (const fee of feesOf(terms, of, { today: addDays(of.dueDate, after), taken }))
              taken.set(fee.occurrence, fee.cents)
          const atOnce = fees(terms, of, addDays(of.dueDate, Math.max(...days)))
          expect([...taken].toSorted(([a], [b]) => a - b)).toEqual(
            atOnce.map(({ occurrence, cents }) => [occurrence, cents]),
          )
          if (terms.cap !== null)
            expect([...taken.values()].reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(terms.cap)
        },
      ),
    )
  })

  test('a rent paid by the last day of grace never has a fee', () => {
    fc.assert(
      fc.property(termsOf, rentOf, fc.integer({ min: 0, max: 60 }), past, (terms, of, early, after) => {
        const on = addDays(lastDayOfGrace(of.dueDate, terms.graceDays), -early)
        expect(fees(terms, { ...of, received: [{ on, cents: of.cents }] }, addDays(of.dueDate, after))).toEqual([])
      }),
    )
  })

  test('a payment never raises a fee, and a later payment never lowers it more', () => {
    fc.assert(
      fc.property(termsOf, rentOf, past, fc.integer({ min: 0, max: 40 }), (terms, of, after, delay) => {
        const today = addDays(of.dueDate, after)
        const sum = (one: Rent) => fees(terms, one, today).reduce((total, { cents }) => total + cents, 0)
        const later = { ...of, received: of.received.map(({ on, cents }) => ({ on: addDays(on, delay), cents })) }
        expect(sum(of)).toBeLessThanOrEqual(sum(later))
        expect(sum(later)).toBeLessThanOrEqual(sum({ ...of, received: [] }))
      }),
    )
  })

  test('a percentage depends only on the open balance at the end of grace', () => {
    fc.assert(
      fc.property(termsOf, rentOf, (terms, of) => {
        const [fee] = fees({ ...terms, kind: 'percent', frequency: 'once', cap: null }, of, '2199-01-01')
        if (!fee) return
        const base = openAfter(of, lastDayOfGrace(of.dueDate, terms.graceDays))
        expect(baseOf(of, terms)).toBe(base)
        expect(Math.abs(fee.cents - (base * terms.rate) / 10_000)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})
