import { expect, test } from 'vitest'
import { linesBack } from './make-up-deposits.ts'
import type { Line } from './record.ts'

const held = (propertyId: string, cents: number): Line => ({ account: 'deposits_held', propertyId, cents })

test('what was taken from deposits goes back, the latest first, and none of it twice', () => {
  expect(linesBack([held('a', 100), held('b', 50)], 70)).toEqual([held('b', -50), held('a', -20)])
  const taken = [held('a', 100), held('b', 50), held('b', -50), held('a', -100), held('c', 30)]
  expect(linesBack(taken, 30)).toEqual([held('c', -30)])
  expect(linesBack([...taken, held('c', -30), held('a', 60)], 40)).toEqual([held('a', -40)])
})
