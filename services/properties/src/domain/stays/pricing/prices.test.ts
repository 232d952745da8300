import { PriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapAt, merged } from './gaps.ts'
import { minimumStay } from './minimum-stay.ts'
import { explanationOf, priceNight, type PricedNight } from './night-price.ts'
import { problemsOf, type RulesOfStay } from './stay-rules.ts'

const today = '2026-03-01'
const rules = (given: Record<string, unknown> = {}) => PriceRules.parse(given)
const night = (given: Partial<PricedNight> = {}): PricedNight => ({
  date: '2026-06-05',
  today,
  baseCents: 10_000,
  rules: rules(),
  overrideCents: null,
  gap: null,
  ...given,
})

const anyDate = fc.integer({ min: 0, max: 1500 }).map((days) => addDays(today, days))
const percent = fc.integer({ min: -90, max: 500 })
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const anyRules = fc
  .record({
    weekdays: fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), percent }), {
      selector: ({ weekday }) => weekday,
    }),
    seasons: fc.array(
      fc.record({ name: fc.constant('Season'), from: anyDate, to: anyDate, everyYear: fc.boolean(), percent }),
      { maxLength: 3 },
    ),
    lastMinute: maybe(fc.record({ days: fc.integer({ min: 1, max: 60 }), percent, gradual: fc.boolean() })),
    orphanGap: maybe(fc.record({ nights: fc.integer({ min: 1, max: 14 }), percent })),
    limits: maybe(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }))),
  })
  .map(({ limits, ...given }) =>
    rules({
      ...given,
      minimumPrice: limits ? Math.min(...limits) : null,
      maximumPrice: limits ? Math.max(...limits) : null,
    }),
  )

describe('the price of a night', () => {
  test('is the last of its factors, each a whole number of cents, never below one', () => {
    fc.assert(
      fc.property(
        anyRules,
        anyDate,
        fc.integer({ min: 1, max: 500_000 }),
        maybe(fc.integer({ min: 1, max: 14 })),
        (given, date, baseCents, gap) => {
          const price = priceNight(night({ rules: given, date, baseCents, gap }))
          expect(price.factors[0]).toMatchObject({ factor: 'base', cents: baseCents })
          expect(price.factors.at(-1)?.cents).toBe(price.cents)
          for (const { cents } of price.factors) expect(Number.isInteger(cents)).toBe(true)
          const { minimumPrice, maximumPrice } = given
          if (minimumPrice !== null) expect(price.cents).toBeGreaterThanOrEqual(minimumPrice * 100)
          if (maximumPrice !== null) expect(price.cents).toBeLessThanOrEqual(maximumPrice * 100)
          if (minimumPrice === null) expect(price.cents).toBeGreaterThanOrEqual(1)
        },
      ),
    )
  })

  test('is what the landlord set for the date, whatever the rules say', () => {
    fc.assert(
      fc.property(anyRules, anyDate, fc.integer({ min: 1, max: 500_000 }), (given, date, overrideCents) => {
        expect(priceNight(night({ rules: given, date, overrideCents })).cents).toBe(overrideCents)
      }),
    )
  })

  test('is worked out factor by factor, as by hand', () => {
    const given = rules({
      weekdays: [{ weekday: 5, percent: 20 }],
      seasons: [{ name: 'Summer', from: '2020-06-01', to: '2020-08-31', everyYear: true, percent: 50 }],
      orphanGap: { nights: 2, percent: -10 },
      maximumPrice: 150,
    })
    const price = priceNight(night({ rules: given, gap: 2 }))
    // 100 × 1.2 = 120, × 1.5 = 180, × 0.9 = 162, at most 150.
    expect(price.factors.map(({ cents }) => cents)).toEqual([10_000, 12_000, 18_000, 16_200, 15_000])
    expect(explanationOf(price)).toBe(
      'Base price $100.00, Friday +20 %, Summer +50 %, Gap of 2 nights −10 %, Not above the highest price: $150.00',
    )
  })

  test('falls step by step with a gradual last-minute rule', () => {
    const given = rules({ lastMinute: { days: 15, percent: -30, gradual: true } })
    const on = (days: number) => priceNight(night({ rules: given, date: addDays(today, days) })).cents
    expect([on(0), on(5), on(10), on(14), on(15)]).toEqual([7_000, 8_000, 9_000, 9_800, 10_000])
    expect(on(-1)).toBe(10_000)
  })

  test('follows a season over New Year', () => {
    const given = rules({
      seasons: [{ name: 'Winter', from: '2025-12-20', to: '2026-01-05', everyYear: true, percent: 100 }],
    })
    const on = (date: string) => priceNight(night({ rules: given, date })).cents
    expect([on('2026-12-31'), on('2027-01-05'), on('2027-01-06'), on('2026-12-19')]).toEqual([
      20_000, 20_000, 10_000, 10_000,
    ])
  })
})

describe('the minimum stay', () => {
  const arrival = { date: '2026-06-05', today, minStayNights: 3, override: null, gap: null, rules: rules() }

  test('is judged on arrival, by the first rule that says something', () => {
    const given = rules({
      weekdays: [{ weekday: 5, minimumStay: 2 }],
      seasons: [{ name: 'Summer', from: '2026-06-01', to: '2026-06-30', minimumStay: 5 }],
      farOut: { days: 60, minimumStay: 7 },
      orphanGap: { nights: 2 },
    })
    expect(minimumStay({ ...arrival, rules: given, override: 4, gap: 2 })).toMatchObject({
      nights: 2,
      source: 'orphan_gap',
    })
    expect(minimumStay({ ...arrival, rules: given, override: 4 })).toMatchObject({ nights: 4, source: 'date_override' })
    expect(minimumStay({ ...arrival, rules: given })).toMatchObject({ nights: 5, source: 'season' })
    expect(minimumStay({ ...arrival, rules: { ...given, seasons: [] } })).toMatchObject({
      nights: 2,
      source: 'weekday',
    })
    expect(minimumStay({ ...arrival, rules: { ...given, seasons: [], weekdays: [] } })).toMatchObject({
      nights: 7,
      source: 'far_out',
    })
    expect(minimumStay(arrival)).toMatchObject({ nights: 3, source: 'listing' })
  })

  test('of an arrival in a gap never exceeds the gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 14 }),
        (own, most, gap) => {
          const given = rules({ orphanGap: { nights: most } })
          const { nights } = minimumStay({ ...arrival, minStayNights: own, rules: given, gap })
          expect(nights).toBe(gap <= most ? Math.min(own, gap) : own)
        },
      ),
    )
  })
})

test('a gap is what is free between two stays, and nothing where a side is open', () => {
  const taken = merged([
    { from: '2026-06-10', until: '2026-06-12' },
    { from: '2026-06-01', until: '2026-06-05' },
    { from: '2026-06-04', until: '2026-06-07' },
  ])
  expect(taken).toHaveLength(2)
  expect(
    ['2026-06-06', '2026-06-07', '2026-06-09', '2026-06-10', '2026-06-12'].map((date) => gapAt(date, taken)),
  ).toEqual([null, 3, 3, null, null])
})

describe('the rules of a stay', () => {
  const open: RulesOfStay = {
    today,
    isActive: true,
    maxGuests: 4,
    maxStayNights: 14,
    minimum: { nights: 2, source: 'listing', text: '' },
    isClosedToArrival: false,
    isClosedToDeparture: false,
    preparationDays: 1,
    advanceNoticeDays: 2,
    bookingWindowDays: 365,
    taken: [{ from: '2026-06-10', until: '2026-06-15', needsPreparation: true }],
  }
  const codes = (checkInDate: string, checkOutDate: string, numberOfGuests = 2, given: Partial<RulesOfStay> = {}) =>
    problemsOf({ checkInDate, checkOutDate, numberOfGuests }, { ...open, ...given }).map(({ code }) => code)

  test('name everything that is wrong', () => {
    expect(codes('2026-06-01', '2026-06-04')).toEqual([])
    expect(codes('2026-06-01', '2026-06-02', 5)).toEqual(['too-many-guests', 'min-stay'])
    expect(codes('2026-06-08', '2026-06-10')).toEqual(['preparation'])
    expect(codes('2026-06-15', '2026-06-17')).toEqual(['preparation'])
    expect(codes('2026-06-16', '2026-06-18')).toEqual([])
    expect(codes('2026-06-09', '2026-06-11')).toEqual(['dates-taken'])
    expect(codes('2026-03-02', '2026-03-05')).toEqual(['advance-notice'])
    expect(codes('2027-03-02', '2027-03-05')).toEqual(['booking-window'])
    expect(codes('2026-02-27', '2026-03-05')).toEqual(['past'])
    expect(codes('2026-04-01', '2026-04-30')).toEqual(['max-stay'])
  })

  test('take a stay exactly where none of its nights is taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 14 }), (shift, length) => {
        const from = addDays('2026-06-10', shift)
        const to = addDays(from, length)
        const shared = Array.from({ length: daysBetween(from, to) }, (_, i) => addDays(from, i)).some(
          (date) => date >= '2026-06-10' && date < '2026-06-15',
        )
        expect(codes(from, to).includes('dates-taken')).toBe(shared)
      }),
    )
  })
})
