import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import { landlord, ledger } from '../../schema.ts'

/** Something of this landlord changed: the insights are computed anew soon after. In the transaction of the change. */
export async function markStale(tx: Tx, landlordId: string): Promise<void> {
  await tx
    .insert(landlord)
    .values({ landlordId, changes: 1 })
    .onConflictDoUpdate({ target: landlord.landlordId, set: { changes: sql`${landlord.changes} + 1` } })
}

/** Money of this tenant moved: payments is asked for the ledger before the next look. */
export async function markLedgerStale(tx: Tx, landlordId: string, tenantId: string): Promise<void> {
  await tx
    .insert(ledger)
    .values({ landlordId, tenantId, changes: 1 })
    .onConflictDoUpdate({ target: [ledger.landlordId, ledger.tenantId], set: { changes: sql`${ledger.changes} + 1` } })
}
