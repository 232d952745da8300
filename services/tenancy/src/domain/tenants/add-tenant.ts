import type { BodyOf } from '@keyhold/contracts/endpoint'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancies'
import { type createTenant, TenantCreated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { invitation } from '../../schema/invitations.ts'
import { member, tenancy } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { type JoinableTenancy, lockJoinableTenancy } from './join-tenancy.ts'
import { needsTenancy, type NewTenancy, newTenancyRow } from '../tenancies/open-tenancy.ts'
import { requireProperty } from '../../projections/properties.ts'
import { type MemberRow, finishTenancyChange, tenancySnapshotOf } from '../tenancies/tenancies.ts'
import { tenantSnapshotOf, lockEmails, type TenantRow } from './tenants.ts'

/** As `POST /api/tenants` takes it. Its property and unit were seen to be the landlord's (`checkPlace`). */
export type NewTenant = BodyOf<typeof createTenant>

interface Adding {
  landlordId: string
  /** Instant of the addition, ISO 8601. */
  at: string
  by: ChangeAuthor
  /** How their history begins; created, unless given. */
  what?: 'created' | 'registered'
  /** Ids that were kept for people, by their e-mail addresses; those of pending invitations, unless given. */
  reserved?: ReadonlyMap<string, string>
  /** A login opens the record already. */
  registeredWithLogin?: boolean
}

/** Adds one tenant, and tells of it. To be called within `inWords`. @throws Refusal 400 for a place or tenancy that is gone by now */
export async function addTenant(tx: Tx, { form, ...adding }: Adding & { form: NewTenant }): Promise<TenantRow> {
  const [row] = await addTenants(tx, { ...adding, forms: [form] })
  return row!
}

/**
 * Adds tenants with as many statements as one takes (but for telling of each), in the order given: all or none. A few hundred at most; each
 * e-mail address stands in one form alone.
 */
export async function addTenants(
  tx: Tx,
  {
    landlordId,
    at,
    by,
    what = 'created',
    registeredWithLogin = false,
    forms,
    ...adding
  }: Adding & { forms: readonly NewTenant[] },
): Promise<TenantRow[]> {
  if (forms.length === 0) return []
  const emails = forms.map(({ email }) => email)
  await lockEmails(tx, landlordId, emails)
  const places = forms.flatMap(({ propertyId, tenancyId }) => (propertyId && !tenancyId ? [propertyId] : []))
  for (const propertyId of new Set(places.toSorted())) await requireProperty(tx, landlordId, propertyId)
  const reserved = adding.reserved ?? (await reservedIds(tx, landlordId, emails))
  const joined = new Map<string, JoinableTenancy>()
  for (const tenancyId of new Set(forms.flatMap((form) => form.tenancyId ?? []).toSorted()))
    joined.set(tenancyId, await lockJoinableTenancy(tx, { landlordId, tenancyId, at }))

  const people: (typeof tenant.$inferInsert)[] = []
  const openings: NewTenancy[] = []
  const members: MemberRow[] = []
  for (const form of forms) {
    const {
      propertyId,
      unitId,
      leaseStartDate,
      leaseEndDate,
      monthlyRent,
      securityDeposit,
      isActive = true,
      ...person
    } = form
    const tenantId = reserved.get(form.email) ?? v7()
    const terms = { propertyId, unitId, startDate: leaseStartDate, endDate: leaseEndDate, monthlyRent, securityDeposit }
    const home = form.tenancyId ? joined.get(form.tenancyId) : undefined
    const opening =
      !home && needsTenancy(terms) ? await newTenancyRow(tx, { landlordId, tenantId, terms, isActive, at }) : undefined
    if (opening) openings.push(opening)
    const tenancyId = opening?.id ?? form.tenancyId ?? null
    people.push({
      ...person,
      id: tenantId,
      tenancyId,
      isActive,
      registeredWithLogin,
      landlordId,
      createdAt: at,
      updatedAt: at,
    })
    if (tenancyId === null) continue
    const leftOn = isActive ? null : (opening?.movedOutOn ?? home?.today ?? null)
    members.push({
      landlordId,
      tenancyId,
      tenantId,
      joinedOn: isActive ? (home?.joinedOn ?? null) : null,
      leftOn,
      hasLeft: !isActive,
    })
  }

  const opened = openings.length > 0 ? await tx.insert(tenancy).values(openings).returning() : []
  const made = await tx.insert(tenant).values(people).returning()
  if (members.length > 0) await tx.insert(member).values(members)
  const entries = made.map(({ id: tenantId }) => ({ landlordId, tenantId, what }))
  await recordChanges(tx, entries, { at, by })

  const homes = new Map(opened.map((row) => [row.id, row]))
  for (const { tenancy: shared } of joined.values()) homes.set(shared.id, shared)
  const facts = made.map((row) => tenantSnapshotOf(row, homes.get(row.tenancyId ?? '') ?? null))
  await emitAll(tx, TenantCreated, facts)
  const theirs = Map.groupBy(members, ({ tenancyId }) => tenancyId)
  const stories = opened.map((row) => tenancySnapshotOf(row, theirs.get(row.id) ?? []))
  await emitAll(tx, TenancyChanged, stories)
  for (const id of joined.keys()) await finishTenancyChange(tx, { id, landlordId }, { at, updated: [] })
  return made
}

/** Who was invited before: their record takes the id that the link will complete. */
async function reservedIds(tx: Tx, landlordId: string, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ email: invitation.email, tenantId: invitation.tenantId })
    .from(invitation)
    .where(
      and(
        eq(invitation.landlordId, landlordId),
        inArray(invitation.email, emails),
        eq(invitation.status, 'pending'),
        sql`not exists (select from ${tenant} where ${tenant.id} = ${invitation.tenantId})`,
      ),
    )
  return new Map(rows.map(({ email, tenantId }) => [email, tenantId]))
}
