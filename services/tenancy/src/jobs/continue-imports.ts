import { ImportProgressed } from '@keyhold/contracts/tenancy/imports'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue, type JobHandler, onJob, Postpone } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { makeSome } from '../domain/imports/create-tenants.ts'
import { continueImport, type ImportRow, lockImport } from '../domain/imports/imports.ts'
import { findDue, takeBackSome } from '../domain/imports/undo-import.ts'
import { tenantImport } from '../schema/imports.ts'

const second = 1000
/** How often open pages are told of the progress of an import. */
const progressEveryMs = second
const delaysMs = [2, 5, 15, 60, 300, 900, 3600, 3600, 3600].map((seconds) => seconds * second)

/**
 * Makes tenants of imports that were started, and takes back those that are undone. A run is one batch in one transaction, which adds the job
 * for the next one: imports of several landlords take turns, and a process that dies loses no more than a batch that was not committed.
 */
export const continueImports = (options: Partial<Pick<JobHandler, 'delaysMs' | 'leaseMs'>> = {}): JobHandler => {
  const announce = progressAnnouncer()
  return onJob(
    continueImport,
    async ({ data: { importId: id }, actor, db, call, clock, finish }) => {
      const [found] = await db.read(
        actor,
        (sql) => sql<Found[]>`select id, landlord_id, status from tenant_import where id = ${id}`,
      )
      if (found?.status !== 'running' && found?.status !== 'undoing') return
      const due = found.status === 'undoing' ? await askPayments({ db, call }, found) : null
      await db.transaction(actor, async (tx) => {
        await finish(tx)
        const row = await lockImport(tx, found)
        // Undone meanwhile: that has added a job of its own.
        if (row.status !== found.status) return
        const at = clock.now().toISOString()
        const more = due ? await takeBackSome(tx, row, due, at) : await makeSome(tx, row, at)
        const status = more ? row.status : due ? 'undone' : 'done'
        await tx
          .update(tenantImport)
          .set({ status, updatedAt: at })
          .where(and(eq(tenantImport.landlordId, row.landlordId), eq(tenantImport.id, id)))
        await announce(tx, { ...row, status })
        if (more) await enqueue(tx, continueImport, { importId: id }, { key: id, runAt: clock.now() })
      })
    },
    { delaysMs, leaseMs: 10 * second, concurrency: 4, ...options },
  )
}

type Found = Pick<ImportRow, 'id' | 'landlordId' | 'status'>

/** Nobody is taken back unasked: the undo waits for as long as payments does not answer. */
function askPayments(tools: Pick<Tools, 'db' | 'call'>, found: Found): ReturnType<typeof findDue> {
  return findDue(tools, found).catch((cause: unknown) => {
    throw new Postpone(5 * second, 'Payments does not answer', { cause })
  })
}

function progressAnnouncer(): (tx: Tx, row: ImportRow) => Promise<void> {
  const announcedAt = new Map<string, number>()
  return async (tx, { id, landlordId, status }) => {
    const isOver = status === 'done' || status === 'undone'
    if (!isOver && performance.now() - (announcedAt.get(id) ?? -Infinity) < progressEveryMs) return
    await emit(tx, ImportProgressed, { importId: id, landlordId, status })
    if (isOver) announcedAt.delete(id)
    else announcedAt.set(id, performance.now())
  }
}
