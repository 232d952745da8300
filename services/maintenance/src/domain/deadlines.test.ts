import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAtOf, isPastDue } from './deadlines.ts'

const chicago = 'America/Chicago'

test.each([
  ['an emergency has four hours', '2026-06-01T15:00:00.000Z', 'emergency', '2026-06-01T19:00:00.000Z'],
  ['what is high has 24', '2026-06-01T15:00:00.000Z', 'high', '2026-06-02T15:00:00.000Z'],
  ['medium: three days, at the same time of day', '2026-06-01T15:00:00.123Z', 'medium', '2026-06-04T15:00:00.123Z'],
  ['low: seven days', '2026-12-28T15:00:00.000Z', 'low', '2027-01-04T15:00:00.000Z'],
  // In Chicago daylight saving time begins at 02:00 on 8 March 2026 and ends on 1 November.
  ['10:00 stays 10:00 over the leap, an hour early', '2026-03-06T16:00:00.000Z', 'medium', '2026-03-09T15:00:00.000Z'],
  ['… and over the fall, an hour late', '2026-10-30T15:00:00.000Z', 'medium', '2026-11-02T16:00:00.000Z'],
  [
    'four hours are four hours, whatever the clocks do',
    '2026-03-08T07:00:00.000Z',
    'emergency',
    '2026-03-08T11:00:00.000Z',
  ],
  ['24 hours likewise', '2026-10-31T18:00:00.000Z', 'high', '2026-11-01T18:00:00.000Z'],
  [
    'a time that does not exist that day is read as before the leap: 02:30 is 03:30',
    '2026-03-05T08:30:00.000Z',
    'medium',
    '2026-03-08T08:30:00.000Z',
  ],
  ['a time that comes twice that day is its first', '2026-10-29T06:30:00.000Z', 'medium', '2026-11-01T06:30:00.000Z'],
  ['the last of January is followed by February', '2028-02-27T12:00:00.000Z', 'medium', '2028-03-01T12:00:00.000Z'],
] as const)('%s', (_what, createdAt, priority, expected) => {
  expect(dueAtOf(createdAt, priority, chicago)).toBe(expected)
})

test('a deadline in days is at the time of day of the request, where that local time exists', () => {
  const zones = [
    'America/Chicago',
    'America/New_York',
    'Pacific/Auckland',
    'Australia/Lord_Howe',
    'America/Phoenix',
    'Asia/Kathmandu',
  ] as const
  const wall = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(new Date(at))
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
      fc.constantFrom(...zones),
      fc.constantFrom('medium' as const, 'low' as const),
      (ms, zone, priority) => {
        const createdAt = new Date(ms).toISOString()
        const dueAt = dueAtOf(createdAt, priority, zone)
        const days = priority === 'medium' ? 3 : 7
        expect(Math.abs(Date.parse(dueAt) - ms - days * 86_400_000)).toBeLessThanOrEqual(3_600_000)
        // A deadline in the skipped hour is an hour later.
        const [then, now] = [wall(dueAt, zone), wall(createdAt, zone)]
        if (then !== now) expect(then > now).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('only an open request can be past its deadline, and only after it', () => {
  const at = (status: Parameters<typeof isPastDue>[0]['status'], now: string) =>
    isPastDue({ status, dueAt: '2026-06-01T15:00:00.000Z' }, new Date(now))
  expect(at('open', '2026-06-01T15:00:00.000Z')).toBe(false)
  expect(at('open', '2026-06-01T15:00:00.001Z')).toBe(true)
  expect(at('in_progress', '2026-06-02T00:00:00.000Z')).toBe(true)
  expect(at('completed', '2026-06-02T00:00:00.000Z')).toBe(false)
  expect(at('cancelled', '2026-06-02T00:00:00.000Z')).toBe(false)
})
