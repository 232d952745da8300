export interface Sizes {
  median: number
  p95: number
}

/** Lines a source file may have at the 95th percentile. */
export const p95Limit = 200

/** Median and 95th percentile of file lengths in lines. */
export function sizesOf(lengths: readonly number[]): Sizes {
  const sorted = lengths.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}
