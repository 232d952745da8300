import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const busy = () => new Error('busy')
type Options = Partial<Parameters<typeof createFairQueue>[0]>

/** Work that ends when it is told to. */
function workshop(options: Options) {
  const queue = createFairQueue({ total: 2, perOwner: 2, busy, ...options })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    started,
    add: (name: string, cost?: number) =>
      queue(
        name.charAt(0),
        () => {
          started.push(name)
          return new Promise<string>((resolve, reject) => {
            ends.set(name, (error) => (error ? reject(error) : resolve(name)))
          })
        },
        cost,
      ).catch((error: Error) => error.message),
    end: async (name: string, error?: Error) => {
      ends.get(name)?.(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('owners take turns, and the work of each keeps its order', async () => {
  const { add, end, started } = workshop({ total: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name)
  await vi.advanceTimersByTimeAsync(0)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('one owner never has more than its share, also when nobody else waits; failed work frees its place', async () => {
  const { add, end, started } = workshop({ total: 3, perOwner: 2 })
  const failed = add('a1')
  for (const name of ['a2', 'a3', 'b1', 'b2']) void add(name)
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1', new Error('failed'))
  expect([await failed, started]).toEqual(['failed', ['a1', 'a2', 'b1', 'b2', 'a3']])
})

test('costs add up to the total at most; costly work is not overtaken for ever, and what exceeds a limit runs alone', async () => {
  const { add, end, started } = workshop({ total: 10, perOwner: 6 })
  void add('a1', 4)
  void add('b1', 4)
  void add('c1', 9)
  void add('d1', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1'])
  await end('c1')
  await end('d1')
  void add('e1', 50)
  void add('f1', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(started.slice(4)).toEqual(['e1'])
  await end('e1')
  expect(started.slice(4)).toEqual(['e1', 'f1'])
})

test('an owner that fills the queue is refused, and gives way to others', async () => {
  const { add, started } = workshop({ total: 1, waiting: 4, waitingPerOwner: 3 })
  const outcomes = new Map<string, string>()
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1'])
    void add(name).then((outcome) => outcomes.set(name, outcome))
  await vi.advanceTimersByTimeAsync(0)
  // Of its own limit a4, then a3 and a2 for those who have less.
  expect(Object.fromEntries(outcomes)).toEqual({ a4: 'busy', a3: 'busy', a2: 'busy' })
  expect(started).toEqual(['a0'])
})

test('what waits too long is given up alone, and the rest goes on', async () => {
  const { add, end, started } = workshop({ total: 1, waitMs: 1000 })
  void add('a1')
  const late = add('b1')
  await vi.advanceTimersByTimeAsync(500)
  void add('c1')
  await vi.advanceTimersByTimeAsync(500)
  expect(await late).toBe('busy')
  await end('a1')
  expect(started).toEqual(['a1', 'c1'])
})

test('in a flood a place rests after its work, and the answer does not wait for that', async () => {
  const { add, end, started } = workshop({ total: 1, rest: { fromWaiting: 2, factor: 3 } })
  const first = add('a1')
  await vi.advanceTimersByTimeAsync(100)
  void add('b1')
  void add('c1')
  await end('a1')
  expect([await first, started]).toEqual(['a1', ['a1']])
  await vi.advanceTimersByTimeAsync(299)
  expect(started).toEqual(['a1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['a1', 'b1'])
  // Only one waits, and starts at once.
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
})
