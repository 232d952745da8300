import { listDocuments } from '@keyhold/contracts/properties/documents'
import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { screenTenant } from '@keyhold/contracts/ai/screening'
import { listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { getTenant } from '@keyhold/contracts/tenancy/tenants'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { builtIn } from '../domain/insights/store-findings.ts'
import { inputOf, leftAccounts } from '../domain/screening/input.ts'
import { judge } from '../domain/screening/assess.ts'
import { creditNote, notice } from '../domain/screening/notices.ts'

/** Three years of rents. */
const lookBackDays = 3 * 365
const mostAccounts = 50

/** A service that does not answer makes its criteria unknown. */
async function known<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return null
    throw error
  }
}

async function todayAt(
  db: Database,
  { landlordId }: LandlordActor,
  propertyId: string | null,
  now: Date,
): Promise<string> {
  const [place] = await db.read(
    serviceActor('ai', landlordId),
    (sql) =>
      sql<
        { timeZone: string }[]
      >`select time_zone from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
  )
  return dateAt(now, place?.timeZone ?? defaultTimeZone)
}

export const screeningRoutes = [
  serve(screenTenant, async ({ actor, params: { id }, db, call, clock }) => {
    const now = clock.now()
    const [tenant, tenancies, documents] = await Promise.all([
      // Tenancy checks that the tenant is this landlord's.
      call(getTenant, actor, { params: { id } }),
      known(call(listTenancies, actor, { query: { tenantId: id, limit: mostAccounts } })),
      known(call(listDocuments, actor, { query: { tenantId: id, limit: 100 } })),
    ])
    const today = await todayAt(db, actor, tenant.propertyId, now)
    const accounts = [...new Set([id, ...(tenancies ?? []).map(({ accountId }) => accountId)])].slice(0, mostAccounts)
    const service = serviceActor('ai', actor.landlordId)
    const ask = (tenantIds: string, more: { since: string; until?: string }) =>
      known(call(tenantLedgers, service, { query: { tenantIds, ...more } }))
    const [ledgers, ...left] = await Promise.all([
      ask(accounts.join(), { since: addDays(today, -lookBackDays) }),
      ...leftAccounts(id, tenancies ?? [], today).map(async ({ accountId, leftOn }) => {
        const then = await ask(accountId, { since: today, until: leftOn })
        return then && { accountId, leftOn, owedThen: then.find((one) => one.tenantId === accountId)?.owedThen ?? 0 }
      }),
    ])
    const isKnown = left.every((one) => one !== null)
    const verdict = judge(
      inputOf({ today, tenant, tenancies, ledgers: isKnown ? ledgers : null, left: isKnown ? left : [], documents }),
    )
    return {
      tenantId: id,
      ...verdict,
      creditInfo: {
        creditScore: null,
        residentScore: null,
        evictionHistory: null,
        criminalHistory: null,
        note: creditNote,
      },
      dataSource: builtIn,
      notice,
      screenedAt: now.toISOString(),
    }
  }),
]
