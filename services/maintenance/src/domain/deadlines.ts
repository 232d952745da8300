import type { maintenancePriorities } from '@keyhold/contracts/maintenance/requests'
import { addCalendarDays } from '@keyhold/kit/lib/time-zones'
import type { Status } from './statuses.ts'

type Priority = (typeof maintenancePriorities)[number]

const hourMs = 3_600_000

/** The time until the deadline by priority, as the labels in the form say. Hours are absolute, days are calendar days. */
const timeAllowed: Record<Priority, { hours: number } | { days: number }> = {
  emergency: { hours: 4 },
  high: { hours: 24 },
  medium: { days: 3 },
  low: { days: 7 },
}

/** The deadline of a request opened at `createdAt` for a property in `timeZone`. */
export function dueAtOf(createdAt: string, priority: Priority, timeZone: string): string {
  const time = timeAllowed[priority]
  if ('days' in time) return addCalendarDays(createdAt, time.days, timeZone).toISOString()
  return new Date(Date.parse(createdAt) + time.hours * hourMs).toISOString()
}

/** Whether a request is open and past its deadline. */
export const isPastDue = ({ status, dueAt }: { status: Status; dueAt: string }, now: Date): boolean =>
  (status === 'open' || status === 'in_progress') && Date.parse(dueAt) < now.getTime()
