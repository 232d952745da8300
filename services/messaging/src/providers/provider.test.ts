import { expect, test } from 'vitest'
import { failed, within } from './provider.ts'

test('a provider that does not answer in time fails the message, and may be tried again', async () => {
  expect(await within(5, new Promise(() => {}), 'SMS')).toEqual(
    failed('The SMS provider did not answer in time.', { transient: true }),
  )
})

test('a provider that throws fails the message, one that answers is believed', async () => {
  expect(await within(1000, Promise.reject(new Error('?')), 'mail')).toMatchObject({
    status: 'failed',
    reason: 'The mail provider could not be reached.',
  })
  expect(await within(1000, Promise.resolve({ status: 'sent', providerId: '1' }), 'mail')).toEqual({
    status: 'sent',
    providerId: '1',
  })
})
