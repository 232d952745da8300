import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { and, eq } from 'drizzle-orm'
import { member, tenancy, type TenancyRow } from '../../schema/tenancies.ts'
import { type ChangeAuthor, changesOf, recordChanges } from '../history/history.ts'
import { trackedTerms } from '../history/tracked-fields.ts'
import { assertNoOverlap } from './assert-no-overlap.ts'
import { tenancyRecordOf } from './tenancies.ts'
import type { TenancyGroup } from './tenancy-group.ts'
import { tenancyFieldNames, validateTerms } from './terms.ts'

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
/** Undefined: unchanged. */
export type TermChanges = { [K in Changeable]?: TenancyRow[K] | undefined }

interface ChangeTerms {
  at: string
  by: ChangeAuthor
  /** The form's names for the fields, for validation errors. */
  fieldNames?: typeof tenancyFieldNames
  /** A tenant whose history the caller records. */
  exceptTenantId?: string
}

/**
 * Changes the home and terms of a locked tenancy, and records the change in the history of its present members. The caller finishes with
 * `finishTenancyChange`. @returns whether anything differs. @throws Refusal 400 for terms that contradict each other
 */
export async function changeTerms(
  tx: Tx,
  { tenancy: before, members }: TenancyGroup,
  changes: TermChanges,
  { at, by, fieldNames = tenancyFieldNames, exceptTenantId }: ChangeTerms,
): Promise<boolean> {
  const { id, landlordId } = before
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const isSame = Object.entries(given).every(([field, value]) => isDeepStrictEqual(before[field as Changeable], value))
  if (isSame) return false
  validateTerms({ ...before, ...given }, fieldNames)
  if (changes.startDate && changes.startDate !== before.startDate)
    await assertNoOverlap(tx, { ...before, startDate: changes.startDate }, fieldNames.startDate)
  const recordBefore = await tenancyRecordOf(tx, before)
  await tx
    .update(tenancy)
    .set({ ...given, updatedAt: at })
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, id)))
  await keepEndBeforeStart(tx, before, changes.startDate)
  const differences = changesOf(trackedTerms(recordBefore), trackedTerms(await tenancyRecordOf(tx, before)))
  const present = members.filter((one) => !one.member.hasLeft && one.tenant.id !== exceptTenantId)
  if (differences.length > 0)
    await recordChanges(
      tx,
      present.map((one) => ({
        landlordId,
        tenantId: one.tenant.id,
        what: 'changed' as const,
        changes: differences,
      })),
      { at, by },
    )
  return true
}

/** A tenancy in which nobody ever lived ends before it starts, so that no rent is due. That must stay so when its start moves to an earlier day. */
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
