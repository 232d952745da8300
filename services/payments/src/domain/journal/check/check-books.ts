import type { Database } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { cashChecks } from './cash-checks.ts'
import { chargeChecks } from './charge-checks.ts'
import { entryChecks } from './entry-checks.ts'
import { receiptChecks } from './receipt-checks.ts'
import { sumChecks } from './sum-checks.ts'

/** Two figures of the books that must be equal and are not. */
export interface Difference {
  what: string
  /** The record: an entry, a charge, a receipt, or an account. */
  id: string
  /** What the journal or the record says. */
  expected: string
  found: string
  [column: string]: unknown
}

/**
 * Rebuilds the projections of a landlord's journal and compares them, and the journal with the records it was made from.
 * @returns the differences, none if the books are right
 */
export async function checkBooks(db: Database, landlordId: string): Promise<Difference[]> {
  const actor = serviceActor('payments', landlordId)
  const found: Difference[] = []
  for (const check of [...entryChecks, ...chargeChecks, ...receiptChecks, ...cashChecks, ...sumChecks])
    found.push(...(await db.read(actor, (sql) => sql<Difference[]>`${check(sql, landlordId)}`)))
  return found
}
