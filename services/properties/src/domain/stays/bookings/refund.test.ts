import { Tax } from '@keyhold/contracts/properties/stays/listing-terms'
import { bookingStatuses, cancellationPolicies, cancelledBy } from '@keyhold/contracts/properties/stays/stay-values'
import { addCalendarDays, momentOf } from '@keyhold/kit/lib/time-zones'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceStay } from '../pricing/price-stay.ts'
import { bookingTransitions, isOpen, paymentStatusOf } from './booking-states.ts'
import { type Cancellation, refundFor, termsText, tiersOf } from './refund.ts'

const timeZone = 'America/Chicago'
const arrival = momentOf('2026-06-20', '15:00', timeZone)
// 3 × 200 + 100 cleaning, and 10 % tax of both.
const { lines, totalCents } = priceStay({
  nights: [20_000, 20_000, 20_000],
  numberOfGuests: 2,
  source: 'direct',
  terms: {
    cleaningFee: 100,
    extraGuestFee: 0,
    guestsIncluded: 2,
    fees: [],
    taxes: [Tax.parse({ name: 'Tax', jurisdiction: 'Austin', kind: 'percent', rate: 10 })],
    channelFees: {},
    lengthOfStay: [],
  },
})

const cancelled = (at: Date, given: Partial<Cancellation> = {}) =>
  refundFor({
    by: 'guest',
    at,
    bookedAt: new Date('2026-01-01T12:00:00Z'),
    checkInDate: '2026-06-20',
    checkInTime: '15:00',
    timeZone,
    tiers: tiersOf('moderate', []),
    lines,
    paidCents: totalCents,
    ...given,
  })
const before = (days: number, minutes = 0) =>
  new Date(addCalendarDays(arrival, -days, timeZone).getTime() + minutes * 60_000)

describe('what a cancellation gives back', () => {
  test('follows the tiers to the minute, and cleaning is refunded with its tax until check-in', () => {
    expect(totalCents).toBe(77_000)
    expect(cancelled(before(5)).refundCents).toBe(77_000)
    // Half of the nights: 300, cleaning 100, and 10 % tax of both: 440.
    expect(cancelled(before(5, 1)).refundCents).toBe(44_000)
    expect(cancelled(before(1)).refundCents).toBe(44_000)
    // Nothing of the nights: cleaning and its tax.
    expect(cancelled(before(1, 1)).refundCents).toBe(11_000)
    expect(cancelled(before(0, 1)).refundCents).toBe(0)
  })

  test('is everything within 48 hours of booking, if check-in is 14 days away', () => {
    const tiers = tiersOf('strict', [])
    const at = (hours: number, days: number) => {
      const moment = before(days)
      return cancelled(moment, { tiers, bookedAt: new Date(moment.getTime() - hours * 3_600_000) }).refundCents
    }
    expect(at(48, 14)).toBe(77_000)
    expect(at(49, 14)).toBe(44_000)
    expect(at(1, 13)).toBeLessThan(77_000)
  })

  test('is everything where the host cancels, never more than was paid, and never grows with time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cancellationPolicies),
        fc.constantFrom(...cancelledBy),
        fc.integer({ min: -5, max: 60 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (policy, by, days, minutes, paid) => {
          const tiers = tiersOf(policy, [
            { daysBefore: 3, percent: 30 },
            { daysBefore: 20, percent: 80 },
          ])
          const paidCents = Math.min(paid, totalCents)
          const refund = cancelled(before(days), { tiers, by, paidCents })
          const later = cancelled(before(days, minutes), { tiers, by, paidCents })
          expect(refund.refundCents).toBeGreaterThanOrEqual(0)
          expect(refund.refundCents + refund.keptCents).toBe(paidCents)
          expect(later.refundCents).toBeLessThanOrEqual(refund.refundCents)
          if (by === 'landlord') expect(refund.refundCents).toBe(paidCents)
        },
      ),
    )
  })

  test('counts calendar days over a change of the clocks', () => {
    // The clocks go forward on 8 March 2026: the day before check-in has 23 hours.
    const checkIn = { checkInDate: '2026-03-08', tiers: tiersOf('flexible', []) }
    const share = (at: string) => cancelled(new Date(at), checkIn).refundCents
    expect(share('2026-03-07T21:00:00Z')).toBe(77_000)
    expect(share('2026-03-07T21:00:01Z')).toBe(11_000)
  })

  test('is said in words', () => {
    expect(termsText(tiersOf('moderate', []))).toContain('100 % of the nights up to 5 days before check-in, 50 %')
  })
})

test('every status is reached, and none that has ended is left', () => {
  const reached = new Set(Object.values(bookingTransitions).flat())
  for (const status of bookingStatuses) {
    if (status !== 'pending') expect(reached).toContain(status)
    if (!isOpen(status)) expect(bookingTransitions[status]).toEqual([])
  }
})

test('the payment status follows the money', () => {
  const of = (paidCents: number, refundedCents: number, isOver = false) =>
    paymentStatusOf({ totalCents: 100, paidCents, refundedCents, isOver })
  expect([of(0, 0), of(40, 0), of(100, 0), of(100, 50), of(100, 100)]).toEqual([
    'pending',
    'partial',
    'paid',
    'partial',
    'pending',
  ])
  expect([of(100, 0, true), of(100, 50, true), of(100, 100, true), of(0, 0, true)]).toEqual([
    'paid',
    'partially_refunded',
    'refunded',
    'pending',
  ])
})
