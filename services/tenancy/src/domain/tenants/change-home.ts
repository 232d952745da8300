import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { requireProperty, stillAvailable } from '../../projections/properties.ts'
import { member } from '../../schema/tenancies.ts'
import type { TenantRow } from '../../schema/tenants.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { tenantSnapshotOf } from '../snapshots.ts'
import { changeTerms, type TermChanges } from '../tenancies/change-terms.ts'
import { type Home, homeAfter } from '../tenancies/homes.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import { openSeparateTenancy } from '../tenancies/open-separate-tenancy.ts'
import { needsTenancy } from '../tenancies/open-tenancy.ts'
import { changedRent, type RequestedTerms } from '../tenancies/requested-terms.ts'
import { todayOf } from '../tenancies/tenancies.ts'
import { finishTenancyChange, type TenancyGroup } from '../tenancies/tenancy-group.ts'
import { leaseFieldNames } from '../tenancies/terms.ts'
import { assertCanReturn, isMovingInAgain, moveInAgain } from './move-in-again.ts'

interface HomeChange {
  /** The locked row before the change. */
  before: TenantRow
  after: TenantRow
  group: TenancyGroup | null
  /** The home and terms in the form. */
  requested: RequestedTerms
  at: string
  by: ChangeAuthor
}
interface GroupChange extends HomeChange {
  group: TenancyGroup
}

const noHome: Home = { propertyId: null, unitId: null }

/**
 * Applies a change of a tenant's record to their tenancy, and emits the events of both.
 * @returns whether the tenant moved in again after a move-out that stays in effect. @throws Refusal 400, 409
 */
export async function changeHome(tx: Tx, change: HomeChange): Promise<{ isMovedInAgain: boolean }> {
  const { after, group, requested } = change
  if (
    group &&
    isReactivated(change) &&
    isMovingInAgain(group, { tenantId: after.id, startDate: requested.startDate })
  ) {
    await moveInAgain(tx, { ...change, group })
    return { isMovedInAgain: true }
  }
  await applyToTenancy(tx, change)
  return { isMovedInAgain: false }
}

const isReactivated = ({ before, after }: HomeChange) => after.isActive && !before.isActive

async function applyToTenancy(tx: Tx, change: HomeChange): Promise<void> {
  const { before, after, group, requested } = change
  const { landlordId } = before
  const current: Home = group?.tenancy ?? noHome
  const wanted = homeAfter(requested, current)
  if (wanted.propertyId !== current.propertyId) await requireProperty(tx, landlordId, wanted.propertyId)
  // The property of a former tenant may have been deleted in the meantime.
  const isGone =
    isReactivated(change) &&
    wanted.propertyId !== null &&
    (await stillAvailable(tx, { landlordId, propertyId: wanted.propertyId })) === null
  const home = isGone ? noHome : wanted
  const isMoving = wanted.propertyId !== current.propertyId || wanted.unitId !== current.unitId
  if (group === null) {
    if (needsTenancy(requested)) return openSeparateTenancy(tx, change, { ...requested, ...home })
    await emit(tx, TenantUpdated, tenantSnapshotOf(after, null))
    if (before.isActive && !after.isActive) await emit(tx, TenantLeft, tenantSnapshotOf(after, null))
    return
  }
  if (isMoving && group.members.length > 1) return moveToSeparateTenancy(tx, { ...change, group }, home)
  await changeSharedTenancy(tx, { ...change, group }, home)
}

/** Changes home and terms for all members of the tenancy. */
async function changeSharedTenancy(tx: Tx, change: GroupChange, home: Home): Promise<void> {
  const { before, after, group, requested, at, by } = change
  const { id, landlordId } = group.tenancy
  const isBack = isReactivated(change)
  const { startDate, endDate, securityDeposit, termKind, billing } = requested
  if (isBack) await assertCanReturn(tx, group.tenancy)
  const rent = changedRent(group.tenancy, requested, await todayOf(tx, group.tenancy, at))
  const changes: TermChanges = {
    ...home,
    startDate,
    endDate,
    securityDeposit,
    termKind,
    billing,
    ...rent,
    ...(isBack ? { isVoid: false } : {}),
  }
  // A tenancy with an end date is not at will.
  if (!termKind && group.tenancy.termKind === 'at_will' && endDate) changes.termKind = 'fixed'
  const isChanged = await changeTerms(tx, group, changes, {
    at,
    by,
    fieldNames: leaseFieldNames,
    exceptTenantId: after.id,
  })
  const left = before.isActive && !after.isActive ? [after.id] : []
  if (left.length > 0) await leaveTenancy(tx, group, { tenantIds: left, at })
  if (isBack)
    await tx
      .update(member)
      .set({ leftOn: null, hasLeft: false })
      .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), eq(member.tenantId, after.id)))
  if (isChanged || isBack || left.length > 0)
    return finishTenancyChange(tx, group.tenancy, { at, by, left, ...(isChanged ? {} : { updated: [after.id] }) })
  await emit(tx, TenantUpdated, tenantSnapshotOf(after, group.tenancy))
}

/** A co-tenant moves: the others stay on the existing terms, and the co-tenant begins a tenancy of their own. */
async function moveToSeparateTenancy(tx: Tx, change: GroupChange, home: Home): Promise<void> {
  const { after, group, at, by } = change
  await leaveTenancy(tx, group, { tenantIds: [after.id], at })
  await openSeparateTenancy(tx, change, { ...(await separateTerms(tx, change, home)), ...home })
  await finishTenancyChange(tx, group.tenancy, { at, by, updated: [] })
}

/**
 * The terms of a co-tenant's new tenancy. The form still shows the dates of the shared lease: an unchanged start date becomes today, or the
 * rents of the shared months would be charged again.
 */
async function separateTerms(tx: Tx, { group, requested, at }: GroupChange, home: Home): Promise<RequestedTerms> {
  const shared = group.tenancy
  const today = await todayOf(tx, { landlordId: shared.landlordId, propertyId: home.propertyId }, at)
  const startDate = requested.startDate && requested.startDate !== shared.startDate ? requested.startDate : today
  const endDate =
    requested.endDate && (requested.endDate !== shared.endDate || requested.endDate > startDate)
      ? requested.endDate
      : null
  return { ...requested, startDate, endDate }
}
