export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const step = 12

/** What two boxes have in common; its sides are the wrong way round where that is nothing. */
export const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

function shared(a: Box, b: Box): number {
  const { left, top, right, bottom } = common(a, b)
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

const sharedWith = (box: Box, others: readonly Box[]) => others.reduce((sum, one) => sum + shared(box, one), 0)

/** One of the boxes lies under it. */
export const isCovering = (box: Box, taken: readonly Box[]): boolean => taken.some((one) => shared(box, one) > 0)

/**
 * Where a box of this size covers none of `taken` within `room`, and in that column the least of `spared`: from the lower right upwards, then further
 * left; else where it covers least.
 */
export function freePlace(
  { width, height }: { width: number; height: number },
  room: Box,
  taken: readonly Box[],
  spared: readonly Box[] = [],
): { left: number; top: number; covered: number } {
  const lowest = Math.max(room.top, room.bottom - height)
  const rightmost = Math.max(room.left, room.right - width)
  // The two sides first: a message in the middle looks like a part of the page.
  const columns = [...new Set([rightmost, room.left])]
  for (let left = rightmost - step * 4; left > room.left; left -= step * 4) columns.push(left)
  const lowerFirst = Array.from({ length: Math.floor((lowest - room.top) / step) + 1 }, (_, nth) => lowest - nth * step)
  let best = { left: rightmost, top: lowest, covered: Number.POSITIVE_INFINITY, marred: 0 }
  for (const left of columns) {
    for (const top of lowerFirst) {
      const box = { left, top, right: left + width, bottom: top + height }
      const covered = sharedWith(box, taken)
      if (covered > best.covered) continue
      const marred = sharedWith(box, spared)
      if (covered < best.covered || marred < best.marred) best = { left, top, covered, marred }
    }
    if (best.covered === 0) break
  }
  return { left: best.left, top: best.top, covered: best.covered }
}
