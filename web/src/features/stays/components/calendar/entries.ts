import type { CalendarEntry, CalendarRow } from '@keyhold/contracts/properties/stays/calendar'
import { sourceNames, type BookingSource } from '@keyhold/contracts/properties/stays/stay-values'
import { nightsBetween } from '~/lib/nights.ts'

/** How an entry looks: its colour, and the letters and words that say the same. */
export interface Look {
  letter: string
  label: string
  className: string
}

const ofSource: Record<BookingSource, Look> = {
  airbnb: { letter: 'A', label: sourceNames.airbnb, className: 'border-danger bg-danger-soft text-danger' },
  vrbo: { letter: 'V', label: sourceNames.vrbo, className: 'border-info bg-info-soft text-info' },
  booking_com: { letter: 'B', label: sourceNames.booking_com, className: 'border-brass bg-brass-soft text-brass' },
  direct: { letter: 'D', label: sourceNames.direct, className: 'border-pine bg-pine-soft text-pine' },
}
const hatched =
  'border-control text-ink bg-[repeating-linear-gradient(135deg,var(--sunken)_0_6px,var(--line-strong)_6px_8px)]'
const ofKind: Record<Exclude<CalendarEntry['kind'], 'booking'>, Look> = {
  hold: {
    letter: 'H',
    label: 'Held for 20 minutes',
    className: 'border-dashed border-warning bg-warning-soft text-warning',
  },
  block: { letter: 'X', label: 'Blocked by you', className: hatched },
  channel_block: { letter: 'C', label: 'Blocked by a channel', className: `border-dashed ${hatched}` },
  lease: { letter: 'L', label: 'Lease', className: 'border-ink bg-line text-ink' },
}

export const lookOf = ({ kind, bookingSource }: Pick<CalendarEntry, 'kind' | 'bookingSource'>): Look =>
  kind === 'booking' ? ofSource[bookingSource ?? 'direct'] : ofKind[kind]

export const legend: readonly Look[] = [...Object.values(ofSource), ...Object.values(ofKind)]

/** What an entry is called in the grid. */
export const titleOf = (entry: CalendarEntry): string => entry.title ?? lookOf(entry).label

/** The columns that an entry fills, as half-open places in `days` columns from `from` on; null where it shows none. */
export function columnsOf(entry: Pick<CalendarEntry, 'from' | 'to'>, from: string, days: number) {
  const start = Math.max(0, nightsBetween(from, entry.from))
  const end = entry.to === null ? days : Math.min(days, nightsBetween(from, entry.to))
  return start < end
    ? {
        start,
        end,
        isCutAtStart: entry.from < from,
        isCutAtEnd: entry.to === null || nightsBetween(from, entry.to) > days,
      }
    : null
}

/** Who has each night of a row, by its place. */
export function takenBy(
  { entries }: Pick<CalendarRow, 'entries'>,
  from: string,
  days: number,
): Map<number, CalendarEntry> {
  const taken = new Map<number, CalendarEntry>()
  for (const entry of entries) {
    const columns = columnsOf(entry, from, days)
    for (let day = columns?.start ?? 0; day < (columns?.end ?? 0); day++) taken.set(day, entry)
  }
  return taken
}
