import { type JobHandler, onJob, Postpone } from '@keyhold/kit/jobs/queue'
import type { Tools } from '@keyhold/kit/http/request'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { landlord } from '../schema/projections.ts'
import { findInsights } from '../domain/insights/find-insights.ts'
import { renewLedgers } from '../domain/insights/ledgers.ts'
import { refreshInsights } from '../domain/insights/mark-stale.ts'
import { readPortfolio } from '../domain/insights/read-portfolio.ts'
import { applyFindings } from '../domain/insights/store-findings.ts'
import { takeOver } from '../projections/load-landlord.ts'

const minute = 60_000
/** The pause before a landlord's next refresh, as a multiple of the last one's duration, so that an import is not computed once per record. */
const pauseFactor = 9
const pauseMs = { least: 1000, most: minute }
/** Charges that fall due later are not read: a refresh is needed by then. */
const longestDays = 28

const delaysMs = [1, 1, 1, 5, 15, 60, 240, 720].map((minutes) => minutes * minute)

/** Recomputes a landlord's insights after events. Changes in the meantime have queued the next job. */
export const refreshStaleInsights = (): JobHandler =>
  onJob(
    refreshInsights,
    async ({ landlordId: id, actor, signal, finish, ...tools }) => {
      const landlordId = id!
      const { db, clock } = tools
      if (await isNew(db, landlordId, actor)) await takeOver(tools, landlordId)
      const began = performance.now()
      // The other insights do not wait for payments.
      const failure = await renewLedgers(tools, landlordId).then(
        () => undefined,
        (error: unknown) =>
          new Postpone(minute, 'Payments does not answer: insights rest on older ledgers', { cause: error }),
      )
      const now = clock.now()
      const { findings, next } = findInsights(await readPortfolio(db, landlordId, now))
      const latest = new Date(now.getTime() + longestDays * dayMs)
      signal.throwIfAborted()
      await db.transaction(actor, async (tx) => {
        await applyFindings(tx, landlordId, findings, now.toISOString())
        await tx
          .update(landlord)
          .set({ dueAt: (next && next < latest ? next : latest).toISOString() })
          .where(eq(landlord.landlordId, landlordId))
        const took = performance.now() - began
        if (!failure) await finish(tx, { pauseMs: Math.min(pauseMs.most, Math.max(pauseMs.least, took * pauseFactor)) })
      })
      if (failure) throw failure
    },
    { delaysMs, concurrency: 4 },
  )

async function isNew(db: Tools['db'], landlordId: string, actor: Actor): Promise<boolean> {
  const rows = await db.read(
    actor,
    (sql) => sql`select from landlord where landlord_id = ${landlordId} and taken_over_at is not null`,
  )
  return rows.length === 0
}
