import type { QueryOf } from '@keyhold/contracts/endpoint'
import { postCatchUp, previewCatchUp, previewRents } from '@keyhold/contracts/payments/rent-changes'
import type { Database } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { toCents } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { lockAccounts } from '../../domain/ledger/charges.ts'
import { applyCatchUp, catchUpOf, planCatchUp, totalOf } from '../../domain/rents/post-catch-up.ts'
import { type Lease, previewOf } from '../../domain/rents/preview-rents.ts'
import { lastDayOf } from '../../domain/rents/recurring-rules.ts'

interface Previous {
  tenancyId: string
  names: string
  endDate: string | null
  termKind: 'fixed' | 'rollover' | 'at_will'
  movedOutOn: string | null
}

/** Today where a unit is. @throws Refusal 404 */
async function todayAt(
  db: Database,
  actor: LandlordActor,
  { unitId, now }: { unitId: string | null | undefined; now: string },
): Promise<string> {
  const { landlordId } = actor
  const [found] = await db.read(
    actor,
    // The first unit has the id of its property.
    (sql) => sql<{ today: string }[]>`
      select (${now}::timestamptz at time zone coalesce(max(h.time_zone), ${defaultTimeZone}::text))::date as today
      from (select u.property_id from unit u where u.landlord_id = ${landlordId} and u.unit_id = ${unitId ?? null}
        union all select ${unitId ?? null}::uuid) o
      left join property h on h.landlord_id = ${landlordId} and h.property_id = o.property_id
      having ${unitId ?? null}::uuid is null or count(h.property_id) > 0 or count(*) > 1`,
  )
  return found?.today ?? notFound('Unit')
}

function leaseOf(query: QueryOf<typeof previewRents>): Lease {
  const { startDate, endDate = null, monthlyRent, termKind } = query
  const { dueDay = null, proration, endsWithTerm, splitAfter = null, billFrom = null } = query
  const billing = { dueDay, proration, postingDays: null, endsWithTerm, splitAfter, billFrom }
  return { startDate, endDate, monthlyRent, termKind, billing }
}

export const rentChangeRoutes: Route[] = [
  serve(previewRents, async ({ actor, query, db, clock }) => {
    const { landlordId } = actor
    const { startDate, proration, unitId } = query
    const today = await todayAt(db, actor, { unitId, now: clock.now().toISOString() })
    const { firstMonthFrom, ...preview } = previewOf(leaseOf(query), today)
    if (!unitId || !preview.first?.isPart || firstMonthFrom === null || proration === 'none')
      return { ...preview, previous: null }
    const tenancies = await db.read(
      actor,
      (sql) => sql<Previous[]>`
        select y.tenancy_id, y.end_date, y.term_kind, y.moved_out_on,
          (select string_agg(m.name, ' & ' order by m.tenant_id) from tenant m where m.landlord_id = y.landlord_id and m.tenant_id = any(y.tenant_ids)) as names
        from tenancy y where y.landlord_id = ${landlordId} and y.unit_id = ${unitId} and not y.is_void and y.start_date < ${startDate}::date
          and (y.moved_out_on >= ${firstMonthFrom}::date or y.moved_out_on is null and y.end_date >= ${firstMonthFrom}::date)`,
    )
    const ended = tenancies.flatMap(({ tenancyId, names, ...dates }) => {
      const lastDay = lastDayOf(dates)
      const isInMonth = lastDay !== null && lastDay >= firstMonthFrom && lastDay <= startDate
      return isInMonth ? [{ tenancyId, names: names ?? '', lastDay }] : []
    })
    const previous = ended.toSorted((a, b) => (a.lastDay < b.lastDay ? 1 : -1))[0] ?? null
    return { ...preview, previous }
  }),

  serve(previewCatchUp, async ({ actor, params, query, db, clock }) => {
    const change = { landlordId: actor.landlordId, tenancyId: params.id, ...query, now: clock.now().toISOString() }
    return db.transaction(actor, async (tx) => catchUpOf(await planCatchUp(tx, change)))
  }),

  serve(postCatchUp, async ({ actor, params, body, db, clock }) => {
    const { landlordId } = actor
    const { from, monthlyRent, amount } = body
    const change = { landlordId, tenancyId: params.id, from, monthlyRent, now: clock.now().toISOString() }
    return db.transaction(actor, async (tx) => {
      const { rule } = await planCatchUp(tx, change)
      await lockAccounts(tx, landlordId, [rule.tenantId])
      const planned = await planCatchUp(tx, change)
      if (totalOf(planned.lines) !== toCents(amount) || planned.lines.length === 0)
        refuse('conflict', 'What is charged has changed since you looked. Please review the catch-up again.')
      return { ...catchUpOf(planned), paymentIds: await applyCatchUp(tx, planned, { ...change, by: actor.userId }) }
    })
  }),
]
