export interface Percentiles {
  p50: number
  p95: number
  p99: number
  max: number
}

/** The median, the 95th and 99th percentile and the longest of some times. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

export const textOf = ({ p50, p99, max }: Percentiles) =>
  `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
