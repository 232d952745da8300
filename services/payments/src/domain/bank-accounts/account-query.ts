import { type BankAccount, firstAccountName } from '@keyhold/contracts/payments/bank-accounts'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { sql as drizzleSql } from 'drizzle-orm'
import type { Tag } from '../ledger/sql.ts'

/** The accounts of a landlord in the contract's shape, `b`; the first one also while it has no row. */
export const selectAccounts = <F>(sql: Tag<F>, landlordId: string): F => sql`
  select b.id, b.name, b.kind, b.last_four as "lastFour", b.is_default as "isDefault", b.archived_at as "archivedAt" from bank_account b where b.landlord_id = ${landlordId}
  union all
  select ${landlordId}::uuid, ${firstAccountName}::text, 'operating', null, true, null
  where not exists (select from bank_account b where b.landlord_id = ${landlordId} and b.id = ${landlordId})`

/** The name of an account; null is the first one. */
export const accountNameOf = <F>(sql: Tag<F>, { landlord, account }: { landlord: F; account: F }): F => sql`coalesce(
  (select b.name from bank_account b where b.landlord_id = ${landlord} and b.id = coalesce(${account}, ${landlord})), ${firstAccountName}::text)`

/** @throws Refusal 404 */
export async function readAccount(tx: Tx, landlordId: string, id: string): Promise<BankAccount> {
  const [found] = await tx.execute<BankAccount & Record<string, unknown>>(
    drizzleSql`select * from (${selectAccounts(drizzleSql, landlordId)}) b where b.id = ${id}`,
  )
  return found ?? notFound('Account')
}
