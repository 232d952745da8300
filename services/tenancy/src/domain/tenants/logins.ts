import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'

/** A portal login that gives access to a tenant's record since `at`, or no longer does. */
export interface LoginChange {
  landlordId: string
  tenantId: string
  isOpen: boolean
  /** ISO 8601 */
  at: string
}

/**
 * Stores which tenants of a landlord have a login. The events of two logins of one tenant come in any order, so the time of the change decides; of
 * changes at the same time, the later one in the list.
 */
export async function storeLogins(tx: Tx, changes: readonly LoginChange[]): Promise<void> {
  const [first] = changes
  if (!first) return
  const latest = new Map<string, LoginChange>()
  for (const one of changes) if ((latest.get(one.tenantId)?.at ?? '') <= one.at) latest.set(one.tenantId, one)
  // Unqualified names, because "for update of" accepts no schema.
  await tx.execute(sql`
    with changed as (
      select t.id, given."isOpen" as is_open, given.at
      from tenant t join json_to_recordset(${JSON.stringify([...latest.values()])}::text::json)
        as given ("tenantId" uuid, "isOpen" boolean, at timestamptz) on t.id = given."tenantId"
      where t.landlord_id = ${first.landlordId} and coalesce(t.login_as_of, '-infinity') <= given.at
      order by t.id for update of t)
    update tenant t set registered_with_login = changed.is_open, login_as_of = changed.at
    from changed where t.landlord_id = ${first.landlordId} and t.id = changed.id`)
}
