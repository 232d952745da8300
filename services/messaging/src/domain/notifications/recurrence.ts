import { addDays, addMonths, dateIn, weekdayOf } from '@keyhold/kit/lib/dates'

// Pure: on which days something recurring is sent, and what its due date is then.

export interface Recurrence {
  recurringType: 'monthly' | 'weekly'
  /** Monthly: 1 to 28. */
  recurringDay: number | null
}

/** The first day of the recurrence on or after `from`. A weekly one falls on the weekday of `start`. */
export function firstOn(from: string, { recurringType, recurringDay }: Recurrence, start: string): string {
  if (recurringType === 'weekly') return addDays(from, (weekdayOf(start) - weekdayOf(from) + 7) % 7)
  const [year = 0, month = 0] = from.split('-').map(Number)
  const inMonth = dateIn(year, month, recurringDay ?? 1)
  return inMonth >= from ? inMonth : dateIn(year, month + 1, recurringDay ?? 1)
}

/** The due date that a message of `day` speaks of: the given one, moved on by whole months until it is not over. */
export function dueDateOn(dueDate: string, day: string): string {
  let due = dueDate
  for (let months = 1; due < day && months < 1200; months += 1) due = addMonths(dueDate, months)
  return due
}

/** A time of day within the hours in which something recurring may be sent. */
export function withinHours(time: string, fromHour: number, untilHour: number): string {
  const hour = Number(time.slice(0, 2))
  return hour < fromHour || hour >= untilHour ? `${String(fromHour).padStart(2, '0')}:00` : time
}
