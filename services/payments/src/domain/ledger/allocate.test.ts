import { toCents, toDollars } from '@keyhold/kit/lib/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocate.ts'

const cents = fc.integer({ min: 1, max: 9_999_999_999 })
const charges = fc.array(cents, { maxLength: 30 }).map((amounts) => amounts.map((open, n) => ({ id: String(n), open })))

test('no cent is lost or created, no charge gets more than its open amount, and each is paid in full before the next one', () => {
  fc.assert(
    fc.property(cents, charges, (amount, open) => {
      const { shares, remainder } = allocate(amount, open)
      expect(shares.reduce((sum, share) => sum + share.cents, 0) + remainder).toBe(amount)
      shares.forEach((share, n) => {
        expect(share.chargeId).toBe(open[n]?.id)
        expect(share.cents).toBeGreaterThan(0)
        expect(share.paysOff).toBe(share.cents === open[n]?.open)
        if (n < shares.length - 1) expect(share.paysOff).toBe(true)
      })
      if (remainder > 0) expect(shares).toHaveLength(open.length)
    }),
  )
})

test('converting dollars to cents and back keeps the amount', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(toCents(toDollars(amount))).toBe(amount)
    }),
  )
  expect(toCents(1.005 * 100)).toBe(10_050)
  expect(toCents(0.1 + 0.2)).toBe(30)
})
