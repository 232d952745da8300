import type { QueryOf } from '@keyhold/contracts/endpoint'
import { id } from '@keyhold/contracts/scalars'
import {
  createTenant,
  deleteTenant,
  getTenant,
  listTenants,
  restoreTenant,
  updateTenant,
} from '@keyhold/contracts/tenancy/tenants'
import type { ReadSql } from '@keyhold/kit/database/database'
import { cursorCodec, cursorText, timeCursor } from '@keyhold/kit/http/cursor'
import { containing, pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { authorOf } from '../../domain/history/history.ts'
import { transactionWithNights } from '../../domain/nights/with-nights.ts'
import { checkHome } from '../../domain/tenancies/homes.ts'
import { fetchLedgerBalances } from '../../domain/tenancies/ledger-balances.ts'
import { mapEmailConflict } from '../../domain/tenant-emails.ts'
import { addTenant } from '../../domain/tenants/add-tenant.ts'
import { archiveTenant, restoreArchivedTenant } from '../../domain/tenants/archive-tenant.ts'
import { changeTenant } from '../../domain/tenants/change-tenant.ts'
import { tenantOf, tenantRecordOf } from '../../domain/tenants/tenants.ts'
import type { TenantRecord } from '../../schema/tenants.ts'

const nameCursor = cursorCodec(cursorText, id)

const list = serve(listTenants, async ({ actor, query, db, clock }) => {
  const { limit } = query
  const isByName = query.sort === 'name'
  const now = clock.now()
  const after = (isByName ? nameCursor : timeCursor).decode(query.cursor)
  const [rows, counts] = await db.read(actor, (read) => {
    const matching = () => conditionOf(read, actor.landlordId, query)
    return [
      read<TenantRecord[]>`
        select t.* from tenant_record t where ${matching()} ${after ? afterCursor(read, after, isByName) : read``}
        order by ${isByName ? read`t.sort_name, t.id` : read`t.created_at desc, t.id desc`} limit ${whole(read, limit + 1)}`,
      read<{ total: number }[]>`select count(*)::int as total from tenant_record t where ${matching()}`,
    ] as const
  })
  const page = pageBy(rows, {
    limit,
    total: counts[0]?.total ?? 0,
    cursorOf: (row) => (isByName ? nameCursor.encode(row.sortName, row.id) : timeCursor.encode(row.createdAt, row.id)),
  })
  return { ...page, items: page.items.map((row) => tenantOf(row, now)) }
})

const get = serve(getTenant, async ({ actor, params, db, clock }) => {
  const [row] = await db.read(
    actor,
    (read) => read<TenantRecord[]>`
      select * from tenant_record where landlord_id = ${actor.landlordId} and id = ${params.id}`,
  )
  return row ? tenantOf(row, clock.now()) : notFound('Tenant')
})

const create = serve(createTenant, async ({ actor, body, ...tools }) => {
  const { landlordId } = actor
  const now = tools.clock.now()
  // A co-tenant lives in the home of the tenancy; the form's home is not read.
  if (!body.tenancyId) await checkHome(body, actor, tools)
  return mapEmailConflict(
    transactionWithNights(tools, actor, async (tx) => {
      const row = await addTenant(tx, { landlordId, form: body, at: now.toISOString(), by: authorOf(actor) })
      return tenantOf(await tenantRecordOf(tx, row), now)
    }),
  )
})

/** What the handler reads before the transaction locks the record. */
interface CurrentTenant extends Pick<
  TenantRecord,
  'propertyId' | 'unitId' | 'email' | 'accountId' | 'tenancyId' | 'isActive'
> {
  timeZone: string | null
}

const update = serve(updateTenant, async ({ actor, params, body: form, ...tools }) => {
  const { landlordId } = actor
  const which = { id: params.id, landlordId }
  const [current] = await tools.db.read(
    actor,
    (read) => read<CurrentTenant[]>`
      select t.property_id, t.unit_id, t.email, t.account_id, t.tenancy_id, t.is_active, p.time_zone from tenant_record t
      left join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id
      where t.landlord_id = ${landlordId} and t.id = ${params.id} and t.archived_at is null`,
  )
  if (!current) notFound('Tenant')
  // A co-tenant lives in the home of the tenancy; the form's home is not read.
  if (!form.tenancyId) await checkHome(form, actor, tools, current)
  const isJoining = form.tenancyId && !(current.isActive && form.tenancyId === current.tenancyId)
  const accountIds = [...new Set([current.accountId, params.id])]
  const { timeZone, email: currentEmail } = current
  const ledgers = isJoining ? await fetchLedgerBalances({ landlordId, accountIds, timeZone }, tools) : []
  const now = tools.clock.now()
  return mapEmailConflict(
    transactionWithNights(tools, actor, async (tx) => {
      return tenantOf(await changeTenant(tx, which, { form, currentEmail, ledgers, now, by: authorOf(actor) }), now)
    }),
  )
})

const archive = serve(deleteTenant, async ({ actor, params, ...tools }) => {
  const which = { id: params.id, landlordId: actor.landlordId }
  const now = tools.clock.now()
  await transactionWithNights(tools, actor, (tx) => archiveTenant(tx, which, { now, by: authorOf(actor) }))
})

const restore = serve(restoreTenant, async ({ actor, params, db, clock }) => {
  const which = { id: params.id, landlordId: actor.landlordId }
  const now = clock.now()
  return db.transaction(actor, async (tx) => {
    await restoreArchivedTenant(tx, which, { now, by: authorOf(actor) })
    return tenantOf(await tenantRecordOf(tx, which), now)
  })
})

export const tenantRoutes = () => [list, get, create, update, archive, restore]

const afterCursor = (read: ReadSql, [key, last]: [key: string, id: string], isByName: boolean) =>
  isByName
    ? read`and (t.sort_name, t.id) > (${key}, ${last})`
    : read`and (t.created_at, t.id) < (${key}::timestamptz, ${last})`

/** The condition of a list and its total. Archived tenants match only on request, and those of an undone import never. */
function conditionOf(
  read: ReadSql,
  landlordId: string,
  { q, propertyId, status }: Pick<QueryOf<typeof listTenants>, 'q' | 'propertyId' | 'status'>,
) {
  const pattern = containing(q?.toLowerCase() ?? '')
  const digits = containing(q?.replace(/\D/g, '') ?? '')
  return read`t.landlord_id = ${landlordId} and t.archived_at ${status === 'archived' ? read`is not null` : read`is null`}
    ${q ? read`and (t.search_text like ${pattern} ${isPhoneNumber(q) ? read`or t.search_text like ${digits}` : read``})` : read``}
    ${propertyId ? read`and t.property_id = ${propertyId}` : read``}
    ${
      status === 'archived'
        ? read`and not exists (
      select from tenant_import_row r where r.landlord_id = ${landlordId} and r.made_tenant_id = t.id and r.status = 'undone')`
        : read``
    }
    ${status === 'active' || status === 'inactive' ? read`and t.is_active = ${status === 'active'}` : read``}`
}

/** Part of a phone number, with any punctuation. */
const isPhoneNumber = (text: string) => /^[+\d][\d\s().\-/]{2,}$/.test(text)
