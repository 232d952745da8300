import { Tax } from '@keyhold/contracts/properties/stays/listing-terms'
import { bookingSources, feeUnits, taxedLines, taxKinds } from '@keyhold/contracts/properties/stays/stay-values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StayTerms } from '../../../schema/stays/bookings.ts'
import { priceStay } from './price-stay.ts'
import { split } from './split.ts'

const terms = (given: Partial<StayTerms> = {}): StayTerms => ({
  cleaningFee: 80,
  extraGuestFee: 15,
  guestsIncluded: 2,
  fees: [],
  taxes: [],
  channelFees: {},
  lengthOfStay: [],
  ...given,
})
const tax = (given: Record<string, unknown>): Tax =>
  Tax.parse({ name: 'Occupancy tax', jurisdiction: 'Austin', kind: 'percent', rate: 10, ...given })

const cents = fc.integer({ min: 0, max: 500_000 })
const dollars = fc.integer({ min: 0, max: 50_000 }).map((n) => n / 100)
const anyTerms: fc.Arbitrary<StayTerms> = fc.record({
  cleaningFee: dollars,
  extraGuestFee: dollars,
  guestsIncluded: fc.integer({ min: 1, max: 8 }),
  fees: fc.array(fc.record({ name: fc.constant('Linen'), amount: dollars, per: fc.constantFrom(...feeUnits) }), {
    maxLength: 3,
  }),
  taxes: fc.array(
    fc
      .record({
        kind: fc.constantFrom(...taxKinds),
        rate: fc.integer({ min: 0, max: 3000 }).map((n) => n / 100),
        appliesTo: fc.subarray([...taxedLines]),
        exemptFromNights: fc.option(fc.integer({ min: 2, max: 30 }), { nil: null }),
        remittedBy: fc.subarray([...bookingSources]),
      })
      .map(tax),
    { maxLength: 4 },
  ),
  channelFees: fc.record({ airbnb: fc.integer({ min: 0, max: 50 }) }),
  lengthOfStay: fc.array(
    fc.record({ nights: fc.integer({ min: 2, max: 30 }), percent: fc.integer({ min: 0, max: 90 }) }),
    { maxLength: 3 },
  ),
})

describe('what a stay costs', () => {
  test('is the sum of its lines, to the cent, and its nights are what the room costs', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...bookingSources),
        anyTerms,
        (nights, numberOfGuests, source, given) => {
          const priced = priceStay({ nights, numberOfGuests, source, terms: given })
          const inTotal = priced.lines.filter(({ isInTotal }) => isInTotal)
          expect(inTotal.reduce((sum, line) => sum + line.cents, 0)).toBe(priced.totalCents)
          expect(priced.nightCents.reduce((sum, one) => sum + one, 0)).toBe(priced.roomCents)
          expect(priced.extraGuestCents.reduce((sum, one) => sum + one, 0)).toBe(priced.extraCents)
          const { roomCents, extraCents, cleaningCents, feeCents, taxCents, totalCents } = priced
          expect(roomCents + extraCents + cleaningCents + feeCents + taxCents).toBe(totalCents)
          expect(priced.netCents).toBe(totalCents - priced.platformFeeCents)
          for (const line of priced.lines) expect(Number.isInteger(line.cents)).toBe(true)
          // A channel that remits a tax is paid it by the guest, not by the landlord.
          for (const line of priced.lines) expect(line.isInTotal).toBe(line.remittedBy !== 'channel')
        },
      ),
    )
  })

  test('is as worked out by hand', () => {
    const given = terms({
      fees: [{ name: 'Linen', amount: 12.5, per: 'per_guest' }],
      taxes: [
        tax({ rate: 7 }),
        tax({ name: 'City tax', kind: 'per_guest_night', rate: 1.5 }),
        tax({ name: 'State tax', rate: 6, remittedBy: ['airbnb'] }),
      ],
      channelFees: { airbnb: 15 },
      lengthOfStay: [{ nights: 7, percent: 10 }],
    })
    const week = Array.from({ length: 7 }, () => 10_000)
    const priced = priceStay({ nights: week, numberOfGuests: 3, source: 'airbnb', terms: given })
    // 700 − 70 + 105 (one extra guest) + 80 + 37.50 = 852.50; 7 % = 59.68 (59.675); 3 × 7 × 1.50 = 31.50; 6 % = 51.15 by Airbnb.
    expect(priced.lines.map(({ kind, cents: amount }) => [kind, amount])).toEqual([
      ['nights', 70_000],
      ['discount', -7_000],
      ['extra_guests', 10_500],
      ['cleaning', 8_000],
      ['fee', 3_750],
      ['tax', 5_968],
      ['tax', 3_150],
      ['tax', 5_115],
    ])
    expect(priced.totalCents).toBe(94_368)
    expect(priced.platformFeeCents).toBe(12_788)
    expect(priced.netCents).toBe(81_580)
  })

  test('is free of a tax from the night on that exempts long stays', () => {
    const given = terms({ taxes: [tax({ exemptFromNights: 30 })] })
    const of = (nights: number) =>
      priceStay({
        nights: Array.from({ length: nights }, () => 10_000),
        numberOfGuests: 1,
        source: 'direct',
        terms: given,
      }).taxCents
    expect(of(29)).toBeGreaterThan(0)
    expect(of(30)).toBe(0)
  })

  test('is what the channel charged, where that was entered', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 20 }),
        dollars,
        dollars,
        anyTerms,
        (nights, basePriceTotal, taxes, given) => {
          const charged = { basePriceTotal, taxes, cleaningFee: 50, platformFee: 20 }
          const priced = priceStay({ nights, numberOfGuests: 9, source: 'vrbo', terms: given, charged })
          expect(priced.roomCents).toBe(Math.round(basePriceTotal * 100))
          expect(priced.taxCents).toBe(Math.round(taxes * 100))
          expect(priced.cleaningCents).toBe(5_000)
          expect(priced.platformFeeCents).toBe(2_000)
          expect(priced.nightCents.reduce((sum, one) => sum + one, 0)).toBe(priced.roomCents)
        },
      ),
    )
  })
})

test('parts of an amount sum to it, and none is off by more than a cent', () => {
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 }),
      (whole, weights) => {
        const parts = split(whole, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        if (sum > 0)
          for (const [i, part] of parts.entries())
            expect(Math.abs(part - (whole * (weights[i] ?? 0)) / sum)).toBeLessThanOrEqual(1)
      },
    ),
  )
})
