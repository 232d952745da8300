import { expect, test } from 'vitest'
import { movableClock, settableClock } from './clock.ts'

test('a clock that was moved goes on from there, and moves back to the time that it is', () => {
  const base = settableClock('2026-03-15T15:00:00Z')
  const clock = movableClock(base)
  clock.moveTo(new Date('2024-10-01T08:00:00Z'))
  base.advance(1_000)
  expect(clock.now().toISOString()).toBe('2024-10-01T08:00:01.000Z')
  clock.moveBack()
  expect(clock.now()).toEqual(base.now())
})
