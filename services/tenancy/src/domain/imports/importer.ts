import { ImportProgressed } from '@keyhold/contracts/tenancy/imports'
import type { Tx } from '@keyhold/kit/database/database'
import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { requestContext } from '@keyhold/kit/runtime/request-context'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { tenantImport } from '../../schema/imports.ts'
import { makeSome } from './create-tenants.ts'
import { findDue, takeBackSome } from './undo-import.ts'
import type { ImportRow } from './imports.ts'

type Which = Pick<ImportRow, 'id' | 'landlordId' | 'status'>

/** Open pages hear of the progress of an import so often. */
const toldEveryMs = 1000
const atATime = 50
const underWay = ['running', 'undoing'] as const

/**
 * Makes tenants of imports that were started, and takes back those that are undone: soon after a nudge, and every `everyMs` what a crash
 * left. Each gets a batch in turn, and a batch is one transaction that holds the import: what a process was at when it died was
 * never done, and the next one takes it up at once.
 */
export function startImporter(tools: Tools, everyMs = 2000): Worker {
  const { db, log } = tools
  const toldAt = new Map<string, number>()
  return startWorker(
    async () => {
      const due = await db.adminTransaction('imports of all landlords go on', findUnderWay)
      let more = false
      for (const one of due)
        more =
          (await advance(tools, one, toldAt).catch((error: unknown) => {
            log.warn({ importId: one.id, error }, 'an import could not go on, will try again')
            return false
          })) || more
      return more
    },
    { everyMs, failed: (error) => log.warn({ error }, 'imports could not go on, will try again') },
  )
}

const findUnderWay = (tx: Tx): Promise<Which[]> =>
  tx
    .select({ id: tenantImport.id, landlordId: tenantImport.landlordId, status: tenantImport.status })
    .from(tenantImport)
    .where(inArray(tenantImport.status, underWay))
    // In no order: those that cannot go on don't stand before the others for ever.
    .orderBy(sql`random()`)
    .limit(atATime)

/** One batch; whether there may be more. Where another process is at it, or nothing is left to do, there is not. */
function advance(
  { db, call, clock }: Tools,
  { id, landlordId, status }: Which,
  toldAt: Map<string, number>,
): Promise<boolean> {
  const mine = and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.id, id))
  return requestContext.run({ requestId: id, clock }, async () => {
    const due = status === 'undoing' ? await findDue({ db, call }, { id, landlordId }) : null
    return db.transaction(serviceActor('tenancy', landlordId), async (tx) => {
      const [row] = await tx
        .select()
        .from(tenantImport)
        .where(and(mine, eq(tenantImport.status, status)))
        .for('update', { skipLocked: true })
      if (!row) return false
      const at = clock.now().toISOString()
      const more = due ? await takeBackSome(tx, row, due, at) : await makeSome(tx, row, at)
      const next = more ? status : due ? 'undone' : 'done'
      await tx.update(tenantImport).set({ status: next, updatedAt: at }).where(mine)
      if (!more || performance.now() - (toldAt.get(id) ?? -Infinity) > toldEveryMs) {
        await emit(tx, ImportProgressed, { importId: id, landlordId, status: next })
        if (more) toldAt.set(id, performance.now())
        else toldAt.delete(id)
      }
      return more
    })
  })
}
