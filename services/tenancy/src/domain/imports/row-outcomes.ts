import type { TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import type { ImportRow } from '../../schema/imports.ts'

/** The new status of a row; `tenantId` and `issues` are unchanged unless given. */
export interface RowOutcome {
  line: number
  status: TenantImportRow['status']
  tenantId?: string
  issues?: TenantImportRow['issues']
}

/** Writes all outcomes in one statement, in the transaction of the changes they describe. */
export async function recordOutcomes(
  tx: Tx,
  { landlordId, id }: ImportRow,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.execute(sql`
    update tenant_import_row r
    set status = o.status, made_tenant_id = coalesce(o."tenantId", r.made_tenant_id), issues = coalesce(o.issues, r.issues)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb) as o (line integer, status text, "tenantId" uuid, issues jsonb)
    where r.landlord_id = ${landlordId} and r.import_id = ${id} and r.line = o.line`)
}
