import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import type { Tools } from '@keyhold/kit/http/request'
import { dayMs } from '@keyhold/kit/lib/dates'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq, sql } from 'drizzle-orm'
import { landlord } from '../../schema.ts'
import { applyFindings } from './store-findings.ts'
import { findInsights } from './find-insights.ts'
import { renewLedgers } from './ledgers.ts'
import { readPortfolio } from './read-portfolio.ts'
import { takeOver } from '../../projections/load-landlord.ts'

const batch = 10

interface Stale {
  landlordId: string
  changes: number
  isNew: boolean
  [column: string]: unknown
}

/** Computes stale insights: soon after a fact, and every `everyMs` what a crash or an unreachable service left. */
export const startRefresher = (tools: Tools, everyMs = 1500): Worker =>
  startWorker(
    async () => {
      const stale = await claim(tools)
      for (const one of stale)
        await refresh(tools, one).catch((error: unknown) =>
          tools.log.warn({ landlordId: one.landlordId, error }, notNow),
        )
      return stale.length === batch
    },
    { everyMs, failed: (error) => tools.log.warn({ error }, notNow) },
  )
const notNow = 'insights could not be computed, will try again'

/** Who failed is tried again when the lease has run out. */
const leaseSeconds = 60
/** Then a landlord rests, longer the longer it took: an import of thousands of records is not computed once for each. */
const restFactor = 4
const restMs = { least: 1000, most: 10_000 }
/** Charges that fall due later are not read, so a look is due by then. */
const longestDays = 28

/** Takes landlords whose insights are stale for as long as the lease: after that another process may, since this one seems to have crashed. */
function claim({ db }: Tools): Promise<Stale[]> {
  return db.adminTransaction('insights of all landlords are computed after the facts', async (tx) => {
    const rows = await tx.execute<Stale>(sql`
      update landlord set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      where landlord_id in (
        select landlord_id from landlord
        where seen < changes and coalesce(lease_until < clock_timestamp(), true) and coalesce(rest_until < clock_timestamp(), true)
        limit ${batch} for update skip locked)
      returning landlord_id as "landlordId", changes, taken_over_at is null as "isNew"`)
    return [...rows]
  })
}

/** One landlord's insights, from asking what facts left open to the findings. */
async function refresh(tools: Tools, { landlordId, changes, isNew }: Stale): Promise<void> {
  const { db, clock, log } = tools
  if (isNew) await takeOver(tools, landlordId)
  // What else is known must not wait for payments; the landlord stays stale, so it is asked again.
  const isWhole = await renewLedgers(tools, landlordId).then(
    () => true,
    (error: unknown) => {
      log.warn({ landlordId, error }, 'payments did not answer: insights rest on older ledgers for now')
      return false
    },
  )
  const began = performance.now()
  const now = clock.now()
  const { findings, next } = findInsights(await readPortfolio(db, landlordId, now))
  const latest = new Date(now.getTime() + longestDays * dayMs)
  await db.transaction(serviceActor('ai', landlordId), async (tx) => {
    // Facts wait for this lock, and so does another process; what it has computed from later facts stays.
    const [row] = await tx
      .select({ seen: landlord.seen })
      .from(landlord)
      .where(eq(landlord.landlordId, landlordId))
      .for('update')
    if (!row || row.seen > changes) return
    await applyFindings(tx, landlordId, findings, now.toISOString())
    const rest = Math.min(restMs.most, Math.max(restMs.least, (performance.now() - began) * restFactor))
    await tx
      .update(landlord)
      .set({
        dueAt: (next && next < latest ? next : latest).toISOString(),
        restUntil: sql`clock_timestamp() + ${rest}::float8 * interval '1 millisecond'`,
        ...(isWhole ? { seen: changes, leaseUntil: null } : {}),
      })
      .where(eq(landlord.landlordId, landlordId))
  })
}
