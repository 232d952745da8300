import { escaped, written } from '../ical-lines.ts'
import type { Nights } from './reading/nights.ts'

/** Nights that are exported to a channel. */
export interface ExportedNights {
  /** Stays the same as long as the booking or block exists. */
  id: string
  nights: Nights
  isReservation: boolean
  /** Of the last change, so that the file says the same until something changes. */
  changedAt: string
  /** Counts the changes of the nights. */
  sequence: number
  /** Hashes by which another Keyhold home knows that it has the same at first hand. */
  origins: readonly string[]
}

/** A calendar of days, without anything about guests (RFC 5545). */
export function writeFeed(name: string, list: readonly ExportedNights[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keyhold//Rental calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...list.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return written(lines)
}

const eventLines = ({ id, nights, isReservation, changedAt, sequence, origins }: ExportedNights): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@keyhold`,
  `DTSTAMP:${changedAt.slice(0, 19).replace(/[-:]/g, '')}Z`,
  `SEQUENCE:${sequence}`,
  `DTSTART;VALUE=DATE:${nights.from.replaceAll('-', '')}`,
  `DTEND;VALUE=DATE:${nights.to.replaceAll('-', '')}`,
  `SUMMARY:${isReservation ? 'Reserved' : 'Not available'}`,
  'TRANSP:OPAQUE',
  ...origins.map((origin) => `X-KEYHOLD-ORIGIN:${origin}`),
  'END:VEVENT',
]
