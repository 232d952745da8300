import { maintenanceAttention } from '@keyhold/contracts/maintenance/requests'
import { paymentAttention, paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import { tenantSummary } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { Call } from '@keyhold/kit/http/call'
import type { Database } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** What the landlord's own chat can answer from. */
export interface LandlordFacts {
  payments: ResponseOf<typeof paymentAttention>
  money: ResponseOf<typeof paymentDashboard>
  homes: ResponseOf<typeof propertySummary>
  tenants: number
  tenancies: ResponseOf<typeof tenancyAttention>
  maintenance: ResponseOf<typeof maintenanceAttention>
  requests: { total: number; items: { title: string; status: string; priority: string; propertyName: string | null }[] }
}

/** Names of each list that an answer shows. */
export const shown = 5

/** Collects a landlord's own facts from their owners. @throws Refusal `unavailable` */
export async function readLandlordFacts(db: Database, call: Call, landlordId: string): Promise<LandlordFacts> {
  const service = serviceActor('ai', landlordId)
  const [payments, money, homes, tenants, tenancies, maintenance, requests] = await Promise.all([
    call(paymentAttention, service, { query: { limit: shown } }),
    call(paymentDashboard, service),
    call(propertySummary, service),
    call(tenantSummary, service),
    call(tenancyAttention, service, { query: { limit: shown } }),
    call(maintenanceAttention, service, { query: { limit: shown } }),
    readRequests(db, landlordId),
  ])
  return { payments, money, homes, tenants: tenants.active, tenancies, maintenance, requests }
}

async function readRequests(db: Database, landlordId: string): Promise<LandlordFacts['requests']> {
  const [items, [counted]] = await db.read(serviceActor('ai', landlordId), (sql) => [
    sql<LandlordFacts['requests']['items']>`
      select r.title, r.status, r.priority, p.name as property_name from request r
      left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
      where r.landlord_id = ${landlordId} and r.status in ('open', 'in_progress')
      order by r.priority = 'emergency' desc, r.priority = 'high' desc, r.opened_at, r.request_id limit 5`,
    sql<{ total: number }[]>`
      select count(*) as total from request r where r.landlord_id = ${landlordId} and r.status in ('open', 'in_progress')`,
  ])
  return { total: counted?.total ?? 0, items: [...items] }
}
