import type { ReadSql } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'

// SQL conditions on `tenancy_record y`.

/** The date at the tenancy's property. */
export const todayAt = (read: ReadSql, now: string) =>
  read`(${now}::timestamptz at time zone coalesce(y.time_zone, ${defaultTimeZone}))::date`

/** Every status but `ended` (`statusOf`). */
export const isCurrent = (read: ReadSql, now: string) =>
  read`(not y.is_void and (y.moved_out_on is null or y.moved_out_on > ${todayAt(read, now)}))`

/**
 * The fixed term ends within so many days or is already over, and no move-out is planned. Tenancies that became month to month are left out.
 * The comparison with the UTC date lets the index be used: no time zone is more than a day away from it.
 */
export const isEnding = (read: ReadSql, now: string, days: number) => read`(
  y.moved_out_on is null and not y.is_void and y.term_kind <> 'at_will'
  and y.end_date <= (${now}::timestamptz at time zone 'UTC')::date + ${days}::int + 1
  and y.end_date <= ${todayAt(read, now)} + ${days}::int and (y.term_kind = 'fixed' or y.end_date >= ${todayAt(read, now)}))`
