import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { dayMs } from '@keyhold/kit/lib/dates'
import { and, eq, gt, sql } from 'drizzle-orm'
import { emergenciesPerDay, emergenciesPerLandlordPerDay, reportsPerDay } from '../limits.ts'
import { change, type RequestRow } from '../schema.ts'

interface Report {
  landlordId: string
  tenantId: string
  priority: RequestRow['priority']
}

/**
 * Limits what tenants report, since the landlord is notified of each. `tx` has to see all requests of the landlord. Concurrent reports wait for each other.
 * @throws Refusal 429
 */
export async function limitReports(tx: Tx, { landlordId, tenantId, priority }: Report, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${landlordId}`}, 0))`)
  const since = new Date(now.getTime() - dayMs).toISOString()
  const [recent] = await tx.execute<{ reports: number; emergencies: number; ofLandlord: number }>(sql`
    select count(*) filter (where tenant_id = ${tenantId}::uuid)::int as reports,
      count(*) filter (where tenant_id = ${tenantId}::uuid and priority = 'emergency')::int as emergencies,
      count(*) filter (where priority = 'emergency')::int as "ofLandlord"
    from request where landlord_id = ${landlordId}::uuid and opened_by = 'tenant' and created_at > ${since}::timestamptz`)
  const { reports = 0, emergencies = 0, ofLandlord = 0 } = recent ?? {}
  if (reports >= reportsPerDay)
    refuse(
      'too-many-requests',
      `You have reported ${reportsPerDay} problems since yesterday. Please call your landlord if something is urgent.`,
    )
  if (priority !== 'emergency') return
  if (emergencies >= emergenciesPerDay)
    refuse(
      'too-many-requests',
      `You have reported ${emergenciesPerDay} emergencies since yesterday. Please call your landlord, and 911 if anyone is in danger.`,
    )
  if (ofLandlord >= emergenciesPerLandlordPerDay)
    refuse(
      'too-many-requests',
      `Your landlord has received ${emergenciesPerLandlordPerDay} emergencies since yesterday. Please call them, and 911 if anyone is in danger.`,
    )
}

/** Limits what a tenant writes about a request. The request is locked. @throws Refusal 429 */
export async function limitReplies(
  tx: Tx,
  { landlordId, id }: Pick<RequestRow, 'landlordId' | 'id'>,
  { now, most }: { now: Date; most: number },
): Promise<void> {
  const from = new Date(now.getTime() - dayMs).toISOString()
  const written = await tx.$count(
    change,
    and(eq(change.landlordId, landlordId), eq(change.requestId, id), eq(change.by, 'tenant'), gt(change.at, from)),
  )
  if (written >= most)
    refuse(
      'too-many-requests',
      'You have written a lot about this request today. Please call your landlord if it is urgent.',
    )
}
