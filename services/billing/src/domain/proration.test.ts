import fc from 'fast-check'
import { expect, test } from 'vitest'
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

test('a share is exact to the cent', () => {
  fc.assert(
    fc.property(cents, days, fc.nat(366), fc.nat(366), (price, total, a, b) => {
      const [from, to] = [Math.min(a, b, total), Math.min(Math.max(a, b), total)]
      expect(Math.abs(shareOf(price, total, from, to) - (price * (to - from)) / total)).toBeLessThanOrEqual(1)
    }),
  )
})
