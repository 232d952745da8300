import { setTimeout as sleep } from 'node:timers/promises'
import { ImportProgressed } from '@keyhold/contracts/tenancy/imports'
import { afterCommit, type Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue, type JobHandler, onJob, Postpone } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { importNextRows } from '../domain/imports/create-tenants.ts'
import { continueImport, lockImport } from '../domain/imports/imports.ts'
import { findRowsToUndo, undoNextRows } from '../domain/imports/undo-import.ts'
import { transactionWithNights } from '../domain/nights/with-nights.ts'
import { type ImportRow, tenantImport } from '../schema/imports.ts'

const second = 1000
/** The least time between two progress events of an import. */
const progressEveryMs = second
/** An import leaves half of the machine to others: after each batch it pauses as long as the batch took. */
const pauseFactor = 1
const delaysMs = [2, 5, 15, 60, 300, 900, 3600, 3600, 3600].map((seconds) => seconds * second)

/**
 * Imports or undoes the rows of started imports. A run is one batch in one transaction, which also enqueues the next run: imports of several
 * landlords take turns, and a crash loses only the batch that was not committed.
 */
export const continueImportHandler = (options: Partial<Pick<JobHandler, 'delaysMs' | 'leaseMs'>> = {}): JobHandler => {
  const emitProgress = progressEmitter()
  return onJob(
    continueImport,
    async ({ data: { importId: id }, actor, db, call, clock, finish, signal }) => {
      const [found] = await db.read(
        actor,
        (sql) => sql<Found[]>`select id, landlord_id, status from tenant_import where id = ${id}`,
      )
      if (found?.status !== 'running' && found?.status !== 'undoing') return
      const due = found.status === 'undoing' ? await askPayments({ db, call }, found) : null
      const began = performance.now()
      const pauseMs = await transactionWithNights({ db, call }, actor, async (tx) => {
        const row = await lockImport(tx, found)
        // An undo was started meanwhile, and has enqueued its own job.
        if (row.status !== found.status) {
          await finish(tx)
          return 0
        }
        const at = clock.now().toISOString()
        const more = due ? await undoNextRows(tx, row, due, at) : await importNextRows(tx, row, at)
        const status = more ? row.status : due ? 'undone' : 'done'
        await tx
          .update(tenantImport)
          .set({ status, updatedAt: at })
          .where(and(eq(tenantImport.landlordId, row.landlordId), eq(tenantImport.id, id)))
        await emitProgress(tx, { ...row, status })
        const pause = more ? pauseFactor * (performance.now() - began) : 0
        await finish(tx, { pauseMs: pause })
        if (more) await enqueue(tx, continueImport, { importId: id }, { key: id, runAt: clock.now() })
        return pause
      })
      // The worker looks for the next batch when this run ends.
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    },
    { delaysMs, leaseMs: 10 * second, concurrency: 4, ...options },
  )
}

type Found = Pick<ImportRow, 'id' | 'landlordId' | 'status'>

/** An undo waits until payments answers, so that no tenant with a payment is archived. */
function askPayments(tools: Pick<Tools, 'db' | 'call'>, found: Found): ReturnType<typeof findRowsToUndo> {
  return findRowsToUndo(tools, found).catch((cause: unknown) => {
    throw new Postpone(5 * second, 'Payments does not answer', { cause })
  })
}

function progressEmitter(): (tx: Tx, row: ImportRow) => Promise<void> {
  const emittedAt = new Map<string, number>()
  return async (tx, { id, landlordId, status }) => {
    const isOver = status === 'done' || status === 'undone'
    if (!isOver && performance.now() - (emittedAt.get(id) ?? -Infinity) < progressEveryMs) return
    await emit(tx, ImportProgressed, { importId: id, landlordId, status })
    // The transaction runs again where nights had to be claimed first.
    afterCommit(tx, () => void (isOver ? emittedAt.delete(id) : emittedAt.set(id, performance.now())))
  }
}
