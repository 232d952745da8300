import { expect, test } from 'vitest'
import { keywordOf } from './keywords.ts'
import { toE164 } from './phone-numbers.ts'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOPALL',
  'stop all',
  'Unsubscribe',
  'cancel',
  'END',
  'quit!',
  'REVOKE',
  'opt-out',
  'OPT OUT',
  '"STOP"',
  'stop\n',
])('"%s" opts out', (text) => {
  expect(keywordOf(text)).toBe('opt-out')
})

test.each(['START', 'start!', 'Yes', 'UNSTOP'])('"%s" opts in', (text) => {
  expect(keywordOf(text)).toBe('opt-in')
})

test.each([
  '',
  '...',
  'Could you stop by tomorrow?',
  'The weekend is fine',
  'I cancelled it',
  'yes please come at 5',
  'restart',
])('"%s" is no keyword', (text) => {
  expect(keywordOf(text)).toBeNull()
})

test('a number is converted to E.164, as a US number where it has no country code', () => {
  expect(toE164('(212) 555-0123')).toBe('+12125550123')
  expect(toE164('555-123-4567')).toBe('+15551234567')
  expect(toE164('1 212 555 0123')).toBe('+12125550123')
  expect(toE164('+44 20 7946 0958')).toBe('+442079460958')
})

test('a number of impossible length has no E.164 form', () => {
  expect(toE164('123')).toBeNull()
  expect(toE164('555-0101')).toBeNull()
  expect(toE164('+1 212 555 0123 4567 890')).toBeNull()
})
