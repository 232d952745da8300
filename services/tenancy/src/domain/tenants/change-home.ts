import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { changeTerms, type TermChanges } from '../tenancies/change-terms.ts'
import type { By } from '../history/history.ts'
import { leave } from '../tenancies/leave-tenancy.ts'
import { judgeTakingBack, moveInAgain, movesInAgain } from './move-in-again.ts'
import { openOwn } from '../tenancies/open-separate-tenancy.ts'
import { type AskedTerms, isOpening } from '../tenancies/open-tenancy.ts'
import { type Place, placeAfter } from '../tenancies/homes.ts'
import { claimProperty, remaining } from '../../projections/properties.ts'
import { type Household, settle, todayOf } from '../tenancies/tenancies.ts'
import { factsOf, type TenantRow } from './tenants.ts'
import { leaseNames } from '../tenancies/terms.ts'

interface Rehousing {
  /** The record as it was, locked. */
  before: TenantRow
  /** … and as it is now. */
  after: TenantRow
  household: Household | null
  /** Place and terms as the form has them. */
  asked: AskedTerms
  at: string
  by: By
}

const nowhere: Place = { propertyId: null, unitId: null }

/**
 * Lets the tenancy follow what was changed of a tenant's record, and tells of both.
 * @returns whether they came back after a move-out that stands. @throws Refusal 400, 409
 */
export async function rehouse(tx: Tx, change: Rehousing): Promise<{ isMovedInAgain: boolean }> {
  const { after, before, household, asked } = change
  const isBack = after.isActive && !before.isActive
  if (household && isBack && movesInAgain(household, { tenantId: after.id, startDate: asked.startDate })) {
    await moveInAgain(tx, { ...change, household })
    return { isMovedInAgain: true }
  }
  await follow(tx, change)
  return { isMovedInAgain: false }
}

async function follow(tx: Tx, change: Rehousing): Promise<void> {
  const { before, after, household, asked } = change
  const { landlordId } = before
  const isBack = after.isActive && !before.isActive
  const current: Place = household?.tenancy ?? nowhere
  const wanted = placeAfter(asked, current)
  if (wanted.propertyId !== current.propertyId) await claimProperty(tx, landlordId, wanted.propertyId)
  // The property of one who had left may have been deleted since.
  const isGone =
    isBack &&
    wanted.propertyId !== null &&
    (await remaining(tx, { landlordId, propertyId: wanted.propertyId })) === null
  const place = isGone ? nowhere : wanted
  const isMoving = wanted.propertyId !== current.propertyId || wanted.unitId !== current.unitId
  if (household === null) {
    if (isOpening(asked)) return openOwn(tx, change, { ...asked, ...place })
    await emit(tx, TenantUpdated, factsOf(after, null))
    if (before.isActive && !after.isActive) await emit(tx, TenantLeft, factsOf(after, null))
    return
  }
  if (isMoving && household.members.length > 1) return moveOutOnTheirOwn(tx, { ...change, household }, place)
  await changeTogether(tx, { ...change, household }, place)
}

/** Place and terms are those of the whole tenancy: they change for all who share it. */
async function changeTogether(
  tx: Tx,
  { before, after, household, asked, at, by }: Rehousing & { household: Household },
  place: Place,
): Promise<void> {
  const { id, landlordId } = household.tenancy
  const isBack = after.isActive && !before.isActive
  const { startDate, endDate, monthlyRent, securityDeposit } = asked
  if (isBack) await judgeTakingBack(tx, household.tenancy)
  const changes: TermChanges = {
    ...place,
    startDate,
    endDate,
    monthlyRent,
    securityDeposit,
    ...(isBack ? { isVoid: false } : {}),
  }
  // With an end it is at will no more.
  if (household.tenancy.termKind === 'at_will' && endDate) changes.termKind = 'fixed'
  const isChanged = await changeTerms(tx, household, changes, { at, by, names: leaseNames, except: after.id })
  const left = before.isActive && !after.isActive ? [after.id] : []
  if (left.length > 0) await leave(tx, household, { tenantIds: left, at })
  if (isBack)
    await tx
      .update(member)
      .set({ leftOn: null, hasLeft: false })
      .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), eq(member.tenantId, after.id)))
  if (isChanged || isBack || left.length > 0)
    return settle(tx, household.tenancy, { at, left, ...(isChanged ? {} : { updated: [after.id] }) })
  await emit(tx, TenantUpdated, factsOf(after, household.tenancy))
}

/** A co-tenant moves: the others stay on the terms there are, and a tenancy of their own begins. */
async function moveOutOnTheirOwn(tx: Tx, change: Rehousing & { household: Household }, place: Place): Promise<void> {
  const { after, household, at } = change
  await leave(tx, household, { tenantIds: [after.id], at })
  await openOwn(tx, change, { ...(await ownTerms(tx, change, place)), ...place })
  await settle(tx, household.tenancy, { at, updated: [] })
}

/**
 * Terms of the tenancy that a co-tenant begins alone. The form shows those of the one they leave, which nobody meant anew: a start that was not
 * changed is today, or the rents of months that were paid together would be charged once more.
 */
async function ownTerms(
  tx: Tx,
  { household, asked, at }: Rehousing & { household: Household },
  place: Place,
): Promise<AskedTerms> {
  const shared = household.tenancy
  const today = await todayOf(tx, { landlordId: shared.landlordId, propertyId: place.propertyId }, at)
  const startDate = asked.startDate && asked.startDate !== shared.startDate ? asked.startDate : today
  const endDate =
    asked.endDate && (asked.endDate !== shared.endDate || asked.endDate > startDate) ? asked.endDate : null
  return { ...asked, startDate, endDate }
}
