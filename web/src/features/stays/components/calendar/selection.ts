/** A night of a home: their places in the grid. */
export interface Spot {
  row: number
  day: number
}

/** A rectangle of nights: where it began, and where it ends now. */
export interface Selection {
  anchor: Spot
  focus: Spot
}

export interface Bounds {
  rows: number
  days: number
}

export const spotsOf = ({ anchor, focus }: Selection) => ({
  firstRow: Math.min(anchor.row, focus.row),
  lastRow: Math.max(anchor.row, focus.row),
  firstDay: Math.min(anchor.day, focus.day),
  lastDay: Math.max(anchor.day, focus.day),
})

export function isSelected(selection: Selection | null, { row, day }: Spot): boolean {
  if (!selection) return false
  const { firstRow, lastRow, firstDay, lastDay } = spotsOf(selection)
  return row >= firstRow && row <= lastRow && day >= firstDay && day <= lastDay
}

export const only = (spot: Spot): Selection => ({ anchor: spot, focus: spot })

/** A tap: the second one in a home's row ends the range that the first began, any other begins anew. */
export function tapped(before: Selection | null, spot: Spot): Selection {
  const isBegun = before && before.anchor.row === spot.row && before.anchor.day === before.focus.day
  return isBegun && before.focus.row === spot.row && before.anchor.day !== spot.day
    ? { anchor: before.anchor, focus: spot }
    : only(spot)
}

const steps: Record<string, [rows: number, days: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))

/** The selection after a key, or null where the key does not move it. Shift keeps the anchor. */
export function moved(
  selection: Selection,
  key: string,
  isExtending: boolean,
  { rows, days }: Bounds,
): Selection | null {
  const { row, day } = selection.focus
  const step = steps[key]
  if (!step && key !== 'Home' && key !== 'End') return null
  const focus: Spot = step
    ? { row: within(row + step[0], rows), day: within(day + step[1], days) }
    : { row, day: key === 'Home' ? 0 : days - 1 }
  return isExtending ? { anchor: selection.anchor, focus } : only(focus)
}

/** The places from `start` to before `end` that stand in a window, with some more around it. */
export function inWindow(offset: number, size: number, each: number, count: number, around: number) {
  const start = Math.max(0, Math.floor(offset / each) - around)
  const end = Math.min(count, Math.ceil((offset + size) / each) + around)
  return { start: Math.min(start, end), end }
}
