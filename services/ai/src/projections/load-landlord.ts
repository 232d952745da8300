import { listRequestSnapshots } from '@keyhold/contracts/maintenance/requests'
import { listPropertySnapshots } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { landlord } from '../schema.ts'
import { keepProperty, keepRequest, keepTenant } from './upsert.ts'
import { markLedgerStale } from '../domain/insights/mark-stale.ts'

const pageSize = 500
const pageBehind = (after: string | undefined) => ({ query: { limit: pageSize, ...(after ? { after } : {}) } })
/** How far the clocks of two hosts may be apart: a fact told within it before we asked is taken as newer than the answer. */
const skewMs = 60_000

/**
 * Asks the owners, once for each landlord, for what was there before the first fact that reached us: a bus keeps facts for days, and
 * a home that nobody touches for years is a comparable all the same. Cut short, it begins anew.
 */
export async function takeOver(tools: Tools, landlordId: string): Promise<void> {
  const { db, call, clock } = tools
  const as = serviceActor('ai', landlordId)
  const asOf = new Date(clock.now().getTime() - skewMs).toISOString()

  async function takeAll<T>(
    ask: (after: string | undefined) => Promise<T[]>,
    idOf: (facts: T) => string,
    keep: (tx: Tx, facts: T) => Promise<void>,
  ) {
    for (let after: string | undefined, more = true; more;) {
      const page = await ask(after)
      if (page.length > 0)
        await db.transaction(as, async (tx) => {
          for (const facts of page) await keep(tx, facts)
        })
      after = page.length > 0 ? idOf(page.at(-1)!) : after
      more = page.length === pageSize
    }
  }

  await takeAll(
    (after) => call(listPropertySnapshots, as, pageBehind(after)),
    ({ propertyId }) => propertyId,
    (tx, facts) => keepProperty(tx, facts, asOf),
  )
  await takeAll(
    (after) => call(listTenantSnapshots, as, pageBehind(after)),
    ({ tenantId }) => tenantId,
    async (tx, facts) => {
      await keepTenant(tx, facts, asOf)
      await markLedgerStale(tx, landlordId, facts.tenantId)
    },
  )
  await takeAll(
    (after) => call(listRequestSnapshots, as, pageBehind(after)),
    ({ requestId }) => requestId,
    (tx, facts) => keepRequest(tx, facts, asOf),
  )
  await db.transaction(as, (tx) =>
    tx.update(landlord).set({ takenOverAt: clock.now().toISOString() }).where(eq(landlord.landlordId, landlordId)),
  )
}
