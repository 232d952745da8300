import { expect, test } from 'vitest'
import { addCalendarDays, dateAt, momentOf, startOfDay, timeAt } from './time-zones.ts'

test('the date is the one on a calendar that hangs there', () => {
  const moment = '2026-03-15T04:30:00Z'
  expect(dateAt(moment, 'America/New_York')).toBe('2026-03-15')
  expect(dateAt(new Date(moment), 'America/Chicago')).toBe('2026-03-14')
  expect(dateAt(moment, 'Pacific/Kiritimati')).toBe('2026-03-15')
  expect(dateAt('2026-03-15T03:30:00Z', 'America/New_York')).toBe('2026-03-14')
})

test.each([null, undefined, 'Mars/Olympus', ''])('the zone %j is read as the default one', (zone) => {
  expect(dateAt('2026-03-15T03:30:00Z', zone)).toBe('2026-03-14')
  expect(startOfDay('2026-03-15', zone).toISOString()).toBe('2026-03-15T04:00:00.000Z')
})

test.each([
  ['the clocks are put forward', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['the day after', '2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  ['midnight is skipped', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['a quarter of an hour counts', '2026-03-15', 'Asia/Kathmandu', '2026-03-14T18:15:00.000Z'],
  ['the date itself is skipped', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('a day begins at its first moment where %s', (_, date, zone, start) => {
  expect(startOfDay(date, zone).toISOString()).toBe(start)
  expect(dateAt(new Date(Date.parse(start) - 1), zone) < date).toBe(true)
})

test('a day later is the same time of day, however long the day was', () => {
  expect(addCalendarDays('2026-03-07T15:00:00Z', 1, 'America/New_York').toISOString()).toBe('2026-03-08T14:00:00.000Z')
  expect(addCalendarDays('2026-10-31T14:00:00Z', 1, 'America/New_York').toISOString()).toBe('2026-11-01T15:00:00.000Z')
  // 2:30 on a day that has none.
  expect(addCalendarDays('2026-03-07T07:30:00Z', 1, 'America/New_York').toISOString()).toBe('2026-03-08T07:30:00.000Z')
})

test('a time of day is that of the clocks on the wall, also on the days on which they change', () => {
  const at = (date: string, time: string, zone: string) => momentOf(date, time, zone).toISOString()
  expect(at('2026-03-07', '09:00', 'America/New_York')).toBe('2026-03-07T14:00:00.000Z')
  expect(at('2026-03-08', '09:00', 'America/New_York')).toBe('2026-03-08T13:00:00.000Z')
  expect(at('2026-03-08', '09:00', 'America/Phoenix')).toBe('2026-03-08T16:00:00.000Z')
  expect(at('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(at('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(timeAt('2026-11-01T14:05:00Z', 'America/New_York')).toBe('09:05')
})
