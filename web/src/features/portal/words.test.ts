import { expect, test, vi } from 'vitest'
import { sayNextPayment } from './words.ts'

test('a payment that is overdue is called the oldest unpaid one', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
  const say = (dueDate: string) =>
    sayNextPayment({
      balance: 0,
      status: 'due',
      awaitingConfirmation: 0,
      nextPayment: { id: '01900000-0000-7000-8000-000000000000', amount: 533.33, dueDate },
    })
  expect(say('2026-11-15')).toEqual({ value: 'Nov 15, 2026', hint: 'Oldest unpaid: $533.33, due 8 days ago' })
  expect(say('2026-11-23').hint).toBe('$533.33, due today')
  vi.useRealTimers()
})
