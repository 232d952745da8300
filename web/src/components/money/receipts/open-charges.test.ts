import { expect, test } from 'vitest'
import { aReceipt } from '~/testing/records.ts'
import { whatItPays, whereItWent } from './open-charges.ts'

const charge = (month: number, amount: number) => ({
  ...aReceipt().allocations[0]!,
  dueDate: `2026-${String(month).padStart(2, '0')}-01`,
  amount,
})

test('up to three charges are named with their amounts', () => {
  const receipt = aReceipt({ amount: 320, allocations: [1, 2, 3].map((month) => charge(month, 100)), unallocated: 20 })
  expect(whatItPays(receipt)).toBe(`$320.00 applied to ${whereItWent(receipt)}.`)
  expect(whereItWent(receipt)).toBe(
    'Rent, January 2026: $100.00, Rent, February 2026: $100.00, Rent, March 2026: $100.00, and credit: $20.00',
  )
})

test('more charges are counted, with the total and the credit', () => {
  const allocations = [0.1, 0.2, 1000, 33.03].map((amount, at) => charge(at + 1, amount))
  const receipt = aReceipt({ amount: 1200, allocations, unallocated: 166.67 })
  const said = '$1,033.33 applied to 4 charges. $166.67 is held as credit.'
  expect([whatItPays(receipt), whereItWent(receipt)]).toEqual([said, said])
  expect(whatItPays({ ...receipt, unallocated: 0 })).toBe('$1,033.33 applied to 4 charges.')
})
