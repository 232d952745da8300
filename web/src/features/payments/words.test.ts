import { expect, test } from 'vitest'
import { heldFormula } from './words.ts'

test('the formula of a deposit gives what is held, also where its money was returned by the bank after it was given back', () => {
  expect(heldFormula({ received: 500, refunded: 300, applied: 0.1, excess: 0, held: 199.9 })).toBe(
    '$500.00 received − $300.00 refunded − $0.10 applied = $199.90',
  )
  expect(heldFormula({ received: 0, refunded: 300, applied: 0, excess: 300, held: 0 })).toBe(
    '$0.00 received − $300.00 refunded − $0.00 applied + $300.00 more than received, which the tenant owes = $0.00',
  )
})
