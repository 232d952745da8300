import type { TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import type { ImportRow } from './imports.ts'

/** What became of a row. `tenantId` and `issues` stay as they are unless given. */
export interface Outcome {
  line: number
  status: TenantImportRow['status']
  tenantId?: string
  issues?: TenantImportRow['issues']
}

/** Notes them all in one statement, in the transaction that made it so. */
export async function noteRows(tx: Tx, { landlordId, id }: ImportRow, outcomes: readonly Outcome[]): Promise<void> {
  await tx.execute(sql`
    update tenant_import_row r
    set status = o.status, made_tenant_id = coalesce(o."tenantId", r.made_tenant_id), issues = coalesce(o.issues, r.issues)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb) as o (line integer, status text, "tenantId" uuid, issues jsonb)
    where r.landlord_id = ${landlordId} and r.import_id = ${id} and r.line = o.line`)
}
