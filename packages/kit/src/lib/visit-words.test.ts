import { expect, test } from 'vitest'
import { visitWords } from './visit-words.ts'

test('noon and midnight are 12, and every space is a plain one', () => {
  expect(visitWords('2026-03-20', '00:05', '12:30')).toBe('Mar 20, 2026, 12:05 AM to 12:30 PM')
  expect(visitWords('2026-03-20', '09:00', '23:59')).toBe('Mar 20, 2026, 9:00 AM to 11:59 PM')
  expect(visitWords('2026-03-20')).toBe('Mar 20, 2026')
})
