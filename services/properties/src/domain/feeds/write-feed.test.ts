import fc from 'fast-check'
import { feedChannels } from '@keyhold/contracts/properties/stays/feed-values'
import { addDays } from '@keyhold/kit/lib/dates'
import { expect, test } from 'vitest'
import { exportedTo, type TakenNights } from './exported-nights.ts'
import { readFeed } from './reading/read-feed.ts'
import { writeFeed } from './write-feed.ts'

const now = new Date('2026-03-15T19:00:00Z')
const taken = (fields: Partial<TakenNights> = {}): TakenNights => ({
  id: '0195a0a0-0000-7000-8000-000000000001',
  nights: { from: '2026-04-01', to: '2026-04-04' },
  isReservation: true,
  changedAt: '2026-03-01T10:20:30.456Z',
  sequence: 0,
  origins: [],
  source: null,
  heldBackFrom: [],
  ...fields,
})

test('a calendar has days, stable ids and nothing else', () => {
  expect(writeFeed('Oak; House, 2\\3', [taken({ origins: ['abc'] })])).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Keyhold//Rental calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Oak\\; House\\, 2\\\\3',
      'BEGIN:VEVENT',
      'UID:0195a0a0-0000-7000-8000-000000000001@keyhold',
      'DTSTAMP:20260301T102030Z',
      'SEQUENCE:0',
      'DTSTART;VALUE=DATE:20260401',
      'DTEND;VALUE=DATE:20260404',
      'SUMMARY:Reserved',
      'TRANSP:OPAQUE',
      'X-KEYHOLD-ORIGIN:abc',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('no line has more than 75 bytes, and no character is cut', () => {
  const name = 'Ferienwohnung „Grüße“ 🏡 '.repeat(20)
  const text = writeFeed(name, [])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\uFFFD')
  expect(readFeed(text, { zone: 'UTC', now, channel: 'other' })).toMatchObject({ ok: true, name: name.slice(0, 200) })
})

const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-03-16', days))
const anyTaken = fc
  .record({
    id: fc.uuid(),
    from: day,
    length: fc.integer({ min: 1, max: 40 }),
    isReservation: fc.boolean(),
    source: fc.option(
      fc.record({
        channel: fc.constantFrom(...feedChannels),
        feedId: fc.option(fc.constantFrom('f1', 'f2')),
        kind: fc.constantFrom('reservation', 'unavailable', 'closed'),
      }),
    ),
  })
  .map(({ from, length, ...fields }) => taken({ ...fields, nights: { from, to: addDays(from, length) } }))

test('what is written is read as the same nights, in every zone', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyTaken, {
        selector: ({ nights, isReservation }) => `${nights.from}${nights.to}${isReservation}`,
      }),
      fc.constantFrom('America/New_York', 'Pacific/Auckland', 'Europe/London', 'UTC'),
      (list, zone) => {
        const reading = readFeed(writeFeed('Home', list), { zone, now, channel: 'keyhold' })
        if (!reading.ok) throw new Error(reading.sentence)
        const short = (nights: { from: string; to: string }, isReservation: boolean) =>
          `${nights.from} ${nights.to} ${isReservation}`
        expect(reading.entries.map(({ nights, kind }) => short(nights, kind === 'reservation')).toSorted()).toEqual(
          list.map(({ nights, isReservation }) => short(nights, isReservation)).toSorted(),
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('nothing returns to the channel it came from, and what a channel only does not sell goes nowhere', () => {
  fc.assert(
    fc.property(
      fc.array(anyTaken),
      fc.constantFrom(...feedChannels),
      fc.option(fc.constantFrom('f1', 'f2')),
      (list, channel, feedId) => {
        const told = exportedTo({ channel, feedId }, list)
        for (const { source } of told) {
          expect(source?.kind).not.toBe('unavailable')
          if (source?.channel === channel) expect([source.feedId, feedId]).not.toContain(null)
          if (source?.channel === channel) expect(source.feedId).not.toBe(feedId)
        }
        // What was decided here is always told.
        expect(list.filter(({ source }) => source === null).every((one) => told.includes(one))).toBe(true)
      },
    ),
  )
})

test('nights of one feed are exported to another of the same kind of site, but not to another of the same channel', () => {
  const from = (channel: 'other' | 'airbnb', feedId: string) =>
    taken({ source: { channel, feedId, kind: 'reservation' } })
  expect(exportedTo({ channel: 'other', feedId: 'a' }, [from('other', 'b')])).toHaveLength(1)
  expect(exportedTo({ channel: 'other', feedId: 'a' }, [from('other', 'a')])).toHaveLength(0)
  expect(exportedTo({ channel: 'other', feedId: null }, [from('other', 'b')])).toHaveLength(0)
  expect(exportedTo({ channel: 'airbnb', feedId: 'a' }, [from('airbnb', 'b')])).toHaveLength(0)
  expect(exportedTo({ channel: 'vrbo', feedId: 'a' }, [from('airbnb', 'b')])).toHaveLength(1)
})
