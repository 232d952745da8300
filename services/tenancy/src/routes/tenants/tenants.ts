import { id } from '@keyhold/contracts/scalars'
import { createTenant, deleteTenant, getTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { restoreTenant } from '@keyhold/contracts/tenancy/tenants'
import type { QueryOf } from '@keyhold/contracts/endpoint'
import type { ReadSql } from '@keyhold/kit/database/database'
import { cursorCodec, cursorText, timeCursor } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { addTenant } from '../../domain/tenants/add-tenant.ts'
import { archiveTenant, restoreTenant as takeBack } from '../../domain/tenants/archive-tenant.ts'
import { changeTenant } from '../../domain/tenants/change-tenant.ts'
import { authorOf } from '../../domain/history/history.ts'
import { fetchLedgerBalances } from '../../domain/tenancies/ledger-balances.ts'
import { checkHome, storeHome } from '../../domain/tenancies/homes.ts'
import { mapEmailConflict, tenantRecordOf, tenantOf, type TenantRecord } from '../../domain/tenants/tenants.ts'

const byName = cursorCodec(cursorText, id)

export const tenantRoutes = () => [
  serve(listTenants, async ({ actor, query, db, clock }) => {
    const { limit, sort } = query
    const now = clock.now()
    const after = (sort === 'name' ? byName : timeCursor).decode(query.cursor)
    const [rows, counts] = await db.read(
      actor,
      (read) =>
        [
          read<TenantRecord[]>`
        select t.* from tenant_record t where ${matching(read, actor.landlordId, query)}
        ${after ? (sort === 'name' ? read`and (t.sort_name, t.id) > (${after[0]}, ${after[1]})` : read`and (t.created_at, t.id) < (${after[0]}::timestamptz, ${after[1]})`) : read``}
        order by ${sort === 'name' ? read`t.sort_name, t.id` : read`t.created_at desc, t.id desc`} limit ${whole(read, limit + 1)}`,
          read<
            { total: number }[]
          >`select count(*)::int as total from tenant_record t where ${matching(read, actor.landlordId, query)}`,
        ] as const,
    )
    const page = pageBy(rows, {
      limit,
      total: counts[0]?.total ?? 0,
      cursorOf: (row) =>
        sort === 'name' ? byName.encode(row.sortName, row.id) : timeCursor.encode(row.createdAt, row.id),
    })
    return { ...page, items: page.items.map((row) => tenantOf(row, now)) }
  }),

  serve(getTenant, async ({ actor, params, db, clock }) => {
    const [row] = await db.read(
      actor,
      (read) => read<TenantRecord[]>`
      select * from tenant_record where landlord_id = ${actor.landlordId} and id = ${params.id}`,
    )
    return row ? tenantOf(row, clock.now()) : notFound('Tenant')
  }),

  serve(createTenant, async ({ actor, body, ...tools }) => {
    const { landlordId } = actor
    const now = tools.clock.now()
    // A co-tenant's place is that of the tenancy.
    const found = body.tenancyId ? null : await checkHome(body, actor, tools)
    return mapEmailConflict(
      tools.db.transaction(actor, async (tx) => {
        if (found) await storeHome(tx, found)
        const row = await addTenant(tx, { landlordId, form: body, at: now.toISOString(), by: authorOf(actor) })
        return tenantOf(await tenantRecordOf(tx, row), now)
      }),
    )
  }),

  serve(updateTenant, async ({ actor, params, body: form, ...tools }) => {
    const { landlordId } = actor
    const which = { id: params.id, landlordId }
    const [current] = await tools.db.read(
      actor,
      (read) => read<Known[]>`
      select t.property_id, t.unit_id, t.email, t.account_id, t.tenancy_id, t.is_active, p.time_zone from tenant_record t
      left join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id
      where t.landlord_id = ${landlordId} and t.id = ${params.id} and t.archived_at is null`,
    )
    if (!current) notFound('Tenant')
    // A co-tenant's place is that of the tenancy.
    const found = form.tenancyId ? null : await checkHome(form, actor, tools, current)
    const joins = form.tenancyId && !(current.isActive && form.tenancyId === current.tenancyId)
    const accountIds = [...new Set([current.accountId, params.id])]
    const ledgers = joins
      ? await fetchLedgerBalances({ landlordId, accountIds, timeZone: current.timeZone }, tools)
      : []
    const now = tools.clock.now()
    return mapEmailConflict(
      tools.db.transaction(actor, async (tx) => {
        if (found) await storeHome(tx, found)
        return tenantOf(
          await changeTenant(tx, which, { form, knownEmail: current.email, ledgers, now, by: authorOf(actor) }),
          now,
        )
      }),
    )
  }),

  serve(deleteTenant, async ({ actor, params, db, clock }) => {
    const which = { id: params.id, landlordId: actor.landlordId }
    await db.transaction(actor, (tx) => archiveTenant(tx, which, { now: clock.now(), by: authorOf(actor) }))
  }),

  serve(restoreTenant, async ({ actor, params, db, clock }) => {
    const which = { id: params.id, landlordId: actor.landlordId }
    const now = clock.now()
    return db.transaction(actor, async (tx) => {
      await takeBack(tx, which, { now, by: authorOf(actor) })
      return tenantOf(await tenantRecordOf(tx, which), now)
    })
  }),
]

/** What is known of a tenant before their record is locked. */
interface Known extends Pick<TenantRecord, 'propertyId' | 'unitId' | 'email' | 'accountId' | 'tenancyId' | 'isActive'> {
  timeZone: string | null
}

/** The tenants that a list shows, and counts: archived ones where they are asked for, and nowhere else. What an undone import made never was. */
function matching(
  read: ReadSql,
  landlordId: string,
  { q, propertyId, status }: Pick<QueryOf<typeof listTenants>, 'q' | 'propertyId' | 'status'>,
) {
  const digits = q?.replace(/\D/g, '') ?? ''
  return read`t.landlord_id = ${landlordId} and t.archived_at ${status === 'archived' ? read`is not null` : read`is null`}
    ${q ? read`and (t.search_text like ${containing(q)} ${isNumber(q) ? read`or t.search_text like ${containing(digits)}` : read``})` : read``}
    ${propertyId ? read`and t.property_id = ${propertyId}` : read``}
    ${
      status === 'archived'
        ? read`and not exists (
      select from tenant_import_row r where r.landlord_id = ${landlordId} and r.made_tenant_id = t.id and r.status = 'undone')`
        : read``
    }
    ${status === 'active' || status === 'inactive' ? read`and t.is_active = ${status === 'active'}` : read``}`
}

const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Something like a phone number, however it is punctuated. */
const isNumber = (text: string) => /^[+\d][\d\s().\-/]{2,}$/.test(text)
