import { ImportProgressed, importRowStatuses, type TenantImport } from '@keyhold/contracts/tenancy/imports'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type ImportRow, tenantImport, tenantImportRow } from '../../schema/imports.ts'

/** Imports or undoes the next rows of an import. */
export const continueImport = job({ name: 'continue-import', data: z.object({ importId: z.guid() }) })

type RowStatus = (typeof importRowStatuses)[number]

/** The rows of an import that have one of these statuses. */
export const rowsWith = ({ landlordId, id }: Pick<ImportRow, 'landlordId' | 'id'>, ...statuses: RowStatus[]) =>
  and(
    eq(tenantImportRow.landlordId, landlordId),
    eq(tenantImportRow.importId, id),
    inArray(tenantImportRow.status, statuses),
  )

/** The first rows of an import that have a status, in the order of the file. */
export const firstRowsWith = (tx: Tx, imported: ImportRow, status: RowStatus, limit: number) =>
  tx.select().from(tenantImportRow).where(rowsWith(imported, status)).orderBy(tenantImportRow.line).limit(limit)

type Counts = TenantImport['counts']

/** A number for every status. */
export const allCounts = (some: Partial<Counts> | null): Counts =>
  ({ ...Object.fromEntries(importRowStatuses.map((status) => [status, 0])), ...some }) as Counts

/** The row waits for the landlord to say how the tenant lives in an occupied home. */
export const asksHome = sql`questions -> 'home' is not null and answers -> 'home' is null`
/** Or what follows a short term, which is not asked of somebody who joins others. */
export const asksTerm = sql`questions -> 'term' is not null and answers -> 'term' is null
  and (answers -> 'home' is null or answers -> 'home' -> 'own' is not null)`

/** The row's rent has been due since a day before `now`. */
export const hasBegun = (now: Date) => sql`status in ('valid', 'question') and form ->> 'monthlyRent' is not null
  and form ->> 'leaseStartDate' < ${now.toISOString().slice(0, 10)}`

const waiting = (question: SQL) => sql<number>`count(*) filter (where status = 'question' and ${question})::int`

/** The API's representation, as the transaction sees it. */
export async function importOf(tx: Tx, row: ImportRow, now: Date): Promise<TenantImport> {
  const rows = await tx
    .select({
      status: tenantImportRow.status,
      rows: count(),
      home: waiting(asksHome),
      term: waiting(asksTerm),
      begun: sql<number>`count(*) filter (where ${hasBegun(now)})::int`,
    })
    .from(tenantImportRow)
    .where(and(eq(tenantImportRow.landlordId, row.landlordId), eq(tenantImportRow.importId, row.id)))
    .groupBy(tenantImportRow.status)
  const sum = (question: 'home' | 'term' | 'begun') => rows.reduce((total, one) => total + one[question], 0)
  return {
    ...row,
    counts: allCounts(Object.fromEntries(rows.map(({ status, rows: n }) => [status, n]))),
    questions: { home: sum('home'), term: sum('term') },
    begun: sum('begun'),
  }
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

/** Bills the rows that do not say from when to bill from a day on, so that their earlier rents are left out. */
export async function billFrom(tx: Tx, imported: ImportRow, day: string): Promise<void> {
  await tx
    .update(tenantImportRow)
    .set({ form: sql`form || jsonb_build_object('billFrom', ${day}::text)` })
    .where(
      and(
        rowsWith(imported, 'valid'),
        sql`form ->> 'monthlyRent' is not null and form ->> 'leaseStartDate' < ${day} and form ->> 'billFrom' is null`,
      ),
    )
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
