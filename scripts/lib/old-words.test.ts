import { expect, test } from 'vitest'
import { oldWords } from './old-words.ts'

const found = (line: string) => oldWords.some(([old]) => old.test(line))

test('a replaced identifier or phrase is found as a whole word only', () => {
  expect(found('const house = await openHouse()')).toBe(true)
  expect(found('// A nudge makes it look sooner.')).toBe(true)
  expect(found('await openHouses()')).toBe(false)
  expect(found('await startTestApp([payments])')).toBe(false)
})
