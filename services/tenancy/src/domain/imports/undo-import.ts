import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { Tx } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { type ImportRow, tenantImportRow } from '../../schema/imports.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import { lockEmails } from '../tenant-emails.ts'
import { unchangedTenants, voidTenants } from '../tenants/void-tenants.ts'
import { rowsWith } from './imports.ts'
import { recordOutcomes, type RowOutcome } from './row-outcomes.ts'

/** The most tenants that payments answers about at once. */
const batch = 50
/** Before any charge. */
const beginning = '1900-01-01'

export interface RowsToUndo {
  tenantIds: string[]
  /** Those with a payment on their ledger. */
  paid: Set<string>
}

/** The next tenants of an import to undo: the last lines first, because tenants live with those of earlier lines. Calls payments: never inside a transaction. @throws Refusal `unavailable` */
export async function findRowsToUndo(
  { db, call }: Pick<Tools, 'db' | 'call'>,
  { id, landlordId }: Pick<ImportRow, 'id' | 'landlordId'>,
): Promise<RowsToUndo> {
  const actor = serviceActor('tenancy', landlordId)
  const rows = await db.read(
    actor,
    (read) => read<{ tenantId: string; accountId: string }[]>`
      select r.made_tenant_id as tenant_id, t.account_id
      from tenant_import_row r join tenant_record t on t.landlord_id = r.landlord_id and t.id = r.made_tenant_id
      where r.landlord_id = ${landlordId} and r.import_id = ${id} and r.status = 'imported' order by r.line desc limit ${whole(read, batch)}`,
  )
  const tenantIds = rows.map(({ tenantId }) => tenantId)
  if (tenantIds.length === 0) return { tenantIds, paid: new Set() }
  const ledgers = await call(tenantLedgers, actor, { query: { tenantIds: tenantIds.join(','), since: beginning } })
  const paid = ledgers.filter(
    ({ awaitingConfirmation, credit, charges }) =>
      awaitingConfirmation > 0 || credit !== 0 || charges.some(({ open, amount }) => open < amount),
  )
  // Those who share a ledger are answered under the id of its account.
  const accounts = new Set(paid.map(({ tenantId }) => tenantId))
  return { tenantIds, paid: new Set(rows.flatMap((row) => (accounts.has(row.accountId) ? row.tenantId : []))) }
}

/** Undoes the next rows of a locked import, unless their tenants were used since. @returns whether there may be more rows */
export async function undoNextRows(
  tx: Tx,
  imported: ImportRow,
  { tenantIds, paid }: RowsToUndo,
  at: string,
): Promise<boolean> {
  if (tenantIds.length === 0) return false
  const { landlordId, userId } = imported
  const rows = await tx
    .select({ line: tenantImportRow.line, tenantId: tenantImportRow.tenantId, answers: tenantImportRow.answers })
    .from(tenantImportRow)
    .where(and(rowsWith(imported, 'imported'), inArray(tenantImportRow.tenantId, tenantIds)))
    .orderBy(desc(tenantImportRow.line))
  const tenants = await lockTenants(tx, landlordId, tenantIds)
  const unchanged = await unchangedTenants(tx, landlordId, tenantIds)
  const voided: TenantRow[] = []
  const keptTenancies = new Set<string>()
  const outcomes = rows.map(({ line, tenantId, answers: { home } }): RowOutcome => {
    const found = tenants.get(tenantId ?? '')
    // Who joined an older tenancy leaves it again; its payments are those of the others.
    const isGuest = home !== undefined && 'tenancyId' in home
    const reason =
      reasonToKeep(found, { unchanged, paid: isGuest ? new Set() : paid }) ??
      (!isGuest && found?.tenancyId && keptTenancies.has(found.tenancyId) ? housemateIsKept : undefined)
    if (reason && found?.tenancyId) keptTenancies.add(found.tenancyId)
    if (reason) return { line, status: 'kept', issues: [{ path: '', message: reason }] }
    if (found) voided.push(found)
    return { line, status: 'undone' }
  })
  await voidTenants(tx, voided, { at, by: { by: 'landlord', userId }, reason: 'The import was undone' })
  await recordOutcomes(tx, imported, outcomes)
  return tenantIds.length === batch
}

const housemateIsKept = 'Someone who lives with them was kept'

function reasonToKeep(
  found: TenantRow | undefined,
  { unchanged, paid }: { unchanged: Set<string>; paid: Set<string> },
): string | undefined {
  if (!found || found.deletedAt !== null) return 'This tenant has been archived since'
  if (paid.has(found.id)) return 'A payment has been recorded for this tenant since'
  return unchanged.has(found.id) ? undefined : 'This tenant has been changed, invited or joined by others since'
}

/** Addresses are locked before records, in the same order as everywhere, so that nobody invites, registers or changes the tenants meanwhile. */
async function lockTenants(tx: Tx, landlordId: string, tenantIds: string[]): Promise<Map<string, TenantRow>> {
  const isAmong = and(eq(tenant.landlordId, landlordId), inArray(tenant.id, tenantIds))
  const found = await tx.select({ email: tenant.email }).from(tenant).where(isAmong)
  const emails = found.map(({ email }) => email)
  await lockEmails(tx, landlordId, emails)
  const rows = await tx.select().from(tenant).where(isAmong).orderBy(tenant.id).for('update')
  return new Map(rows.map((row) => [row.id, row]))
}
