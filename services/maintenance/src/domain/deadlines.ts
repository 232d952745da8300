import type { maintenancePriorities } from '@keyhold/contracts/maintenance/requests'
import type { Status } from './statuses.ts'

type Priority = (typeof maintenancePriorities)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What the labels of the urgency promise: hours pass by the clock, days are those of the calendar. */
const allowed: Record<Priority, { hours: number } | { days: number }> = {
  emergency: { hours: 4 },
  high: { hours: 24 },
  medium: { days: 3 },
  low: { days: 7 },
}

/** By when a request that came in at `createdAt` is to be done, where the property stands in `timeZone`. */
export function dueAtOf(createdAt: string, priority: Priority, timeZone: string): string {
  const at = Date.parse(createdAt)
  const time = allowed[priority]
  return new Date('hours' in time ? at + time.hours * hourMs : addDays(at, time.days, timeZone)).toISOString()
}

/** Whether a request is past its deadline: only what is not closed can be. */
export const isPastDue = ({ status, dueAt }: { status: Status; dueAt: string }, now: Date): boolean =>
  (status === 'open' || status === 'in_progress') && Date.parse(dueAt) < now.getTime()

/** The same time of day, so many days later: an hour more or less has passed where the clocks changed in between. */
function addDays(at: number, days: number, timeZone: string): number {
  const wall = at + offsetAt(at, timeZone) + days * dayMs
  const [before, after] = [wall - offsetAt(wall - dayMs, timeZone), wall - offsetAt(wall + dayMs, timeZone)]
  if (before + offsetAt(before, timeZone) === wall) return before
  // A time that the clocks leap over is read as the clocks before the leap would have shown it.
  return after + offsetAt(after, timeZone) === wall ? after : before
}

/** Milliseconds that the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(at / 1000) * 1000
}
