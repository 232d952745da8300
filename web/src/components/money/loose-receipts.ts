import type { Entry } from './ledger-columns.tsx'

/**
 * Receipts that stand on charges that nobody owes any more, by the charge: a move-out freed what they paid, so no list of payments has them.
 */
export function leftBehind(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  const reversed = new Set(of('reversal').map(({ id }) => id))
  const cancelled = new Set(of('cancellation').map(({ id }) => id))
  const owed = new Set(of('charge').flatMap(({ id }) => (cancelled.has(id) ? [] : [id])))
  const standing = of('receipt').filter(
    ({ id, paymentId }) => paymentId !== null && !reversed.has(id) && !owed.has(paymentId),
  )
  return Map.groupBy(standing, ({ paymentId }) => paymentId ?? '')
}
