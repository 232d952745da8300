import {
  answerImport,
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
import { answerQuestions, assertAnswered } from '../../domain/imports/answer-questions.ts'
import { checkFile } from '../../domain/imports/import-check.ts'
import { readPortfolio } from '../../domain/imports/import-portfolio.ts'
import { storeImport } from '../../domain/imports/store-import.ts'
import { allCounts, billFrom, importOf, lockImport, startImportJob } from '../../domain/imports/imports.ts'
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
    return importOf(tx, stored, clock.now())
  })
})

type ListedImport = Omit<TenantImport, 'counts'> & { counts: Partial<TenantImport['counts']> | null }

const columns = (read: ReadSql, now: Date) => read`
  i.*, c.counts, c.questions, c.begun from tenant_import i cross join lateral (
    select jsonb_object_agg(g.status, g.rows) as counts,
      jsonb_build_object('home', coalesce(sum(g.home), 0)::int, 'term', coalesce(sum(g.term), 0)::int) as questions, coalesce(sum(g.begun), 0)::int as begun
    from (
      select r.status, count(*)::int as rows,
        count(*) filter (where r.status = 'question' and r.questions -> 'home' is not null and r.answers -> 'home' is null)::int as home,
        count(*) filter (where r.status = 'question' and r.questions -> 'term' is not null and r.answers -> 'term' is null
          and (r.answers -> 'home' is null or r.answers -> 'home' -> 'own' is not null))::int as term,
        count(*) filter (where r.status in ('valid', 'question') and r.form ->> 'monthlyRent' is not null
          and r.form ->> 'leaseStartDate' < ${now.toISOString().slice(0, 10)})::int as begun
      from tenant_import_row r where r.landlord_id = i.landlord_id and r.import_id = i.id group by r.status) g) c`

const byLine = cursorCodec(z.int().min(0).max(999_999_999))

const list = serve(listImports, async ({ actor, query: { limit, cursor }, db, clock }) => {
  const { landlordId } = actor
  const after = timeCursor.decode(cursor)
  const [rows, [total]] = await db.read(
    actor,
    (read) =>
      [
        read<ListedImport[]>`
        select ${columns(read, clock.now())} where i.landlord_id = ${landlordId}
        ${after ? read`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]})` : read``}
        order by i.created_at desc, i.id desc limit ${whole(read, limit + 1)}`,
        read<{ rows: number }[]>`select count(*)::int as rows from tenant_import where landlord_id = ${landlordId}`,
      ] as const,
  )
  const shown = rows.map((row) => ({ ...row, counts: allCounts(row.counts) }))
  return pageBy(shown, { limit, total: total?.rows ?? 0, cursorOf: (row) => timeCursor.encode(row.createdAt, row.id) })
})

const get = serve(getImport, async ({ actor, params, db, clock }) => {
  const [row] = await db.read(
    actor,
    (read) =>
      read<
        ListedImport[]
      >`select ${columns(read, clock.now())} where i.landlord_id = ${actor.landlordId} and i.id = ${params.id}`,
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
        select line, fields, status, issues, questions, answers, made_tenant_id as tenant_id from tenant_import_row
        where ${theirs} and line > ${after} order by line limit ${whole(read, limit + 1)}`,
      read<{ rows: number }[]>`select count(*)::int as rows from tenant_import_row where ${theirs}`,
    ] as const
  })
  if (found.length === 0) notFound('Import')
  return pageBy(rows, { limit, total: total?.rows ?? 0, cursorOf: ({ line }) => byLine.encode(line) })
})

const answer = serve(answerImport, ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockImport(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.status !== 'checked') refuse('illegal-transition', 'This import was started: its answers are final.')
    await answerQuestions(tx, row, body)
    await emit(tx, ImportProgressed, { importId: row.id, landlordId: row.landlordId, status: row.status })
    return importOf(tx, row, clock.now())
  }),
)

const start = serve(startImport, ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockImport(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.status === 'running' || row.status === 'done') return importOf(tx, row, clock.now())
    if (row.status !== 'checked')
      refuse('illegal-transition', 'This import was undone. Upload the file again to import it once more.')
    const { counts } = await importOf(tx, row, clock.now())
    await assertAnswered(tx, row, counts.question)
    if (counts.valid === 0)
      refuse(
        'illegal-transition',
        'None of the rows in this file can be imported. Correct the file and upload it again.',
      )
    if (body.billFrom) await billFrom(tx, row, body.billFrom)
    return importOf(tx, await startImportJob(tx, row, 'running', clock.now()), clock.now())
  }),
)

const undo = serve(undoImport, ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await lockImport(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.status === 'undoing' || row.status === 'undone') return importOf(tx, row, clock.now())
    // A running import stops after its current batch.
    if (row.status !== 'done' && row.status !== 'running')
      refuse('illegal-transition', 'This import was not started, so there is nothing to undo.')
    return importOf(tx, await startImportJob(tx, row, 'undoing', clock.now()), clock.now())
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

export const importRoutes = [create, list, get, listRows, answer, start, undo, remove]
