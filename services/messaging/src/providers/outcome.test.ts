import { expect, test } from 'vitest'
import { failed, withinTimeLimit } from './outcome.ts'

test('a send that takes too long fails and may be retried', async () => {
  expect(await withinTimeLimit(new Promise(() => {}), 'SMS', 5)).toEqual(
    failed('The SMS provider did not answer in time.', { transient: true }),
  )
})

test('a send that throws fails and may be retried; an outcome is returned as it is', async () => {
  expect(await withinTimeLimit(Promise.reject(new Error('?')), 'mail', 1000)).toEqual(
    failed('The mail provider could not be reached.', { transient: true }),
  )
  expect(await withinTimeLimit(Promise.resolve({ status: 'sent', providerId: '1' }), 'mail', 1000)).toEqual({
    status: 'sent',
    providerId: '1',
  })
})
