import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { lockProperty } from '../../projections/properties.ts'
import { type TenancyGroup, lockTenancyGroup, type TenancyRow, todayOf } from '../tenancies/tenancies.ts'

export interface JoinableTenancy {
  tenancy: TenancyRow
  /** The day it is at the tenancy. */
  today: string
  /** What a member who joins today has as their first day: none before the tenancy began. */
  joinedOn: string | null
}

/** Locks a tenancy that somebody joins as a co-tenant; until the end of the transaction its property can't be released. @throws Refusal 400 */
export async function lockJoinableTenancy(
  tx: Tx,
  { landlordId, tenancyId, at }: { landlordId: string; tenancyId: string; at: string },
): Promise<JoinableTenancy> {
  return assertJoinable(tx, await lockTenancyGroup(tx, { id: tenancyId, landlordId }), at)
}

/** … one that is locked already; null: the landlord has no such tenancy. @throws Refusal 400 */
export async function assertJoinable(tx: Tx, group: TenancyGroup | null, at: string): Promise<JoinableTenancy> {
  if (!group || group.tenancy.isVoid) return notThis('Choose one of your tenancies')
  const { tenancy, members } = group
  const { landlordId } = tenancy
  const isGone =
    tenancy.propertyId !== null && !(await lockProperty(tx, { landlordId, propertyId: tenancy.propertyId }))
  const today = await todayOf(tx, tenancy, at)
  // A day that was noted has come, also where the schedule has yet to see it.
  const hasLeft = ({ member }: TenancyGroup['members'][number]) =>
    member.hasLeft || (member.leftOn !== null && member.leftOn <= today)
  if (isGone || members.every(hasLeft)) return notThis('Everybody has moved out of this tenancy')
  return { tenancy, today, joinedOn: tenancy.startDate !== null && tenancy.startDate >= today ? null : today }
}

function notThis(message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'tenancyId', message }] })
}
