import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { and, eq } from 'drizzle-orm'
import { member, tenancy } from '../../schema/tenancies.ts'
import { assertNoOverlap } from './assert-no-overlap.ts'
import { trackedTerms } from '../history/tracked-fields.ts'
import { type ChangeAuthor, changesOf, recordChanges } from '../history/history.ts'
import { type TenancyGroup, type TenancyRow, tenancyRecordOf } from './tenancies.ts'
import { validateTerms, tenancyNames } from './terms.ts'

type Changeable =
  | 'propertyId'
  | 'unitId'
  | 'startDate'
  | 'endDate'
  | 'termKind'
  | 'monthlyRent'
  | 'rentSteps'
  | 'securityDeposit'
  | 'billing'
  | 'isVoid'
/** What is left out, or undefined, stays as it is. */
export type TermChanges = { [K in Changeable]?: TenancyRow[K] | undefined }

interface Changing {
  at: string
  by: ChangeAuthor
  /** How the form calls its fields. */
  names?: typeof tenancyNames
  /** Whose history the caller writes. */
  except?: string
}

/**
 * Changes where and on what terms the members of a locked household live, and notes it in the history of those who are there. `settle`
 * follows. @returns whether anything is different. @throws Refusal 400 where the terms don't fit each other
 */
export async function changeTerms(
  tx: Tx,
  { tenancy: before, members }: TenancyGroup,
  changes: TermChanges,
  { at, by, names = tenancyNames, except }: Changing,
): Promise<boolean> {
  const { id, landlordId } = before
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const isSame = Object.entries(given).every(
    ([field, value]) => JSON.stringify(before[field as Changeable]) === JSON.stringify(value),
  )
  if (isSame) return false
  validateTerms({ ...before, ...given }, names)
  if (changes.startDate && changes.startDate !== before.startDate)
    await assertNoOverlap(tx, { ...before, startDate: changes.startDate }, names.startDate)
  const was = await tenancyRecordOf(tx, before)
  await tx
    .update(tenancy)
    .set({ ...given, updatedAt: at })
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, id)))
  await keepEndBeforeStart(tx, before, changes.startDate)
  const differences = changesOf(trackedTerms(was), trackedTerms(await tenancyRecordOf(tx, before)))
  const there = members.filter(({ member, tenant }) => !member.hasLeft && tenant.id !== except)
  if (differences.length > 0)
    await recordChanges(
      tx,
      there.map(({ tenant }) => ({ landlordId, tenantId: tenant.id, what: 'changed' as const, changes: differences })),
      { at, by },
    )
  return true
}

/** A tenancy that nobody lived in ends before it begins, also when it is to have begun earlier: nobody owes rent for it. */
async function keepEndBeforeStart(
  tx: Tx,
  { id, landlordId, startDate, movedOutOn }: TenancyRow,
  newStart: string | null | undefined,
): Promise<void> {
  if (!newStart || startDate === null || movedOutOn === null || movedOutOn >= startDate || movedOutOn < newStart) return
  await tx
    .update(member)
    .set({ leftOn: addDays(newStart, -1) })
    .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id)))
}
