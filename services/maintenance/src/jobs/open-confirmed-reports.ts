import { maintenanceCategories } from '@keyhold/contracts/maintenance/request-values'
import { Refusal } from '@keyhold/kit/http/problem'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import { confirmedReport } from '../domain/confirmed-report.ts'
import { openRequest } from '../domain/open-request.ts'
import { limitReports } from '../domain/report-limits.ts'
import type { Directory } from '../projections/tenants-and-properties.ts'

/** Somebody waits for it: the first retries come soon. */
const delaysMs = [5, 30, 300, 3600].map((seconds) => seconds * 1000)

/** Opens the requests that tenants confirmed in their conversations, each once: the request and the end of the job commit together. */
export const openConfirmedReports = (directory: Directory): JobHandler =>
  onJob(
    confirmedReport,
    async ({ data: { tenantId, userId, category, ...wanted }, actor, landlordId, db, clock, log, finish }) => {
      const owner = landlordId!
      const tenant = await directory.findTenant(owner, tenantId).catch(ifNotFound)
      if (!tenant?.isActive) {
        log.info({ landlordId, tenantId }, 'a confirmed report is of a tenant who has left')
        return db.transaction(actor, (tx) => finish(tx))
      }
      const property = tenant.propertyId
        ? ((await directory.findProperty(owner, tenant.propertyId).catch(ifNotFound)) ?? null)
        : null
      // Written in the tenant's name. Row level security is the service's, as where a tenant reports something.
      const by: TenantActor = {
        role: 'tenant',
        userId: userId ?? tenantId,
        sessionId: userId ?? tenantId,
        landlordId: owner,
        tenantId,
      }
      const now = clock.now()
      const opening = db.transaction(actor, async (tx) => {
        await finish(tx)
        await limitReports(tx, { landlordId: owner, tenantId, priority: wanted.priority }, now)
        await openRequest(tx, by, {
          wanted: { ...wanted, category: maintenanceCategories.find((known) => known === category) ?? 'general' },
          landlordId: owner,
          tenant,
          property,
          now: now.toISOString(),
        })
      })
      await opening.catch(async (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'too-many-requests')) throw error
        log.warn({ landlordId, tenantId }, 'a confirmed report is beyond what a tenant may report in a day')
        await db.transaction(actor, (tx) => finish(tx))
      })
    },
    { delaysMs },
  )

function ifNotFound(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not-found') return undefined
  throw error
}
