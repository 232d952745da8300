import type { BodyOf } from '@keyhold/contracts/endpoint'
import { type createTenant } from '@keyhold/contracts/tenancy/tenants'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { requireProperties } from '../../projections/properties.ts'
import { invitation } from '../../schema/invitations.ts'
import { member, type MemberRow, tenancy, type TenancyRow } from '../../schema/tenancies.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { emitTenancies } from '../nights/emit-tenancies.ts'
import { stableId } from '../nights/with-nights.ts'
import { tenantSnapshotOf } from '../snapshots.ts'
import { needsTenancy, type NewTenancy, newTenancyRows } from '../tenancies/open-tenancy.ts'
import { partsOfForm } from '../tenancies/requested-terms.ts'
import { finishTenancyChange } from '../tenancies/tenancy-group.ts'
import { lockEmails } from '../tenant-emails.ts'
import { joinedOn, type JoinableTenancy, lockJoinableTenancy } from './join-tenancy.ts'

/** The body of `POST /api/tenants`. Its property and unit have been checked (`checkHome`). */
export type NewTenant = BodyOf<typeof createTenant>

interface AddTenants {
  landlordId: string
  /** ISO 8601 */
  at: string
  by: ChangeAuthor
  /** The first entry of their history; created, unless given. */
  what?: 'created' | 'registered'
  /** Tenant ids reserved for e-mail addresses; those of pending invitations, unless given. */
  reserved?: ReadonlyMap<string, string>
  /** The tenant already has a login. */
  registeredWithLogin?: boolean
}

/** Adds one tenant and emits the events. To be called within `mapEmailConflict`. @throws Refusal 400 where the property or tenancy no longer exists */
export async function addTenant(tx: Tx, { form, ...adding }: AddTenants & { form: NewTenant }): Promise<TenantRow> {
  const [row] = await addTenants(tx, { ...adding, forms: [form] })
  return row!
}

/** Adds tenants in the given order, all or none, in a constant number of statements. For a few hundred at most, with distinct e-mail addresses. */
export async function addTenants(
  tx: Tx,
  { forms, ...adding }: AddTenants & { forms: readonly NewTenant[] },
): Promise<TenantRow[]> {
  if (forms.length === 0) return []
  const { landlordId, at, by, what = 'created' } = adding
  const emails = forms.map(({ email }) => email)
  await lockEmails(tx, landlordId, emails)
  const propertyIds = forms.flatMap(({ propertyId, tenancyId }) => (propertyId && !tenancyId ? [propertyId] : []))
  await requireProperties(tx, landlordId, propertyIds)
  const reserved = adding.reserved ?? (await reservedIds(tx, landlordId, emails))
  const joined = new Map<string, JoinableTenancy>()
  for (const tenancyId of new Set(forms.flatMap((form) => form.tenancyId ?? []).toSorted()))
    joined.set(tenancyId, await lockJoinableTenancy(tx, { landlordId, tenancyId, at }))

  const people = forms.map((form) => ({
    ...partsOf(form),
    tenantId: reserved.get(form.email) ?? stableId(tx, `tenant ${form.email}`),
  }))
  const openings = people.filter(({ joinedId, terms }) => joinedId === undefined && needsTenancy(terms))
  const newTenancies = await newTenancyRows(tx, openings, { landlordId, at })
  const tenancyOf = new Map(newTenancies.map((one) => [one.accountId, one]))
  const rows = people.map((one) =>
    newRows(adding, { ...one, joined: joined.get(one.joinedId ?? ''), opened: tenancyOf.get(one.tenantId) }),
  )
  const members = rows.flatMap((one) => one.member ?? [])
  const opened = newTenancies.length > 0 ? await tx.insert(tenancy).values(newTenancies).returning() : []
  const added = await tx
    .insert(tenant)
    .values(rows.map((one) => one.tenant))
    .returning()
  if (members.length > 0) await tx.insert(member).values(members)
  const entries = added.map(({ id: tenantId }) => ({ landlordId, tenantId, what }))
  await recordChanges(tx, entries, { at, by })
  await emitAdded(tx, { added, opened, members, joined: [...joined.values()], at, by })
  for (const id of joined.keys()) await finishTenancyChange(tx, { id, landlordId }, { at, by, updated: [] })
  return added
}

/** A form, as the person, the home and terms, and the tenancy of others that the person joins. */
function partsOf(form: NewTenant) {
  const {
    terms,
    person: { isActive = true, ...person },
    tenancyId: joinedId,
    joinedOn: movedInOn,
  } = partsOfForm(form)
  return { person, terms, isActive, joinedId, movedInOn }
}

interface NewPerson extends ReturnType<typeof partsOf> {
  tenantId: string
  joined: JoinableTenancy | undefined
  /** Separate tenancy, if they have a home or terms and join nobody else's. */
  opened: NewTenancy | undefined
}

interface NewRows {
  tenant: typeof tenant.$inferInsert
  member: MemberRow | undefined
}

/** The rows of one tenant. */
function newRows(
  { landlordId, at, registeredWithLogin = false }: Pick<AddTenants, 'landlordId' | 'at' | 'registeredWithLogin'>,
  { person, isActive, joinedId, movedInOn, tenantId, joined, opened }: NewPerson,
): NewRows {
  const tenancyId = opened?.id ?? joinedId ?? null
  const stamps = { createdAt: at, updatedAt: at }
  const newTenant = { ...person, id: tenantId, tenancyId, isActive, registeredWithLogin, landlordId, ...stamps }
  if (tenancyId === null) return { tenant: newTenant, member: undefined }
  const newMember = {
    landlordId,
    tenancyId,
    tenantId,
    joinedOn: isActive && joined ? joinedOn(joined, movedInOn) : null,
    leftOn: isActive ? null : (opened?.movedOutOn ?? joined?.today ?? null),
    hasLeft: !isActive,
    rentShare: null,
  }
  return { tenant: newTenant, member: newMember }
}

interface Added {
  added: TenantRow[]
  opened: TenancyRow[]
  members: MemberRow[]
  joined: JoinableTenancy[]
  at: string
  by: ChangeAuthor
}

async function emitAdded(tx: Tx, { added, opened, members, joined, at, by }: Added): Promise<void> {
  const tenancies = new Map([...opened, ...joined.map((one) => one.tenancy)].map((row) => [row.id, row]))
  const tenantSnapshots = added.map((row) => tenantSnapshotOf(row, tenancies.get(row.tenancyId ?? '') ?? null))
  await emitAll(tx, TenantCreated, tenantSnapshots)
  const membersOf = Map.groupBy(members, ({ tenancyId }) => tenancyId)
  const changed = opened.map((row) => ({ tenancy: row, members: membersOf.get(row.id) ?? [] }))
  await emitTenancies(tx, changed, { at, changedBy: by.userId })
}

/** Ids that pending invitations reserve for tenants who have no record yet. */
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
