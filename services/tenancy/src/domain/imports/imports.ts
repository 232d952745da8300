import { ImportProgressed, importRowStatuses, type TenantImport } from '@keyhold/contracts/tenancy/imports'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { and, count, eq } from 'drizzle-orm'
import { type ImportRow, tenantImport, tenantImportRow } from '../../schema/imports.ts'

/** Imports or undoes the next rows of an import. */
export const continueImport = job({ name: 'continue-import', data: z.object({ importId: z.guid() }) })

type Counts = TenantImport['counts']

/** A number for every status. */
export const allCounts = (some: Partial<Counts> | null): Counts =>
  ({ ...Object.fromEntries(importRowStatuses.map((status) => [status, 0])), ...some }) as Counts

/** The API's representation, as the transaction sees it. */
export async function importOf(tx: Tx, row: ImportRow): Promise<TenantImport> {
  const rows = await tx
    .select({ status: tenantImportRow.status, rows: count() })
    .from(tenantImportRow)
    .where(and(eq(tenantImportRow.landlordId, row.landlordId), eq(tenantImportRow.importId, row.id)))
    .groupBy(tenantImportRow.status)
  return { ...row, counts: allCounts(Object.fromEntries(rows.map(({ status, rows: n }) => [status, n]))) }
}

/** Locks an import, so that changes happen one after the other. @throws Refusal 404 */
export async function lockImport(tx: Tx, { landlordId, id }: { landlordId: string; id: string }): Promise<ImportRow> {
  const [row] = await tx
    .select()
    .from(tenantImport)
    .where(and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.id, id)))
    .for('update')
  return row ?? notFound('Import')
}

/** Starts an import or its undo, which a job carries out. */
export async function startImportJob(
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
