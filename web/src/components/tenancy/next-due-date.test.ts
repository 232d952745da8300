import { expect, test } from 'vitest'
import { nextDueDate } from './next-due-date.ts'

test.each([
  [1, '2026-03-15', '2026-04-01'],
  [31, '2026-01-30', '2026-01-31'],
  [31, '2026-01-31', '2026-02-28'],
  [31, '2028-01-31', '2028-02-29'],
  [30, '2026-02-28', '2026-03-30'],
  [15, '2026-12-15', '2027-01-15'],
])('the rent of day %d is due after %s on %s', (dueDay, today, due) => {
  expect(nextDueDate(dueDay, today)).toBe(due)
})
