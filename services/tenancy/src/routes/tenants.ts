import {
  createTenant,
  deleteTenant,
  getTenant,
  InvitationChanged,
  listTenants,
  type Tenant,
  TenantCreated,
  TenantLeft,
  TenantUpdated,
  updateTenant,
} from '@keyhold/contracts/tenancy'
import type { ReadSql } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { notFound } from '@keyhold/kit/problem'
import { whole } from '@keyhold/kit/paging'
import { serve } from '@keyhold/kit/serve'
import { and, eq, sql } from 'drizzle-orm'
import { decodeCursor, pageOf } from '../domain/cursor.ts'
import { judgeUnclaimed, refuseClaimed } from '../domain/claims.ts'
import { checkProperty, claimProperty, keepProperty, remaining } from '../domain/properties.ts'
import { endsTooEarly, factsOf, inWords, lockEmail, lockTenant, tenantColumns, tenantOf, tenantTables } from '../domain/tenants.ts'
import { invitation, tenant } from '../schema.ts'

export const tenantRoutes = () => [
  serve(listTenants, async ({ actor, query, db, clock }) => {
    const { limit, sort } = query
    const now = clock.now().toISOString()
    const after = decodeCursor(query.cursor, sort === 'name' ? 'name' : 'instant')
    const [rows, counts] = await db.read(
      actor,
      (read) =>
        [
          read<(Tenant & { sortName: string })[]>`
        select ${tenantColumns(read, now)} from ${tenantTables(read)} where ${matching(read, actor.landlordId, query)}
        ${after ? (sort === 'name' ? read`and (t.sort_name, t.id) > (${after.key}, ${after.id})` : read`and (t.created_at, t.id) < (${after.key}::timestamptz, ${after.id})`) : read``}
        order by ${sort === 'name' ? read`t.sort_name, t.id` : read`t.created_at desc, t.id desc`} limit ${whole(read, limit + 1)}`,
          read<{ total: number }[]>`select count(*)::int as total from tenant t where ${matching(read, actor.landlordId, query)}`,
        ] as const,
    )
    return pageOf(rows, { limit, total: counts[0]?.total ?? 0, keyOf: (row) => (sort === 'name' ? row.sortName : row.createdAt) })
  }),

  serve(getTenant, async ({ actor, params, db, clock }) => {
    const now = clock.now().toISOString()
    const [row] = await db.read(
      actor,
      (read) => read<Tenant[]>`
      select ${tenantColumns(read, now)} from ${tenantTables(read)} where t.landlord_id = ${actor.landlordId} and t.id = ${params.id} and t.deleted_at is null`,
    )
    return row ?? notFound('Tenant')
  }),

  serve(createTenant, async ({ actor, body, ...tools }) => {
    const { landlordId } = actor
    const now = tools.clock.now()
    const at = now.toISOString()
    const asked = await checkProperty(body.propertyId, actor, tools)
    return inWords(
      tools.db.as(actor, async (tx) => {
        await lockEmail(tx, landlordId, body.email)
        await keepProperty(tx, asked)
        await claimProperty(tx, landlordId, body.propertyId)
        // Invited before: the record takes the id that the link will complete.
        const [invited] = await tx
          .select({ tenantId: invitation.tenantId })
          .from(invitation)
          .where(
            and(
              eq(invitation.landlordId, landlordId),
              eq(invitation.email, body.email),
              eq(invitation.status, 'pending'),
              sql`not exists (select from ${tenant} where ${tenant.id} = ${invitation.tenantId})`,
            ),
          )
        const [row] = await tx
          .insert(tenant)
          .values({ ...body, ...(invited ? { id: invited.tenantId } : {}), landlordId, createdAt: at, updatedAt: at })
          .returning()
        await emit(tx, TenantCreated, factsOf(row!))
        return tenantOf(tx, row!, now)
      }),
    )
  }),

  serve(updateTenant, async ({ actor, params, body, ...tools }) => {
    const { landlordId } = actor
    const now = tools.clock.now()
    const [current] = await tools.db.read(
      actor,
      (read) => read<{ propertyId: string | null; email: string }[]>`
      select property_id, email from tenant where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
    )
    if (!current) notFound('Tenant')
    const asked = await checkProperty(body.propertyId, actor, tools, current.propertyId)
    return inWords(
      tools.db.as(actor, async (tx) => {
        await lockEmail(tx, landlordId, body.email ?? current.email)
        const before = await lockTenant(tx, { id: params.id, landlordId })
        await keepProperty(tx, asked)
        const { propertyId = before.propertyId, email = before.email, isActive = before.isActive } = body
        const isBack = isActive && !before.isActive
        if (propertyId !== before.propertyId) await claimProperty(tx, landlordId, propertyId)
        // The property of one who had left may have been deleted since.
        const home = isBack && propertyId === before.propertyId ? { propertyId: await remaining(tx, { landlordId, propertyId }) } : {}
        if (isActive && (isBack || email !== before.email)) await refuseClaimed(tx, { landlordId, email, tenantId: before.id }, now)
        const { leaseStartDate = before.leaseStartDate, leaseEndDate = before.leaseEndDate } = body
        if (leaseStartDate !== null && leaseEndDate !== null && leaseEndDate <= leaseStartDate) throw endsTooEarly()
        const [after] = await tx
          .update(tenant)
          .set({ ...body, ...home, updatedAt: now.toISOString() })
          .where(eq(tenant.id, before.id))
          .returning()
        await emit(tx, TenantUpdated, factsOf(after!))
        if (before.isActive && !after!.isActive) await emit(tx, TenantLeft, factsOf(after!))
        return tenantOf(tx, before, now)
      }),
    )
  }),

  serve(deleteTenant, async ({ actor, params, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now()
    const at = now.toISOString()
    await db.as(actor, async (tx) => {
      // Before the record, as registering locks them.
      const links = await tx
        .select()
        .from(invitation)
        .where(and(eq(invitation.landlordId, landlordId), eq(invitation.tenantId, params.id), eq(invitation.status, 'pending')))
        .for('update')
      for (const link of links) judgeUnclaimed(link, now)
      const before = await lockTenant(tx, { id: params.id, landlordId })
      const [after] = await tx.update(tenant).set({ isActive: false, deletedAt: at, updatedAt: at }).where(eq(tenant.id, before.id)).returning()
      const revoked = await tx
        .update(invitation)
        .set({ status: 'revoked', updatedAt: at })
        .where(and(eq(invitation.landlordId, landlordId), eq(invitation.tenantId, before.id), eq(invitation.status, 'pending')))
        .returning()
      for (const { id } of revoked) await emit(tx, InvitationChanged, { invitationId: id, landlordId, status: 'revoked' })
      // An inactive one has left before.
      if (before.isActive) await emit(tx, TenantLeft, factsOf(after!))
    })
  }),
]

/** The tenants that a list shows, and counts. */
function matching(
  read: ReadSql,
  landlordId: string,
  { q, propertyId, status }: { q?: string | undefined; propertyId?: string | undefined; status?: 'active' | 'inactive' | undefined },
) {
  const digits = q?.replace(/\D/g, '') ?? ''
  return read`t.landlord_id = ${landlordId} and t.deleted_at is null
    ${q ? read`and (t.search_text like ${containing(q)} ${isNumber(q) ? read`or t.search_text like ${containing(digits)}` : read``})` : read``}
    ${propertyId ? read`and t.property_id = ${propertyId}` : read``}
    ${status ? read`and t.is_active = ${status === 'active'}` : read``}`
}

const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Something like a phone number, however it is punctuated. */
const isNumber = (text: string) => /^[+\d][\d\s().\-/]{2,}$/.test(text)
