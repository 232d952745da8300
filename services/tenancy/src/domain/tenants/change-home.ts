import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { changeTerms, type TermChanges } from '../tenancies/change-terms.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import { assertCanReturn, moveInAgain, isMovingInAgain } from './move-in-again.ts'
import { openSeparateTenancy } from '../tenancies/open-separate-tenancy.ts'
import { type RequestedTerms, needsTenancy } from '../tenancies/open-tenancy.ts'
import { type Home, homeAfter } from '../tenancies/homes.ts'
import { requireProperty, stillAvailable } from '../../projections/properties.ts'
import { type TenancyGroup, finishTenancyChange, todayOf } from '../tenancies/tenancies.ts'
import { tenantSnapshotOf, type TenantRow } from './tenants.ts'
import { leaseNames } from '../tenancies/terms.ts'

interface HomeChange {
  /** The record as it was, locked. */
  before: TenantRow
  /** … and as it is now. */
  after: TenantRow
  group: TenancyGroup | null
  /** Place and terms as the form has them. */
  asked: RequestedTerms
  at: string
  by: ChangeAuthor
}

const nowhere: Home = { propertyId: null, unitId: null }

/**
 * Lets the tenancy follow what was changed of a tenant's record, and tells of both.
 * @returns whether they came back after a move-out that stands. @throws Refusal 400, 409
 */
export async function changeHome(tx: Tx, change: HomeChange): Promise<{ isMovedInAgain: boolean }> {
  const { after, before, group, asked } = change
  const isBack = after.isActive && !before.isActive
  if (group && isBack && isMovingInAgain(group, { tenantId: after.id, startDate: asked.startDate })) {
    await moveInAgain(tx, { ...change, group })
    return { isMovedInAgain: true }
  }
  await follow(tx, change)
  return { isMovedInAgain: false }
}

async function follow(tx: Tx, change: HomeChange): Promise<void> {
  const { before, after, group, asked } = change
  const { landlordId } = before
  const isBack = after.isActive && !before.isActive
  const current: Home = group?.tenancy ?? nowhere
  const wanted = homeAfter(asked, current)
  if (wanted.propertyId !== current.propertyId) await requireProperty(tx, landlordId, wanted.propertyId)
  // The property of one who had left may have been deleted since.
  const isGone =
    isBack &&
    wanted.propertyId !== null &&
    (await stillAvailable(tx, { landlordId, propertyId: wanted.propertyId })) === null
  const place = isGone ? nowhere : wanted
  const isMoving = wanted.propertyId !== current.propertyId || wanted.unitId !== current.unitId
  if (group === null) {
    if (needsTenancy(asked)) return openSeparateTenancy(tx, change, { ...asked, ...place })
    await emit(tx, TenantUpdated, tenantSnapshotOf(after, null))
    if (before.isActive && !after.isActive) await emit(tx, TenantLeft, tenantSnapshotOf(after, null))
    return
  }
  if (isMoving && group.members.length > 1) return moveToSeparateTenancy(tx, { ...change, group }, place)
  await changeSharedTenancy(tx, { ...change, group }, place)
}

/** Place and terms are those of the whole tenancy: they change for all who share it. */
async function changeSharedTenancy(
  tx: Tx,
  { before, after, group, asked, at, by }: HomeChange & { group: TenancyGroup },
  place: Home,
): Promise<void> {
  const { id, landlordId } = group.tenancy
  const isBack = after.isActive && !before.isActive
  const { startDate, endDate, monthlyRent, securityDeposit } = asked
  if (isBack) await assertCanReturn(tx, group.tenancy)
  const changes: TermChanges = {
    ...place,
    startDate,
    endDate,
    monthlyRent,
    securityDeposit,
    ...(isBack ? { isVoid: false } : {}),
  }
  // With an end it is at will no more.
  if (group.tenancy.termKind === 'at_will' && endDate) changes.termKind = 'fixed'
  const isChanged = await changeTerms(tx, group, changes, { at, by, names: leaseNames, except: after.id })
  const left = before.isActive && !after.isActive ? [after.id] : []
  if (left.length > 0) await leaveTenancy(tx, group, { tenantIds: left, at })
  if (isBack)
    await tx
      .update(member)
      .set({ leftOn: null, hasLeft: false })
      .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), eq(member.tenantId, after.id)))
  if (isChanged || isBack || left.length > 0)
    return finishTenancyChange(tx, group.tenancy, { at, left, ...(isChanged ? {} : { updated: [after.id] }) })
  await emit(tx, TenantUpdated, tenantSnapshotOf(after, group.tenancy))
}

/** A co-tenant moves: the others stay on the terms there are, and a tenancy of their own begins. */
async function moveToSeparateTenancy(
  tx: Tx,
  change: HomeChange & { group: TenancyGroup },
  place: Home,
): Promise<void> {
  const { after, group, at } = change
  await leaveTenancy(tx, group, { tenantIds: [after.id], at })
  await openSeparateTenancy(tx, change, { ...(await separateTerms(tx, change, place)), ...place })
  await finishTenancyChange(tx, group.tenancy, { at, updated: [] })
}

/**
 * Terms of the tenancy that a co-tenant begins alone. The form shows those of the one they leave, which nobody meant anew: a start that was not
 * changed is today, or the rents of months that were paid together would be charged once more.
 */
async function separateTerms(
  tx: Tx,
  { group, asked, at }: HomeChange & { group: TenancyGroup },
  place: Home,
): Promise<RequestedTerms> {
  const shared = group.tenancy
  const today = await todayOf(tx, { landlordId: shared.landlordId, propertyId: place.propertyId }, at)
  const startDate = asked.startDate && asked.startDate !== shared.startDate ? asked.startDate : today
  const endDate =
    asked.endDate && (asked.endDate !== shared.endDate || asked.endDate > startDate) ? asked.endDate : null
  return { ...asked, startDate, endDate }
}
