import { escaped, written } from '../ical-lines.ts'

/** An event of a calendar, as moments. */
export interface CalendarEvent {
  uid: string
  summary: string
  location: string
  description: string
  from: string
  until: string
  changedAt: string
}

const utc = (moment: string) => `${moment.slice(0, 19).replace(/[-:]/g, '')}Z`

/** A calendar to subscribe to (RFC 5545). */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keyhold//Turnover calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(({ uid, summary, location, description, from, until, changedAt }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@keyhold`,
      `DTSTAMP:${utc(changedAt)}`,
      `DTSTART:${utc(from)}`,
      `DTEND:${utc(until)}`,
      `SUMMARY:${escaped(summary)}`,
      `LOCATION:${escaped(location)}`,
      `DESCRIPTION:${escaped(description)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return written(lines)
}
