import { expect, test } from 'vitest'
import { sizesOf } from './source-size.ts'

test('the 95th percentile leaves out the longest twentieth', () => {
  const lengths = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(sizesOf(lengths)).toEqual({ median: 51, p95: 96 })
  expect(sizesOf([...lengths.slice(0, 96), 9000, 9000, 9000, 9000]).p95).toBe(96)
  expect(sizesOf([])).toEqual({ median: 0, p95: 0 })
})
