import { expect, test } from 'vitest'
import { zoneAfterEdit, zoneOfState } from './state-time-zones.ts'

test.each([
  ['TX', 'America/Chicago'],
  [' tx ', 'America/Chicago'],
  ['New  York', 'America/New_York'],
  ['D.C.', 'America/New_York'],
  ['hawaii', 'Pacific/Honolulu'],
  ['Ontario', 'America/New_York'],
  ['', 'America/New_York'],
  [null, 'America/New_York'],
])('%s is in %s', (state, zone) => {
  expect(zoneOfState(state)).toBe(zone)
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
})

test('a derived zone follows the state, a chosen one stays, an emptied one is derived again', () => {
  const derived = { state: 'TX', timeZone: 'America/Chicago' }
  const chosen = { state: 'TX', timeZone: 'America/Denver' }
  expect(zoneAfterEdit(derived, { state: 'CA' })).toBe('America/Los_Angeles')
  expect(zoneAfterEdit(chosen, { state: 'CA' })).toBe('America/Denver')
  expect(zoneAfterEdit(chosen, { timeZone: null })).toBe('America/Chicago')
  expect(zoneAfterEdit(derived, { timeZone: 'America/Phoenix', state: 'CA' })).toBe('America/Phoenix')
  expect(zoneAfterEdit({ state: null, timeZone: 'America/New_York' }, {})).toBe('America/New_York')
})
