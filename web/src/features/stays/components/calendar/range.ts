import type { CalendarRow } from '@keyhold/contracts/properties/stays/calendar'
import { addDays } from '~/lib/nights.ts'
import { type Selection, spotsOf } from './selection.ts'

/** Selected nights: of these listings, `[from, to)`. */
export interface NightRange {
  rows: CalendarRow[]
  from: string
  to: string
}

export function rangeOf(selection: Selection, rows: readonly CalendarRow[], start: string): NightRange | null {
  const { firstRow, lastRow, firstDay, lastDay } = spotsOf(selection)
  const chosen = rows.slice(firstRow, lastRow + 1)
  return chosen.length === 0 ? null : { rows: chosen, from: addDays(start, firstDay), to: addDays(start, lastDay + 1) }
}
