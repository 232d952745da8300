import type { maintenancePriorities } from '@keyhold/contracts/maintenance/requests'
import { addCalendarDays } from '@keyhold/kit/lib/time-zones'
import type { Status } from './statuses.ts'

type Priority = (typeof maintenancePriorities)[number]

const hourMs = 3_600_000

/** What the labels of the urgency promise: hours pass by the clock, days are those of the calendar. */
const allowed: Record<Priority, { hours: number } | { days: number }> = {
  emergency: { hours: 4 },
  high: { hours: 24 },
  medium: { days: 3 },
  low: { days: 7 },
}

/** By when a request that came in at `createdAt` is to be done, where the property stands in `timeZone`. */
export function dueAtOf(createdAt: string, priority: Priority, timeZone: string): string {
  const time = allowed[priority]
  if ('days' in time) return addCalendarDays(createdAt, time.days, timeZone).toISOString()
  return new Date(Date.parse(createdAt) + time.hours * hourMs).toISOString()
}

/** Whether a request is past its deadline: only what is not closed can be. */
export const isPastDue = ({ status, dueAt }: { status: Status; dueAt: string }, now: Date): boolean =>
  (status === 'open' || status === 'in_progress') && Date.parse(dueAt) < now.getTime()
