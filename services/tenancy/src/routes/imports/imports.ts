import {
  createImport,
  deleteImport,
  getImport,
  ImportProgressed,
  listImportRows,
  listImports,
  startImport,
  type TenantImport,
  type TenantImportRow,
  undoImport,
} from '@keyhold/contracts/tenancy/imports'
import { z } from '@keyhold/contracts/zod'
import type { ReadSql } from '@keyhold/kit/database/database'
import { cursorCodec, timeCursor } from '@keyhold/kit/http/cursor'
import { emit } from '@keyhold/kit/messaging/outbox'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { checkFile } from '../../domain/imports/import-check.ts'
import { readPortfolio } from '../../domain/imports/import-portfolio.ts'
import { storeImport } from '../../domain/imports/store-import.ts'
import { allCounts, importOf, lockImport, startImportJob } from '../../domain/imports/imports.ts'
import { tenantImport, tenantImportRow } from '../../schema/imports.ts'

const maxFileNameLength = 200

const create = serve(createImport, async ({ actor, body: { file }, db, call, clock }) => {
  const { findHome, properties } = await readPortfolio(actor, { db, call })
  const { rows, unknown } = await checkFile(file.bytes, findHome)
  const fileName =
    file.name
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, maxFileNameLength) || 'tenants.csv'
  return db.transaction(actor, async (tx) => {
    const stored = await storeImport(tx, actor, { fileName, rows, unknown, properties }, clock.now())
    await emit(tx, ImportProgressed, { importId: stored.id, landlordId: stored.landlordId, status: stored.status })
    return importOf(tx, stored)
  })
})

type ListedImport = Omit<TenantImport, 'counts'> & { counts: Partial<TenantImport['counts']> | null }

const columns = (read: ReadSql) => read`
  i.*, (select jsonb_object_agg(status, rows) from (
    select r.status, count(*) as rows from tenant_import_row r where r.landlord_id = i.landlord_id and r.import_id = i.id group by r.status) c) as counts`

const byLine = cursorCodec(z.int().min(0).max(999_999_999))

const list = serve(listImports, async ({ actor, query: { limit, cursor }, db }) => {
  const { landlordId } = actor
  const after = timeCursor.decode(cursor)
  const [rows, [total]] = await db.read(
    actor,
    (read) =>
      [
        read<ListedImport[]>`
        select ${columns(read)} from tenant_import i where i.landlord_id = ${landlordId}
        ${after ? read`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]})` : read``}
        order by i.created_at desc, i.id desc limit ${whole(read, limit + 1)}`,
        read<{ rows: number }[]>`select count(*)::int as rows from tenant_import where landlord_id = ${landlordId}`,
      ] as const,
  )
  const shown = rows.map((row) => ({ ...row, counts: allCounts(row.counts) }))
  return pageBy(shown, { limit, total: total?.rows ?? 0, cursorOf: (row) => timeCursor.encode(row.createdAt, row.id) })
})

const get = serve(getImport, async ({ actor, params, db }) => {
  const [row] = await db.read(
    actor,
    (read) =>
      read<
        ListedImport[]
      >`select ${columns(read)} from tenant_import i where i.landlord_id = ${actor.landlordId} and i.id = ${params.id}`,
  )
  return row ? { ...row, counts: allCounts(row.counts) } : notFound('Import')
})

const listRows = serve(listImportRows, async ({ actor, params, query: { limit, cursor, status }, db }) => {
  const [after] = byLine.decode(cursor) ?? [0]
  const [found, rows, [total]] = await db.read(actor, (read) => {
    const theirs = read`landlord_id = ${actor.landlordId} and import_id = ${params.id} ${status ? read`and status = ${status}` : read``}`
    return [
      read<object[]>`select from tenant_import where landlord_id = ${actor.landlordId} and id = ${params.id}`,
      read<TenantImportRow[]>`
        select line, fields, status, issues, made_tenant_id as tenant_id from tenant_import_row
        where ${theirs} and line > ${after} order by line limit ${whole(read, limit + 1)}`,
      read<{ rows: number }[]>`select count(*)::int as rows from tenant_import_row where ${theirs}`,
    ] as const
  })
  if (found.length === 0) notFound('Import')
  return pageBy(rows, { limit, total: total?.rows ?? 0, cursorOf: ({ line }) => byLine.encode(line) })
})

const start = serve(startImport, ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockImport(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.status === 'running' || row.status === 'done') return importOf(tx, row)
    if (row.status !== 'checked')
      refuse('illegal-transition', 'This import was undone. Upload the file again to import it once more.')
    const { counts } = await importOf(tx, row)
    if (counts.valid === 0)
      refuse('illegal-transition', 'No row of this file can be imported. Correct the file and upload it again.')
    return importOf(tx, await startImportJob(tx, row, 'running', clock.now()))
  }),
)

const undo = serve(undoImport, ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockImport(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.status === 'undoing' || row.status === 'undone') return importOf(tx, row)
    // A running import stops after its current batch.
    if (row.status !== 'done' && row.status !== 'running')
      refuse('illegal-transition', 'This import was not started, so there is nothing to undo.')
    return importOf(tx, await startImportJob(tx, row, 'undoing', clock.now()))
  }),
)

const remove = serve(deleteImport, async ({ actor, params, db }) => {
  const which = { landlordId: actor.landlordId, id: params.id }
  await db.transaction(actor, async (tx) => {
    const { status } = await lockImport(tx, which)
    if (status !== 'checked')
      refuse(
        'illegal-transition',
        'This import was started. It stays in the list as a record of the tenants it created.',
      )
    await tx
      .delete(tenantImportRow)
      .where(and(eq(tenantImportRow.landlordId, which.landlordId), eq(tenantImportRow.importId, which.id)))
    await tx
      .delete(tenantImport)
      .where(and(eq(tenantImport.landlordId, which.landlordId), eq(tenantImport.id, which.id)))
  })
})

export const importRoutes = [create, list, get, listRows, start, undo, remove]
