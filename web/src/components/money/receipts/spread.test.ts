import { expect, test } from 'vitest'
import { dueBy, faultOf, leftOf, sharesOf, spread, sumOf } from './spread.ts'

const charges = [
  { paymentId: 'a', label: 'Rent', dueDate: '2026-01-01', open: 1000.1 },
  { paymentId: 'b', label: 'Deposit', dueDate: '2026-01-01', open: 1500 },
  { paymentId: 'c', label: 'Rent', dueDate: '2026-02-01', open: 1000 },
]

test('money pays charges in their order, to the cent, and the rest is left', () => {
  const parts = spread('2500.30', charges)
  expect(parts).toEqual({ a: '1000.1', b: '1500', c: '0.2' })
  expect(sumOf(parts)).toBe(2500.3)
  expect(leftOf('4000', spread('4000', charges))).toBe(499.9)
  expect(sharesOf(spread(1000.1, charges))).toEqual([{ paymentId: 'a', amount: 1000.1 }])
  expect(spread('no amount', charges)).toEqual({ a: '', b: '', c: '' })
})

test('what is due is what a payment is for, or else the next charge', () => {
  expect(dueBy(charges, '2026-01-15').map(({ paymentId }) => paymentId)).toEqual(['a', 'b'])
  expect(dueBy(charges, '2025-12-31').map(({ paymentId }) => paymentId)).toEqual(['a'])
  expect(dueBy([], '2026-01-15')).toEqual([])
})

test('parts that are more than open, or no amounts, are named', () => {
  expect([faultOf('1000.11', 1000.1), faultOf('1000.10', 1000.1), faultOf('', 5)]).toEqual(['exceeds', null, null])
  expect([faultOf('x', 5), faultOf('-1', 5)]).toEqual(['noAmount', 'noAmount'])
  expect(leftOf('10', { a: '10.01' })).toBe(-0.01)
})
