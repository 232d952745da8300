import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { type ContentLine, lineOf, textOf } from './content-lines.ts'
import { type Nights, nightsBetween } from './nights.ts'
import { occurrencesOf, type Window, without } from './recurrence.ts'
import {
  type FeedTime,
  isTimed,
  type Length,
  occurrenceKey,
  readLength,
  readTime,
  readTimeValue,
  timePlus,
} from './times.ts'
import { maxOccurrences, maxSeries } from '../limits.ts'

/** An event, or one occurrence of a series. */
export interface Occurrence {
  key: string
  uid: string
  nights: Nights
  summary: string
  description: string
  isCancelled: boolean
  isTransparent: boolean
  origins: string[]
}

interface Options {
  zone: string
  window: Window
  endIsLastNight: boolean
}

interface Event {
  uid: string
  start: FeedTime
  length: { end: FeedTime } | Length
  rule: string | undefined
  more: FeedTime[]
  left: FeedTime[]
  /** Which occurrence of the series this event replaces. */
  replaces: string | undefined
  sequence: number
  words: Pick<Occurrence, 'summary' | 'description' | 'isCancelled' | 'isTransparent' | 'origins'>
}

/** The occurrences of all events, with the nights they take. */
export function expandEvents(events: readonly ContentLine[][], options: Options) {
  const found: { occurrences: Occurrence[]; unreadable: number; withoutNight: number } = {
    occurrences: [],
    unreadable: 0,
    withoutNight: 0,
  }
  const read = events.map((lines) => readEvent(lines, options.zone))
  found.unreadable += read.filter((one) => one === undefined).length
  const byUid = Map.groupBy(
    read.filter((one) => one !== undefined),
    ({ uid }) => uid,
  )
  let series = 0
  for (const group of byUid.values()) {
    const singles = newest(group.filter(({ rule, more, replaces }) => !rule && more.length === 0 && !replaces))
    for (const event of singles) {
      const nights = nightsOf(event, event.start, options)
      // Several events with one id: their days tell them apart.
      const key = singles.length === 1 && event.uid ? event.uid : `${event.uid}~${event.start.date}`
      if (nights) found.occurrences.push({ key, uid: event.uid, nights, ...event.words })
      else found.withoutNight += 1
    }
    const replaced = new Map(group.flatMap((event) => (event.replaces ? [[event.replaces, event] as const] : [])))
    for (const event of group.filter(({ rule, more }) => rule || more.length > 0)) {
      series += 1
      const room = series > maxSeries ? 0 : maxOccurrences - found.occurrences.length
      const starts = room > 0 ? startsOf(event, options.window, room) : undefined
      if (!starts) found.unreadable += 1
      for (const start of starts ?? []) {
        const instead = replaced.get(occurrenceKey(start)) ?? replaced.get(start.date)
        const actual = instead ?? event
        const nights = nightsOf(actual, instead?.start ?? start, options)
        const key = `${event.uid}/${start.date}`
        if (nights) found.occurrences.push({ key, uid: event.uid, nights, ...actual.words })
        else found.withoutNight += 1
      }
    }
  }
  return found
}

function readEvent(lines: readonly ContentLine[], zone: string): Event | undefined {
  const startLine = lineOf(lines, 'DTSTART')
  const start = startLine && readTime(startLine, zone)
  if (!start) return undefined
  const endLine = lineOf(lines, 'DTEND')
  const durationLine = lineOf(lines, 'DURATION')
  const end = endLine && readTime(endLine, zone)
  const duration = durationLine && readLength(durationLine.value)
  if ((endLine && !end) || (!endLine && durationLine && !duration)) return undefined
  if (end && occurrenceOrder(end, start) < 0) return undefined
  const times = (name: string) => lines.filter((line) => line.name === name).flatMap((line) => readTimes(line, zone))
  const recurrenceLine = lineOf(lines, 'RECURRENCE-ID')
  const recurrence = recurrenceLine && readTime(recurrenceLine, zone)
  return {
    uid: textOf(lines, 'UID').slice(0, 500),
    start,
    // Without either, an event of a day takes that day, and one with a time takes none.
    length: end ? { end } : (duration ?? { days: isTimed(start) ? 0 : 1, seconds: 0 }),
    rule: lineOf(lines, 'RRULE')?.value.trim(),
    more: times('RDATE'),
    left: times('EXDATE'),
    replaces: recurrence && occurrenceKey(recurrence),
    sequence: Number(/^\d{1,9}$/.exec(textOf(lines, 'SEQUENCE'))?.[0] ?? 0),
    words: {
      summary: textOf(lines, 'SUMMARY'),
      description: textOf(lines, 'DESCRIPTION'),
      isCancelled: textOf(lines, 'STATUS').toUpperCase() === 'CANCELLED',
      isTransparent: textOf(lines, 'TRANSP').toUpperCase() === 'TRANSPARENT',
      origins: lines
        .filter(({ name }) => name === 'X-KEYHOLD-ORIGIN')
        .slice(0, 16)
        .map(({ value }) => value.trim().slice(0, 64)),
    },
  }
}

/** The values of EXDATE and RDATE; of a period, its beginning. */
const readTimes = (line: ContentLine, zone: string): FeedTime[] =>
  line.value
    .split(',')
    .flatMap((value) => readTimeValue(value.split('/')[0] ?? '', line.params.get('TZID'), zone) ?? [])

/** The events that stand: a higher number of change replaces the lower ones of its id. */
function newest(events: Event[]): Event[] {
  const last = Math.max(0, ...events.map(({ sequence }) => sequence))
  return events.filter(({ sequence, uid }) => uid === '' || sequence === last)
}

function startsOf(event: Event, window: Window, max: number): FeedTime[] | undefined {
  const { start, rule, more, left } = event
  const lengthDays = 'end' in event.length ? daysFrom(start, event.length.end) : event.length.days
  if (lengthDays > 1_000) return undefined
  const regular = rule
    ? occurrencesOf(start, rule, { ...window, from: addDays(window.from, -lengthDays) }, max)
    : [start]
  if (!regular || regular.length + more.length > max) return undefined
  const keys = new Set(regular.map(occurrenceKey))
  return without([...regular, ...more.filter((at) => !keys.has(occurrenceKey(at)))], left)
}

function nightsOf(event: Event, start: FeedTime, { zone, endIsLastNight }: Options): Nights | null {
  const { length } = event
  if (!('end' in length)) return nightsBetween(start, timePlus(start, length), zone, endIsLastNight)
  // An occurrence of a series ends as long after its beginning as the first one.
  const end =
    start === event.start ? length.end : { ...length.end, date: addDays(length.end.date, daysFrom(event.start, start)) }
  return nightsBetween(start, end, zone, endIsLastNight)
}

const daysFrom = (a: FeedTime, b: FeedTime) => daysBetween(a.date, b.date)

const occurrenceOrder = (a: FeedTime, b: FeedTime): number =>
  isTimed(a) && isTimed(b)
    ? Number(occurrenceKey(a)) - Number(occurrenceKey(b))
    : Date.parse(a.date) - Date.parse(b.date)
