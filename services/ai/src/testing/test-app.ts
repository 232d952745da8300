import { randomUUID } from 'node:crypto'
import { type Insight, listInsights } from '@keyhold/contracts/ai/insights'
import { listRequestSnapshots, type RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { listPropertySnapshots, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { wakeWorkers } from '@keyhold/kit/testing/jobs'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { refreshInsights } from '../domain/insights/mark-stale.ts'
import { ai } from '../service.ts'

type PropertySnapshot = z.output<typeof PropertySnapshot>
type TenantSnapshot = z.output<typeof TenantSnapshot>
type RequestSnapshot = z.output<typeof RequestSnapshot>
type Ledger = z.output<typeof TenantLedger>

export const propertyOf = (
  { landlordId }: { landlordId: string },
  fields: Partial<PropertySnapshot> = {},
): PropertySnapshot => ({
  propertyId: randomUUID(),
  landlordId,
  name: 'Oak House',
  address: '12 Oak St',
  city: 'Austin',
  state: 'TX',
  timeZone: 'America/Chicago',
  monthlyRent: 2000,
  isDeleted: false,
  propertyType: 'apartment',
  bedrooms: 2,
  squareFeet: 1000,
  isArchived: false,
  ...fields,
})

export const tenantOf = (
  { landlordId }: { landlordId: string },
  fields: Partial<TenantSnapshot> = {},
): TenantSnapshot => ({
  tenantId: randomUUID(),
  landlordId,
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'ada@example.com',
  phone: null,
  propertyId: null,
  leaseStartDate: null,
  leaseEndDate: null,
  monthlyRent: 2000,
  isActive: true,
  ...fields,
})

export const requestOf = (
  { landlordId }: { landlordId: string },
  fields: Partial<RequestSnapshot> = {},
): RequestSnapshot => ({
  requestId: randomUUID(),
  landlordId,
  tenantId: null,
  propertyId: null,
  title: 'Dripping tap',
  category: 'plumbing',
  priority: 'medium',
  status: 'open',
  openedBy: 'landlord',
  openedAt: '2026-03-15T15:00:00.000Z',
  scheduledDate: null,
  ...fields,
})

export const chargeOf = (fields: Partial<Ledger['charges'][number]> = {}): Ledger['charges'][number] => ({
  chargeId: randomUUID(),
  propertyId: null,
  paymentType: 'rent',
  amount: 2000,
  open: 2000,
  dueDate: '2026-03-01',
  settledOn: null,
  ...fields,
})

/** The service on a database of its own. The owners of the records know what the test tells them; each may be down. */
export async function startAiApp() {
  const owners = {
    down: new Set<'payments' | 'properties'>(),
    asked: { properties: 0, ledgers: 0 },
    properties: [] as PropertySnapshot[],
    tenants: [] as TenantSnapshot[],
    requests: [] as RequestSnapshot[],
    ledgers: new Map<string, Omit<Ledger, 'tenantId'>>(),
  }
  const pageOf = <T extends { landlordId: string }>(
    all: T[],
    landlordId: string | null,
    idOf: (one: T) => string,
    query: { after?: string | undefined; limit: number },
  ) =>
    all
      .filter((one) => one.landlordId === landlordId && (query.after === undefined || idOf(one) > query.after))
      .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
      .slice(0, query.limit)
  const isUp = (name: 'payments' | 'properties') => {
    if (owners.down.has(name)) throw new Refusal('unavailable', `No ${name} now`)
  }
  const app = await startTestApp([ai], {
    stubs: [
      stub(listPropertySnapshots, ({ actor, query }) => {
        isUp('properties')
        owners.asked.properties++
        return pageOf(
          owners.properties,
          actor.role === 'service' ? actor.landlordId : null,
          ({ propertyId }) => propertyId,
          query,
        )
      }),
      stub(listTenantSnapshots, ({ actor, query }) =>
        pageOf(owners.tenants, actor.role === 'service' ? actor.landlordId : null, ({ tenantId }) => tenantId, query),
      ),
      stub(listRequestSnapshots, ({ actor, query }) =>
        pageOf(
          owners.requests,
          actor.role === 'service' ? actor.landlordId : null,
          ({ requestId }) => requestId,
          query,
        ),
      ),
      stub(tenantLedgers, ({ query }) => {
        isUp('payments')
        owners.asked.ledgers++
        return query.tenantIds.flatMap((tenantId) => {
          const ledger = owners.ledgers.get(tenantId)
          return ledger ? [{ tenantId, ...ledger }] : []
        })
      }),
    ],
  })
  const list = async (landlord: LandlordActor, query = {}): Promise<Insight[]> =>
    (await app.send(listInsights, landlord, { query })).body

  /** Resolves when the insights of all landlords rest on every fact, and answers this one's. */
  async function computed(landlord: LandlordActor): Promise<Insight[]> {
    await list(landlord)
    await until(
      () =>
        app.db('ai').adminTransaction('for the test', async (tx) => {
          // What pauses or waits to be retried need not wait in a test.
          await tx.execute(
            sql`update job set lease_until = null where name = ${refreshInsights.name} and done_at is not null`,
          )
          await tx.execute(
            sql`update job set run_at = '2000-01-01' where name = ${refreshInsights.name} and done_at is null`,
          )
          wakeWorkers(refreshInsights)
          return (
            (await tx.execute(sql`select from job where name = ${refreshInsights.name} and done_at is null`)).length ===
            0
          )
        }),
      { what: 'the insights to be computed' },
    )
    return list(landlord)
  }
  return { ...app, owners, list, computed }
}
