import type { Entry } from './ledger-columns.tsx'

/**
 * Receipts on charges that are no longer owed, by charge: after a move-out no list of payments shows them.
 */
export function receiptsWithoutCharge(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  const reversed = new Set(of('reversal').map(({ id }) => id))
  const cancelled = new Set(of('cancellation').map(({ id }) => id))
  const owed = new Set(of('charge').flatMap(({ id }) => (cancelled.has(id) ? [] : [id])))
  const open = of('receipt').filter(
    ({ id, paymentId }) => paymentId !== null && !reversed.has(id) && !owed.has(paymentId),
  )
  return Map.groupBy(open, ({ paymentId }) => paymentId ?? '')
}
