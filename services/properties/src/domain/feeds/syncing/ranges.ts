import type { Nights } from '../reading/nights.ts'

/** The nights that are in no range of `others`, which may have no end. */
export function minus(ranges: readonly Nights[], others: readonly { from: string; to: string | null }[]): Nights[] {
  let left = [...ranges]
  for (const other of others)
    left = left.flatMap((one) => {
      const overlaps = one.from < (other.to ?? '9999-12-31') && other.from < one.to
      if (!overlaps) return [one]
      const before = one.from < other.from ? [{ from: one.from, to: other.from }] : []
      const after = other.to !== null && other.to < one.to ? [{ from: other.to, to: one.to }] : []
      return [...before, ...after]
    })
  return left
}
