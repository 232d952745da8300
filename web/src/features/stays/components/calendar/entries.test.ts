import { expect, test } from 'vitest'
import { columnsOf, legend, takenBy } from './entries.ts'

test('an entry fills its nights, not the day of departure, and is cut at the edges', () => {
  expect(columnsOf({ from: '2026-03-03', to: '2026-03-06' }, '2026-03-01', 31)).toMatchObject({ start: 2, end: 5 })
  expect(columnsOf({ from: '2026-02-25', to: '2026-03-01' }, '2026-03-01', 31)).toBeNull()
  expect(columnsOf({ from: '2026-02-25', to: '2026-03-02' }, '2026-03-01', 31)).toEqual({
    start: 0,
    end: 1,
    isCutAtStart: true,
    isCutAtEnd: false,
  })
  // A tenancy without an end.
  expect(columnsOf({ from: '2026-03-30', to: null }, '2026-03-01', 31)).toMatchObject({
    start: 29,
    end: 31,
    isCutAtEnd: true,
  })
})

test('the night of a clock change counts once', () => {
  expect(columnsOf({ from: '2026-03-07', to: '2026-03-09' }, '2026-03-01', 31)).toMatchObject({ start: 6, end: 8 })
  const entry = { kind: 'block', id: '1', from: '2026-11-01', to: '2026-11-02', title: null } as const
  const taken = takenBy(
    { entries: [{ ...entry, bookingSource: null, status: null, numberOfGuests: null }] },
    '2026-10-31',
    3,
  )
  expect([...taken.keys()]).toEqual([1])
})

test('no two kinds in the legend share a letter', () => {
  const letters = legend.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
})
