import type { BodyOf, QueryOf } from '@keyhold/contracts/endpoint'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { type Billing, getTenancy, listTenancies, moveOut, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { cursorCodec, timeCursor } from '@keyhold/kit/http/cursor'
import { containing, pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { authorOf } from '../../domain/history/history.ts'
import { transactionWithNights } from '../../domain/nights/with-nights.ts'
import { changeTerms, type TermChanges } from '../../domain/tenancies/change-terms.ts'
import { isCurrent, isEnding } from '../../domain/tenancies/current-tenancy.ts'
import { checkHome, type Home } from '../../domain/tenancies/homes.ts'
import { moveMembersOut } from '../../domain/tenancies/move-out.ts'
import { tenancyOf, tenancyRecordOf } from '../../domain/tenancies/tenancies.ts'
import { finishTenancyChange, lockTenancyGroup, type TenancyGroup } from '../../domain/tenancies/tenancy-group.ts'
import type { TenancyRecord, WhichTenancy } from '../../schema/tenancies.ts'

const byEnd = cursorCodec(calendarDate, id)

export const tenancyRoutes = () => [
  serve(listTenancies, async ({ actor, query, db, clock }) => {
    const { limit, endingWithin } = query
    const now = clock.now()
    const isByEnd = endingWithin !== undefined
    const after = (isByEnd ? byEnd : timeCursor).decode(query.cursor)
    const matching = (read: ReadSql) => conditionOf(read, actor.landlordId, query, now.toISOString())
    const [rows, counts] = await db.read(
      actor,
      (read) =>
        [
          read<TenancyRecord[]>`
            select y.* from tenancy_record y where ${matching(read)} ${after ? afterCursor(read, after, isByEnd) : read``}
            order by ${isByEnd ? read`y.end_date, y.id` : read`y.created_at desc, y.id desc`} limit ${whole(read, limit + 1)}`,
          read<{ total: number }[]>`select count(*)::int as total from tenancy_record y where ${matching(read)}`,
        ] as const,
    )
    const page = pageBy(rows, {
      limit,
      total: counts[0]?.total ?? 0,
      cursorOf: (row) => (isByEnd ? byEnd.encode(row.endDate ?? '', row.id) : timeCursor.encode(row.createdAt, row.id)),
    })
    return { ...page, items: page.items.map((row) => tenancyOf(row, now)) }
  }),

  serve(getTenancy, async ({ actor, params, db, clock }) => {
    const [row] = await db.read(
      actor,
      (read) => read<TenancyRecord[]>`
        select * from tenancy_record where landlord_id = ${actor.landlordId} and id = ${params.id} and not is_void`,
    )
    return row ? tenancyOf(row, clock.now()) : notFound('Tenancy')
  }),

  serve(updateTenancy, async ({ actor, params, body, ...tools }) => {
    const which = { id: params.id, landlordId: actor.landlordId }
    const now = tools.clock.now()
    const at = now.toISOString()
    const [current] = await tools.db.read(
      actor,
      (read) =>
        read<
          Home[]
        >`select property_id, unit_id from tenancy where landlord_id = ${which.landlordId} and id = ${which.id} and not is_void`,
    )
    if (!current) notFound('Tenancy')
    await checkHome({ unitId: body.unitId }, actor, tools, current)
    return transactionWithNights(tools, actor, async (tx) => {
      const group = await lockExisting(tx, which)
      const by = authorOf(actor)
      if (await changeTerms(tx, group, changesOf(body, group.tenancy.billing), { at, by }))
        await finishTenancyChange(tx, which, { at, by })
      return tenancyOf(await tenancyRecordOf(tx, which), now)
    })
  }),

  serve(moveOut, async ({ actor, params, body, ...tools }) => {
    const which = { id: params.id, landlordId: actor.landlordId }
    const now = tools.clock.now()
    return transactionWithNights(tools, actor, async (tx) => {
      await moveMembersOut(tx, await lockExisting(tx, which), {
        form: body,
        at: now.toISOString(),
        by: authorOf(actor),
      })
      return tenancyOf(await tenancyRecordOf(tx, which), now)
    })
  }),
]

/** @throws Refusal 404, also for a void tenancy */
async function lockExisting(tx: Tx, which: WhichTenancy): Promise<TenancyGroup> {
  const group = await lockTenancyGroup(tx, which)
  return group && !group.tenancy.isVoid ? group : notFound('Tenancy')
}

function changesOf({ billing, ...body }: BodyOf<typeof updateTenancy>, current: Billing | null): TermChanges {
  // A tenancy at will has no end date, even if the form leaves it out.
  const end = body.termKind === 'at_will' && body.endDate === undefined ? { endDate: null } : {}
  if (!billing) return { ...body, ...end, billing }
  const { splitAfter = null, endsWithTerm: ended = false, billFrom: begun = null } = current ?? {}
  const { dueDay = null, proration, postingDays, endsWithTerm = ended, billFrom = begun } = billing
  return { ...body, ...end, billing: { splitAfter, dueDay, proration, postingDays, endsWithTerm, billFrom } }
}

/** The rows after the cursor. */
const afterCursor = (read: ReadSql, [key, last]: [key: string, id: string], isByEnd: boolean) =>
  isByEnd
    ? read`and (y.end_date, y.id) > (${key}::date, ${last})`
    : read`and (y.created_at, y.id) < (${key}::timestamptz, ${last})`

/** The condition of a list and its total; void tenancies never match. */
function conditionOf(
  read: ReadSql,
  landlordId: string,
  { q, propertyId, unitId, tenantId, status, endingWithin }: QueryOf<typeof listTenancies>,
  now: string,
) {
  const pattern = q === undefined ? '' : containing(q.toLowerCase())
  const current = isCurrent(read, now)
  return read`y.landlord_id = ${landlordId} and not y.is_void
    ${propertyId ? read`and y.property_id = ${propertyId}` : read``}
    ${unitId ? read`and y.unit_id = ${unitId}` : read``}
    ${tenantId ? read`and y.id in (select tenancy_id from member where landlord_id = ${landlordId} and tenant_id = ${tenantId})` : read``}
    ${status ? (status === 'current' ? read`and ${current}` : read`and not ${current}`) : read``}
    ${endingWithin === undefined ? read`` : read`and ${isEnding(read, now, endingWithin)}`}
    ${
      q
        ? read`and (lower(y.property_name) like ${pattern} or y.id in (
            select m.tenancy_id from member m join tenant t on t.landlord_id = m.landlord_id and t.id = m.tenant_id
            where m.landlord_id = ${landlordId} and t.search_text like ${pattern}))`
        : read``
    }`
}
