import { expect, test } from 'vitest'
import { goingTo, goToOf } from './go-to.ts'

test('sign-in continues to the requested address, on this site only', () => {
  expect(goToOf(goingTo('/subscribe?plan=professional'))).toBe('/subscribe?plan=professional')
  for (const elsewhere of [
    '//evil.test',
    '/\\evil.test',
    '/\\/evil.test',
    '/\t/evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])
    expect(goToOf({ goTo: elsewhere })).toBe('/')
  for (const state of [null, undefined, 'text', {}]) expect(goToOf(state)).toBe('/')
})
