import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { listPolicies } from '@keyhold/contracts/tenancy/insurance'
import { userName } from '@keyhold/contracts/identity/accounts'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { listRequestSnapshots } from '@keyhold/contracts/maintenance/request-snapshots'
import { createTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { listPropertySnapshots, PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots, TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { jobsOf, wakeWorkers } from '@keyhold/kit/testing/jobs'
import { actors, startTestApp, stub } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { deliveryJob } from '../domain/deliveries.ts'
import { runJob } from '../domain/notifications/plan.ts'
import { remindersJob, returnedJob } from '../domain/reminders/jobs.ts'
import { messaging } from '../service.ts'

type Ledger = z.output<typeof tenantLedgers.response>[number]

/** Messaging with people to tell something: properties and tenants come as events, ledgers are what `ledgers` holds. */
export async function startNotificationsApp({ now = '2026-03-05T15:00:00Z', env = {} } = {}) {
  const ledgers: Ledger[] = []
  const policies: ResponseOf<typeof listPolicies> = []
  const app = await startTestApp([messaging], {
    clock: settableClock(now),
    env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test', ...env },
    stubs: [
      stub(listPropertySnapshots, () => []),
      stub(listTenantSnapshots, () => []),
      stub(listRequestSnapshots, () => []),
      stub(listPolicies, () => policies),
      stub(tenantLedgers, ({ query }) => ledgers.filter(({ tenantId }) => query.tenantIds.includes(tenantId))),
      stub(userName, ({ params }) => ({
        id: params.id,
        email: `${params.id}@landlords.test`,
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
    ],
  })

  /** Resolves once every job that is due has run. */
  const worked = async () => {
    await until(
      async () => {
        for (const kind of [runJob, deliveryJob, remindersJob, returnedJob]) wakeWorkers(kind)
        const db = app.db('messaging')
        const [open] = await db.adminTransaction('for a test', (tx) =>
          tx.execute<{ open: number }>(
            sql`select count(*)::int as open from job where done_at is null and dead_at is null and run_at <= ${app.clock.now().toISOString()}::timestamptz`,
          ),
        )
        return open?.open === 0
      },
      { what: 'the due jobs to be done', timeoutMs: 20_000 },
    )
    await app.settled()
  }

  return {
    ...app,
    ledgers,
    policies,
    worked,
    jobs: (name: string) => jobsOf(app.db('messaging'), name),
    /** Sets the clock and does what is due then. */
    async at(moment: string) {
      app.clock.set(moment)
      await app.tick()
      await worked()
    },
    /** Sets the clock and runs a landlord's rules; the clock may go back, which schedules ignore. */
    async remindAt({ landlordId }: LandlordActor, moment: string) {
      app.clock.set(moment)
      await app
        .db('messaging')
        .transaction(serviceActor('messaging', landlordId), (tx) =>
          enqueue(tx, remindersJob, { landlordId }, { runAt: app.clock.now() }),
        )
      await worked()
    },
    async addProperty(landlord: LandlordActor, { name = 'Elm 1', timeZone = 'America/New_York' } = {}) {
      const propertyId = v7()
      await app.publish(PropertyCreated, {
        propertyId,
        landlordId: landlord.landlordId,
        name,
        address: '1 Elm St',
        city: null,
        state: null,
        timeZone,
        monthlyRent: 1000,
        isDeleted: false,
      })
      return propertyId
    },
    async addTenant(landlord: LandlordActor, more: Record<string, unknown> = {}) {
      const tenantId = v7()
      const snapshot = {
        tenantId,
        landlordId: landlord.landlordId,
        firstName: 'Tess',
        lastName: 'Tenant',
        email: `${tenantId}@tenants.test`,
        phone: null,
        propertyId: null,
        leaseStartDate: null,
        leaseEndDate: null,
        monthlyRent: null,
        isActive: true,
        ...more,
      }
      await app.publish(TenantCreated, snapshot)
      return { ...snapshot, actor: actors.tenantOf(landlord, tenantId) }
    },
    /** Creates a notification and does what is due. */
    async notify(landlord: LandlordActor, body: Record<string, unknown>) {
      const created = await app.send(createTenantNotification, landlord, {
        body: { title: 'Hello', message: 'A message', ...body },
      })
      await worked()
      return created
    },
    outbox: async (to?: string) =>
      (await app.send(devOutbox, actors.service('gateway'))).body.filter((message) => !to || message.to === to),
  }
}

export type NotificationsApp = Awaited<ReturnType<typeof startNotificationsApp>>
