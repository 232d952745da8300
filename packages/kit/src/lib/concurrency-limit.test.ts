import { expect, it } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

it('never more than so many run at once, all of them run, in the order they came, whether or not one fails', async () => {
  const inTurn = limitConcurrency(2)
  const started: number[] = []
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      inTurn(async () => {
        started.push(n)
        most = Math.max(most, ++running)
        for (let tick = 0; tick < 3; tick++) await Promise.resolve()
        running--
        if (n % 3 === 0) throw new Error(String(n))
        return n
      }),
    ),
  )
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    'failed',
    1,
    2,
    'failed',
    4,
    5,
    'failed',
    7,
    8,
    'failed',
  ])
})
