import { addDays, addMonths, dateIn, startOfMonth } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'

/** The westernmost properties are here: when a day has begun there, it has begun everywhere in the story. */
export const storyZone = 'America/Los_Angeles'

/** The days of the story, told from the day on which it ends. */
export interface Calendar {
  today: string
  /** The last day that is over. */
  yesterday: string
  /** A day of a month, or its last one where it is shorter. 0 is the current month; a day below 1 is in the month before. */
  day: (month: number, day: number) => string
  daysAgo: (days: number) => string
}

export function calendarAt(now: Date): Calendar {
  const today = dateAt(now, storyZone)
  const first = startOfMonth(today)
  return {
    today,
    yesterday: addDays(today, -1),
    day: (month, day) => {
      const start = addMonths(first, month)
      const [year, monthOfYear] = start.split('-').map(Number) as [number, number]
      return day < 1 ? addDays(start, day - 1) : dateIn(year, monthOfYear, day)
    },
    daysAgo: (days) => addDays(today, -days),
  }
}

/** The morning of a day in all time zones of the story. */
export const morningOf = (day: string, hour = 17): Date => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
