import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'
import { type FeedReading, readFeed } from './reading/read-feed.ts'

// It is the afternoon of 15 March 2026 at the home.
const now = new Date('2026-03-15T19:00:00Z')
const zone = 'America/New_York'
const folder = new URL('fixtures/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(`${name}.ics`, folder), 'utf8')

type Read = Extract<FeedReading, { ok: true }>
interface Options {
  channel?: FeedChannel
  endIsLastNight?: boolean
}
const read = (name: string, { channel = 'other', endIsLastNight = false }: Options = {}) =>
  readFeed(textOf(name), { zone, now, channel, endIsLastNight })
const readable = (name: string, options?: Options): Read => {
  const reading = read(name, options)
  if (!reading.ok) throw new Error(`${name}: ${reading.sentence}`)
  return reading
}
const inShort = ({ entries }: Read) => entries.map(({ nights: { from, to }, kind }) => `${from} ${to} ${kind}`)

/** The nights, half-open, and what they are. */
const expected: Record<string, string[]> = {
  'airbnb-reserved-and-blocked': ['2026-03-20 2026-03-24 reservation', '2026-04-01 2026-04-03 unavailable'],
  'airbnb-booking-window': ['2026-03-15 2026-03-17 unavailable', '2026-12-15 2027-03-15 unavailable'],
  'airbnb-2018-names': ['2026-04-10 2026-04-11 reservation'],
  'airbnb-reserved-without-description': ['2026-05-05 2026-05-08 reservation'],
  'airbnb-back-to-back': [
    '2026-04-01 2026-04-04 reservation',
    '2026-04-04 2026-04-05 reservation',
    '2026-04-05 2026-04-10 unavailable',
  ],
  'airbnb-past-events': ['2026-03-12 2026-03-14 reservation', '2026-03-13 2026-03-18 reservation'],
  'airbnb-no-events': [],
  'airbnb-changed-uid-before': ['2026-06-01 2026-06-05 reservation'],
  'airbnb-changed-uid-after': ['2026-06-01 2026-06-05 reservation'],
  'airbnb-across-the-year': ['2026-12-29 2027-01-03 reservation'],
  'airbnb-leap-day': ['2028-02-28 2028-03-01 reservation'],
  'vrbo-reserved-and-blocked': ['2026-03-24 2026-03-29 reservation', '2026-05-01 2026-05-24 unavailable'],
  'vrbo-french': ['2026-03-24 2026-03-29 reservation', '2026-04-01 2026-04-03 unavailable'],
  'vrbo-duration': ['2026-11-01 2026-11-05 reservation'],
  'vrbo-new-dtstamp': ['2026-03-24 2026-03-29 reservation'],
  'vrbo-one-night-blocks': [
    '2026-04-01 2026-04-02 unavailable',
    '2026-04-02 2026-04-03 unavailable',
    '2026-04-03 2026-04-04 unavailable',
  ],
  'booking-closed': ['2026-04-01 2026-04-04 closed', '2026-04-04 2026-04-06 closed'],
  'booking-named': ['2026-04-01 2026-04-04 reservation'],
  'booking-moving-start': ['2026-03-15 2026-03-20 closed'],
  'booking-en-dash': ['2026-04-01 2026-04-04 closed'],
  'google-all-day': ['2026-04-10 2026-04-13 closed'],
  'google-free-time': ['2026-04-20 2026-04-21 closed'],
  'google-timed-tzid': ['2026-04-10 2026-04-13 reservation'],
  // From 7 p.m. to 10 p.m. of the day before, at the home.
  'google-timed-utc': ['2026-04-10 2026-04-12 reservation'],
  'google-within-a-day': [],
  'google-weekly-with-exceptions': [
    '2026-04-03 2026-04-05 closed',
    '2026-04-17 2026-04-19 closed',
    '2026-04-24 2026-04-26 closed',
  ],
  'google-moved-occurrence': ['2026-04-03 2026-04-04 closed', '2026-04-11 2026-04-13 closed'],
  'google-timed-series-over-dst': ['2026-10-24 2026-10-25 closed', '2026-11-07 2026-11-08 closed'],
  'google-rdate': ['2026-05-01 2026-05-02 closed', '2026-05-10 2026-05-11 closed', '2026-05-20 2026-05-21 closed'],
  'google-yearly': ['2026-12-24 2026-12-27 closed', '2027-12-24 2027-12-27 closed'],
  'google-monthly-by-day': [
    '2026-04-03 2026-04-04 closed',
    '2026-05-01 2026-05-02 closed',
    '2026-06-05 2026-06-06 closed',
  ],
  'google-secondly-attack': ['2026-04-20 2026-04-21 closed'],
  'google-daily-by-second-attack': [],
  'google-impossible-rule': [],
  'other-lf-only': ['2026-04-01 2026-04-04 reservation'],
  'other-cr-only': ['2026-04-01 2026-04-04 reservation'],
  'other-bom-and-spaces': ['2026-04-01 2026-04-04 reservation'],
  'other-folded': ['2026-04-01 2026-04-04 reservation'],
  'other-escaped-text': ['2026-04-01 2026-04-04 reservation'],
  'other-quoted-parameter': ['2026-04-01 2026-04-04 reservation'],
  'other-no-dtend': ['2026-04-01 2026-04-02 reservation'],
  'other-end-is-start': ['2026-04-01 2026-04-02 reservation'],
  'other-end-before-start': ['2026-05-01 2026-05-02 reservation'],
  'other-last-night': ['2026-04-01 2026-04-03 reservation'],
  'other-utc-midnights': ['2026-04-01 2026-04-04 reservation'],
  'other-minute-to-midnight': ['2026-04-01 2026-04-04 reservation'],
  // Nine in the evening in Los Angeles is midnight at the home.
  'other-windows-zone': ['2026-04-02 2026-04-04 reservation'],
  'other-unknown-zone': ['2026-04-01 2026-04-04 reservation'],
  'other-prefixed-zone': ['2026-04-01 2026-04-04 reservation'],
  // The first began on 7 March and is over; 44 hours after three in the afternoon it is eleven in the morning.
  'other-duration-hours': ['2026-04-01 2026-04-03 reservation'],
  'other-duration-weeks': ['2026-04-01 2026-04-15 reservation'],
  'other-same-uid-twice': ['2026-04-01 2026-04-04 reservation', '2026-05-01 2026-05-04 reservation'],
  'other-sequence': ['2026-04-02 2026-04-05 reservation'],
  'other-exact-duplicate': ['2026-04-01 2026-04-04 reservation'],
  'other-no-uid': ['2026-04-01 2026-04-04 reservation', '2026-05-01 2026-05-04 reservation'],
  'other-cancelled': ['2026-05-01 2026-05-04 reservation'],
  'other-method-cancel': [],
  'other-alarm-and-todo': ['2026-04-01 2026-04-04 reservation'],
  'other-lower-case': ['2026-04-01 2026-04-04 reservation'],
  'other-unreadable-start': ['2026-05-01 2026-05-04 reservation'],
  'other-two-calendars': ['2026-04-01 2026-04-04 reservation', '2026-05-01 2026-05-04 reservation'],
  'other-long-stay': ['2026-04-01 2027-04-01 reservation'],
  'keyhold-export': ['2026-04-01 2026-04-04 reservation', '2026-05-01 2026-05-04 closed'],
}

const refused: Record<string, string> = {
  'bad-empty': 'empty',
  'bad-blank': 'empty',
  'bad-html': 'html',
  'bad-json': 'no-calendar',
  'bad-text': 'no-calendar',
  'bad-binary': 'no-calendar',
  'bad-cut-off': 'broken',
  'bad-no-end': 'broken',
  'bad-crossed': 'broken',
}

test.each(Object.entries(expected))('%s', (name, nights) => {
  expect(inShort(readable(name))).toEqual(nights)
})

test.each(Object.entries(refused))('%s is no calendar: %s', (name, problem) => {
  expect(read(name)).toMatchObject({ ok: false, problem })
})

test('every file of the corpus has its expectation', () => {
  const names = readdirSync(folder).map((file) => file.replace('.ics', ''))
  expect(names.toSorted()).toEqual([...Object.keys(expected), ...Object.keys(refused)].toSorted())
})

describe('what else the calendars say', () => {
  test('the channel, the guest and the number of a reservation as far as they are written', () => {
    const [reserved] = readable('airbnb-reserved-and-blocked').entries
    expect(reserved).toMatchObject({ code: 'HMABCD2345', phoneLastDigits: '4235', guestName: null })
    expect(readable('airbnb-2018-names').entries[0]).toMatchObject({ guestName: 'Ann Lee', code: 'HM3QFFP15N' })
    expect(readable('vrbo-reserved-and-blocked').entries[0]).toMatchObject({ guestName: 'Melanie' })
    expect(readable('vrbo-french').entries[0]).toMatchObject({ guestName: 'Élise & Fred' })
    expect(readable('vrbo-duration').entries[0]).toMatchObject({ guestName: null })
    expect(readable('booking-named').entries[0]).toMatchObject({ guestName: 'Ann Lee' })
    expect(readable('google-all-day')).toMatchObject({ channel: 'google', name: 'Cottage' })
    expect(readable('keyhold-export').entries[0]).toMatchObject({ origins: ['abc123', 'def456'] })
    expect(readable('other-escaped-text').entries[0]?.summary).toBe('Reserved, two adults; back\\slash\nsecond line')
    expect(readable('other-folded').entries[0]?.uid).toBe('long-id-that-goes-on@site.test')
  })

  test('the landlord’s word for the channel goes before the calendar’s own', () => {
    expect(inShort(readable('booking-closed', { channel: 'airbnb' }))[0]).toBe('2026-04-01 2026-04-04 unavailable')
    expect(readable('google-free-time', { channel: 'airbnb' }).entries).toHaveLength(2)
  })

  test('a calendar whose ends are last nights is read by the setting for it', () => {
    expect(inShort(readable('other-last-night', { endIsLastNight: true }))).toEqual([
      '2026-04-01 2026-04-04 reservation',
    ])
  })

  test('what was left out is counted, and what could not be read is told apart from what is gone', () => {
    expect(readable('airbnb-past-events')).toMatchObject({ past: 2, unreadable: 0 })
    expect(readable('google-free-time')).toMatchObject({ free: 1 })
    expect(readable('google-within-a-day')).toMatchObject({ withoutNight: 1 })
    for (const [name, unreadable] of [
      ['other-unreadable-start', 2],
      ['other-end-before-start', 1],
      ['google-secondly-attack', 1],
      ['google-daily-by-second-attack', 1],
      ['google-impossible-rule', 0],
    ] as const)
      expect([name, readable(name).unreadable]).toEqual([name, unreadable])
    expect(readable('other-cancelled').cancelled).toEqual(['1'])
    expect(readable('other-method-cancel').cancelled).toEqual(['1'])
  })

  test('keys stay when the file is written anew, and differ for entries of one id', () => {
    const keys = (name: string) => readable(name).entries.map(({ key }) => key)
    expect(keys('vrbo-new-dtstamp')[0]).toBe(keys('vrbo-reserved-and-blocked')[0])
    for (const name of Object.keys(expected)) expect(new Set(keys(name)).size).toBe(keys(name).length)
  })
})

describe('size', () => {
  const event = (n: number) =>
    `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTART;VALUE=DATE:20260401\r\nDTEND;VALUE=DATE:20260404\r\nSUMMARY:Busy ${n}\r\nEND:VEVENT\r\n`
  const calendar = (events: number, extra = '') =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${Array.from({ length: events }, (_, n) => event(n)).join('')}${extra}END:VCALENDAR\r\n`
  const reading = (text: string) => readFeed(text, { zone, now, channel: 'other' })

  test('5,000 events are read, one more is refused, and so are more than 2 MB', () => {
    expect(reading(calendar(5_000))).toMatchObject({ ok: true })
    expect(reading(calendar(5_001))).toMatchObject({ ok: false, problem: 'too-large' })
    expect(reading(calendar(1, `X-NOTE:${'x'.repeat(2 * 1024 * 1024)}\r\n`))).toMatchObject({ problem: 'too-large' })
  })

  test('of a thousand endless series those that fit are read, and the others count as unreadable', () => {
    const series = (n: number) =>
      `BEGIN:VEVENT\r\nUID:s${n}\r\nDTSTART;VALUE=DATE:20260401\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n`
    const began = performance.now()
    const result = reading(calendar(0, Array.from({ length: 1_000 }, (_, n) => series(n)).join('')))
    expect(result.ok && result.unreadable).toBe(1_000 - 11)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
