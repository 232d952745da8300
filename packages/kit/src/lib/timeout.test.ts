import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const late = () => new Error('late')

test('work that ends in time is handed on, and leaves no timer behind', async () => {
  expect(await withTimeout(Promise.resolve(1), 100, late)).toBe(1)
  await expect(withTimeout(Promise.reject(new Error('failed')), 100, late)).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that takes longer is late, and may fail afterwards without anybody waiting for it', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const answer = expect(withTimeout(promise, 100, late)).rejects.toThrow('late')
  vi.advanceTimersByTime(100)
  await answer
  reject(new Error('much later'))
})
