import type { FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { maxEntries, maxFeedCharacters, readAheadDays } from '../limits.ts'
import { channelOf, classify, type Meaning } from './classify.ts'
import { readComponents, textOf } from './content-lines.ts'
import { expandEvents, type Occurrence } from './expand.ts'
import type { Nights } from './nights.ts'

/** An entry of another calendar, as the nights it takes. */
export interface FeedEntry extends Meaning {
  /** Stays the same from fetch to fetch, as far as the channel's ids do. */
  key: string
  uid: string
  nights: Nights
  summary: string
  /** Hashes of the entries that a Keyhold home made this one from. */
  origins: string[]
}

export type FeedProblem = 'empty' | 'html' | 'no-calendar' | 'broken' | 'too-large'

export type FeedReading =
  | { ok: false; problem: FeedProblem; sentence: string }
  | {
      ok: true
      /** The channel that the calendar says it is from. */
      channel: FeedChannel
      name: string | null
      /** By nights. */
      entries: FeedEntry[]
      /** Keys of entries that the calendar says are cancelled. */
      cancelled: string[]
      /** Events that could not be read: what they say is not known, so nothing may count as missing. */
      unreadable: number
      /** Events that ended before yesterday, take no night, or are marked as free time. */
      past: number
      withoutNight: number
      free: number
    }

const sentences: Record<FeedProblem, string> = {
  empty: 'The answer was empty.',
  html: 'The answer was a web page and not a calendar. Copy the address that ends in .ics.',
  'no-calendar': 'The answer was not a calendar.',
  broken: 'The calendar ends in the middle, or its parts do not fit together.',
  'too-large': 'The calendar is larger than 2 MB or has more than 5,000 events.',
}

export const problemOf = (problem: FeedProblem): Extract<FeedReading, { ok: false }> => ({
  ok: false,
  problem,
  sentence: sentences[problem],
})

interface Options {
  /** Of the home. */
  zone: string
  now: Date
  /** As the landlord set it; `other` means that the calendar says it itself. */
  channel: FeedChannel
  /** Some sites write the last night where the day of departure belongs. */
  endIsLastNight?: boolean
}

/** What a calendar of a channel says about the nights from yesterday on. */
export function readFeed(text: string, { zone, now, channel, endIsLastNight = false }: Options): FeedReading {
  if (text.length > maxFeedCharacters) return problemOf('too-large')
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return problemOf('empty')
  if (!/^BEGIN:VCALENDAR/i.test(trimmed)) return problemOf(trimmed.startsWith('<') ? 'html' : 'no-calendar')
  const components = readComponents(trimmed, maxEntries)
  if (components === 'too-many') return problemOf('too-large')
  if (components === 'broken') return problemOf('broken')
  const today = dateAt(now, zone)
  const window = { from: addDays(today, -1), to: addDays(today, readAheadDays) }
  const expanded = expandEvents(components.events, { zone, window, endIsLastNight })
  const said = channelOf(textOf(components.calendar, 'PRODID'), expanded.occurrences[0]?.uid ?? '')
  const knownAs = channel === 'other' ? said : channel
  const isCancelled = textOf(components.calendar, 'METHOD').toUpperCase() === 'CANCEL'
  const found = expanded.occurrences.filter(({ nights }) => nights.to >= window.from)
  // Google and others mark what does not take time; channels mark reservations so, too.
  const isFree = (one: Occurrence) => one.isTransparent && ['google', 'other', 'keyhold'].includes(knownAs)
  const standing = found.filter((one) => !one.isCancelled && !isCancelled && !isFree(one))
  return {
    ok: true,
    channel: said,
    name: textOf(components.calendar, 'X-WR-CALNAME').slice(0, 200) || null,
    entries: uniqueEntries(standing.map((one) => toEntry(one, knownAs))),
    cancelled: found.filter((one) => one.isCancelled || isCancelled).map(({ key }) => key),
    unreadable: expanded.unreadable,
    past: expanded.occurrences.length - found.length,
    withoutNight: expanded.withoutNight,
    free: found.filter(isFree).length,
  }
}

const toEntry = ({ key, uid, nights, summary, description, origins }: Occurrence, channel: FeedChannel): FeedEntry => ({
  ...classify(channel, { summary, description }),
  key,
  uid,
  nights,
  summary: summary.slice(0, 200),
  origins,
})

/** In order. A home has no two guests of one channel in the same nights: such entries are one that was written twice. */
function uniqueEntries(entries: readonly FeedEntry[]): FeedEntry[] {
  const seen = new Set<string>()
  return entries
    .toSorted(
      (a, b) => compare(a.nights.from, b.nights.from) || compare(a.nights.to, b.nights.to) || compare(a.key, b.key),
    )
    .filter(({ nights, kind }) => {
      const same = `${nights.from} ${nights.to} ${kind}`
      return !seen.has(same) && seen.add(same)
    })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
