import { ImportProgressed, importRowStatuses, type TenantImport } from '@keyhold/contracts/tenancy/imports'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { and, count, eq } from 'drizzle-orm'
import { tenantImport, tenantImportRow } from '../../schema/imports.ts'

/** Makes or takes back the next tenants of an import. */
export const continueImport = job({ name: 'continue-import', data: z.object({ importId: z.guid() }) })

export type ImportRow = typeof tenantImport.$inferSelect
type Counts = TenantImport['counts']

/** Every state with its number; most have none. */
export const countsOf = (some: Partial<Counts> | null): Counts =>
  ({ ...Object.fromEntries(importRowStatuses.map((status) => [status, 0])), ...some }) as Counts

/** The record as the wire shows it, inside the transaction that changed it. */
export async function importOf(tx: Tx, row: ImportRow): Promise<TenantImport> {
  const rows = await tx
    .select({ status: tenantImportRow.status, rows: count() })
    .from(tenantImportRow)
    .where(and(eq(tenantImportRow.landlordId, row.landlordId), eq(tenantImportRow.importId, row.id)))
    .groupBy(tenantImportRow.status)
  return { ...row, counts: countsOf(Object.fromEntries(rows.map(({ status, rows: n }) => [status, n]))) }
}

/** Whoever changes an import does so one after the other. @throws Refusal 404 */
export async function lockImport(tx: Tx, { landlordId, id }: { landlordId: string; id: string }): Promise<ImportRow> {
  const [row] = await tx
    .select()
    .from(tenantImport)
    .where(and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.id, id)))
    .for('update')
  return row ?? notFound('Import')
}

/** Starts an import, or its undoing: a job does the work. */
export async function startWork(
  tx: Tx,
  { id, landlordId }: ImportRow,
  status: 'running' | 'undoing',
  now: Date,
): Promise<ImportRow> {
  const [row] = await tx
    .update(tenantImport)
    .set({ status, updatedAt: now.toISOString() })
    .where(and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.id, id)))
    .returning()
  await emit(tx, ImportProgressed, { importId: id, landlordId, status })
  await enqueue(tx, continueImport, { importId: id }, { key: id, runAt: now })
  return row!
}
