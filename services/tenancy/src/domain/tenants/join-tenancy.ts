import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { lockProperty } from '../../projections/properties.ts'
import type { TenancyRow } from '../../schema/tenancies.ts'
import { todayOf } from '../tenancies/tenancies.ts'
import { lockTenancyGroup, type TenancyGroup } from '../tenancies/tenancy-group.ts'

export interface JoinableTenancy {
  tenancy: TenancyRow
  /** The date at the tenancy's property. */
  today: string
}

/**
 * The first day of a new member: `movedInOn`, or today; null where that is the tenancy's own first day or earlier. @throws Refusal 400 for a day on
 * which nobody lives there any more
 */
export function joinedOn(
  { tenancy: { startDate, movedOutOn }, today }: JoinableTenancy,
  movedInOn = today,
): string | null {
  if (movedOutOn !== null && movedInOn >= movedOutOn)
    refuseField('joinedOn', 'The others move out by that day: enter an earlier one')
  return startDate !== null && startDate >= movedInOn ? null : movedInOn
}

/** Locks a tenancy for a new co-tenant; its property cannot be released until the transaction ends. @throws Refusal 400 */
export async function lockJoinableTenancy(
  tx: Tx,
  { landlordId, tenancyId, at }: { landlordId: string; tenancyId: string; at: string },
): Promise<JoinableTenancy> {
  return assertJoinable(tx, await lockTenancyGroup(tx, { id: tenancyId, landlordId }), at)
}

/** Likewise for a tenancy that is already locked; null: the landlord has no such tenancy. @throws Refusal 400 */
export async function assertJoinable(tx: Tx, group: TenancyGroup | null, at: string): Promise<JoinableTenancy> {
  if (!group || group.tenancy.isVoid) return refuseField('tenancyId', 'Choose one of your tenancies')
  const { tenancy, members } = group
  const { landlordId, propertyId } = tenancy
  const isGone = propertyId !== null && !(await lockProperty(tx, { landlordId, propertyId }))
  const today = await todayOf(tx, tenancy, at)
  // A planned move-out day may have come although the schedule has not run yet.
  const hasLeft = ({ member }: TenancyGroup['members'][number]) =>
    member.hasLeft || (member.leftOn !== null && member.leftOn <= today)
  if (isGone || members.every(hasLeft)) return refuseField('tenancyId', 'Everyone has moved out of this tenancy')
  return { tenancy, today }
}
