import { expect, test } from 'vitest'
import { windowText } from './window-text.ts'

test('a window is told by the clocks at the home', () => {
  const timeZone = 'America/Chicago'
  const windowFrom = '2026-03-16T16:00:00.000Z'
  const windowUntil = '2026-03-16T20:00:00.000Z'
  expect(windowText({ windowFrom, windowUntil, timeZone })).toMatch(/Mar 16, 11:00.AM to .*Mar 16, 3:00.PM/)
  expect(windowText({ windowFrom, windowUntil: null, timeZone })).toContain('nobody is booked after')
  expect(windowText({ windowFrom: null, windowUntil, timeZone })).toContain('Next guests')
  expect(windowText({ windowFrom: null, windowUntil: null, timeZone })).toContain('Nobody')
})
