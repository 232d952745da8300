import type { ReadSql } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'

/** The day it is where a tenancy is: `y` is its record. */
export const todayAt = (read: ReadSql, now: string) =>
  read`(${now}::timestamptz at time zone coalesce(y.time_zone, ${defaultTimeZone}))::date`

/** Whether somebody lives there, or will: what `statusOf` does not call ended. */
export const isCurrent = (read: ReadSql, now: string) =>
  read`(not y.is_void and (y.moved_out_on is null or y.moved_out_on > ${todayAt(read, now)}))`

/**
 * Whether its term ends within so many days, or is over and goes on only because nobody said anything. Who said when they leave is done with,
 * and so is a term that became month to month. The days of UTC bound it for the index: no property is further than a day from them.
 */
export const isEnding = (read: ReadSql, now: string, days: number) => read`(
  y.moved_out_on is null and not y.is_void and y.term_kind <> 'at_will'
  and y.end_date <= (${now}::timestamptz at time zone 'UTC')::date + ${days}::int + 1
  and y.end_date <= ${todayAt(read, now)} + ${days}::int and (y.term_kind = 'fixed' or y.end_date >= ${todayAt(read, now)}))`
