import { expect, test } from 'vitest'
import { faultOf, nightChanges, unchangedNights } from './night-changes.ts'

test('what is left alone is not sent', () => {
  expect(nightChanges({ ...unchangedNights, availability: 'block', blockReason: ' Painting ' })).toEqual({
    isBlocked: true,
    blockReason: 'Painting',
  })
  expect(nightChanges({ ...unchangedNights, availability: 'free', blockReason: 'Painting' })).toEqual({
    isBlocked: false,
  })
})

test('a price for the weekend goes to its weekdays only, and null returns nights to the rules', () => {
  expect(nightChanges({ ...unchangedNights, price: 'set', pricePerNight: '199.5', weekdays: [6, 5] })).toEqual({
    pricePerNight: 199.5,
    weekdays: [5, 6],
  })
  expect(nightChanges({ ...unchangedNights, price: 'rules', minimumStay: 'rules', arrival: 'open' })).toEqual({
    pricePerNight: null,
    minimumStay: null,
    closedToArrival: null,
  })
})

test('nothing chosen, no weekday, no price or half a night is not sent', () => {
  expect(faultOf(unchangedNights)).toBe('Choose what to change.')
  expect(faultOf({ ...unchangedNights, availability: 'block', weekdays: [] })).toMatch('weekday')
  expect(faultOf({ ...unchangedNights, price: 'set', pricePerNight: '0' })).toMatch('price')
  expect(faultOf({ ...unchangedNights, minimumStay: 'set', minimumStayNights: '1.5' })).toMatch('minimum stay')
  expect(faultOf({ ...unchangedNights, minimumStay: 'set', minimumStayNights: '3' })).toBeNull()
})
