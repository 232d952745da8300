import { expect, test } from 'vitest'
import { addDays, datesFrom } from '~/lib/nights.ts'
import { canEndOn, canPick, type Day, nothingPicked, pick } from './picks.ts'

const start = '2026-03-01'
/** March, with the nights of the 10th and 11th taken. */
const days = new Map(
  datesFrom(start, 31).map((date): [string, Day] => {
    const isAvailable = date !== '2026-03-10' && date !== '2026-03-11'
    return [
      date,
      {
        date,
        isAvailable,
        canArrive: isAvailable && date !== '2026-03-08',
        canDepart: date !== '2026-03-15',
        pricePerNight: 100,
        minimumStay: date === '2026-03-05' ? 3 : 1,
      },
    ]
  }),
)

test('arrival, then departure, then anew', () => {
  const arrived = pick(days, nothingPicked, '2026-03-02')
  expect(arrived).toEqual({ checkInDate: '2026-03-02', checkOutDate: null })
  const done = pick(days, arrived, '2026-03-04')
  expect(done).toEqual({ checkInDate: '2026-03-02', checkOutDate: '2026-03-04' })
  expect(pick(days, done, '2026-03-20')).toEqual({ checkInDate: '2026-03-20', checkOutDate: null })
  // An earlier day begins anew.
  expect(pick(days, arrived, start)).toEqual({ checkInDate: start, checkOutDate: null })
})

test('a stay may end on the day on which the next guest arrives, not after it', () => {
  expect(canEndOn(days, '2026-03-09', '2026-03-10')).toBe(true)
  expect(canEndOn(days, '2026-03-09', '2026-03-11')).toBe(false)
  expect(canEndOn(days, '2026-03-09', '2026-03-13')).toBe(false)
})

test('the minimum stay of the arrival and days without departure hold', () => {
  expect(canEndOn(days, '2026-03-05', '2026-03-07')).toBe(false)
  expect(canEndOn(days, '2026-03-05', addDays('2026-03-05', 3))).toBe(true)
  expect(canEndOn(days, '2026-03-13', '2026-03-15')).toBe(false)
})

test('a taken night can be picked only as the end of a stay', () => {
  expect(canPick(days, nothingPicked, '2026-03-10')).toBe(false)
  expect(canPick(days, { checkInDate: '2026-03-09', checkOutDate: null }, '2026-03-10')).toBe(true)
  expect(canPick(days, nothingPicked, '2026-03-08')).toBe(false)
})
