import { tenantLedgers, type TenantLedger } from '@keyhold/contracts/payments/ledgers'
import { listPolicies } from '@keyhold/contracts/tenancy/insurance'
import type { ReminderTrigger } from '@keyhold/contracts/messaging/reminder-triggers'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { knowLandlord } from '../../projections/directory.ts'
import { knowRequests } from '../../projections/requests.ts'
import type { maintenanceRequest } from '../../schema/reminders.ts'

export interface Person {
  tenantId: string
  firstName: string
  lastName: string
  propertyName: string | null
  timeZone: string | null
  leaseEndDate: string | null
  accountId: string
}

export type Ledger = z.output<typeof TenantLedger>
export type Request = Pick<
  typeof maintenanceRequest.$inferSelect,
  'requestId' | 'reportedBy' | 'title' | 'status' | 'openedAt' | 'scheduledDate'
> & { propertyName: string | null; timeZone: string | null }

export interface Policy {
  tenantId: string
  insurer: string
  expiryDate: string
}

/** What rules look at: the active tenants of a landlord, their open charges and open requests, as far as the triggers need them. */
export interface Facts {
  now: Date
  people: Person[]
  ledgers: Map<string, Ledger>
  requests: Request[]
  /** By tenant. */
  policies: Map<string, Policy>
}

const ledgersPerCall = 50
/** Charges are due at most so far ahead of a reminder (`days` of a rule). */
const furthestDays = 121

/** Asks other services where it has to: never inside a transaction. */
export async function gatherFacts(
  landlordId: string,
  triggers: ReadonlySet<ReminderTrigger>,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<Facts> {
  const { db, clock } = tools
  await knowLandlord(landlordId, tools)
  const as = serviceActor('messaging', landlordId)
  const people = await db.read(
    as,
    (sql) => sql<Person[]>`
      select t.tenant_id, t.first_name, t.last_name, t.lease_end_date, coalesce(t.account_id, t.tenant_id) as account_id, p.name as property_name, p.time_zone
      from tenant t left join property p on p.property_id = t.property_id where t.landlord_id = ${landlordId} and t.is_active order by t.tenant_id`,
  )
  const needsLedgers = triggers.has('rent_due') || triggers.has('rent_overdue')
  const needsRequests = triggers.has('visit_tomorrow') || triggers.has('request_waiting')
  if (needsRequests) await knowRequests(landlordId, tools)
  return {
    now: clock.now(),
    people,
    ledgers: needsLedgers ? await ledgersOf(landlordId, people, tools) : new Map<string, Ledger>(),
    policies: triggers.has('insurance_expiring') ? await policiesOf(landlordId, tools) : new Map<string, Policy>(),
    requests: needsRequests
      ? await db.read(
          as,
          (sql) => sql<Request[]>`
            select r.request_id, r.reported_by, r.title, r.status, r.opened_at, r.scheduled_date, p.name as property_name, p.time_zone
            from maintenance_request r left join property p on p.property_id = r.property_id
            where r.landlord_id = ${landlordId} and r.status in ('open', 'in_progress') order by r.request_id`,
        )
      : [],
  }
}

async function ledgersOf(
  landlordId: string,
  people: readonly Person[],
  { call, clock }: Pick<Tools, 'call' | 'clock'>,
): Promise<Map<string, Ledger>> {
  const accounts = [...new Set(people.map(({ accountId }) => accountId))]
  const since = addDays(dateAt(clock.now(), null), furthestDays)
  const ledgers = new Map<string, Ledger>()
  for (let start = 0; start < accounts.length; start += ledgersPerCall) {
    const tenantIds = accounts.slice(start, start + ledgersPerCall).join(',')
    const found = await call(tenantLedgers, serviceActor('messaging', landlordId), { query: { tenantIds, since } })
    for (const ledger of found) ledgers.set(ledger.tenantId, ledger)
  }
  return ledgers
}

const policiesPerCall = 500

async function policiesOf(landlordId: string, { call }: Pick<Tools, 'call'>): Promise<Map<string, Policy>> {
  const policies = new Map<string, Policy>()
  let after: string | undefined
  for (;;) {
    const query = { limit: policiesPerCall, ...(after ? { after } : {}) }
    const found = await call(listPolicies, serviceActor('messaging', landlordId), { query })
    for (const policy of found) policies.set(policy.tenantId, policy)
    after = found.at(-1)?.tenantId
    if (found.length < policiesPerCall) return policies
  }
}
