import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyText, toCents, toDollars } from './money.ts'

test('every amount that a column holds comes back from cents as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
      expect(toCents(toDollars(cents))).toBe(cents)
    }),
  )
})

test('sums of cents are exact where sums of dollars are not', () => {
  expect(toDollars(toCents(0.1) + toCents(0.2))).toBe(0.3)
  expect(moneyText(125_050)).toBe('$1,250.50')
  expect(moneyText(-5)).toBe('-$0.05')
})
