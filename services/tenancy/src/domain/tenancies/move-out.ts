import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { and, eq, inArray } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { leaveTenancy } from './leave-tenancy.ts'
import { todayOf } from './tenancies.ts'
import { finishTenancyChange, type TenancyGroup } from './tenancy-group.ts'

interface MoveOut {
  form: BodyOf<typeof moveOut>
  at: string
  by: ChangeAuthor
}

/** Moves out all members of a locked tenancy or the one that the form names, or cancels a planned move-out. @throws Refusal 400, 409 */
export async function moveMembersOut(tx: Tx, group: TenancyGroup, { form, at, by }: MoveOut): Promise<void> {
  const { tenancy } = group
  const { landlordId } = tenancy
  const { movedOutOn: day, reason } = form
  const selected = selectedMembers(form, group)
  const present = selected.filter((one) => !one.member.hasLeft)
  // A repeated request changes nothing.
  if (selected.length > 0 && selected.every((one) => one.member.leftOn === day)) return
  if (present.length === 0)
    refuse(
      'illegal-transition',
      form.tenantId ? 'This tenant has already moved out.' : 'Everyone has already moved out.',
    )
  if (day !== null) await validateMoveOutDay(tx, group, present, { day, at })
  const tenantIds = present.map((one) => one.tenant.id)
  const left =
    day === null ? await cancelMoveOut(tx, group, tenantIds) : await leaveTenancy(tx, group, { tenantIds, at, on: day })
  const reasonChange = reason ? [{ field: 'reason', from: null, to: reason }] : []
  await recordChanges(
    tx,
    present.map((one) => ({
      landlordId,
      tenantId: one.tenant.id,
      what: day === null ? ('changed' as const) : ('moved_out' as const),
      changes: [{ field: 'movedOutOn', from: one.member.leftOn, to: day }, ...reasonChange],
    })),
    { at, by },
  )
  await finishTenancyChange(tx, tenancy, { at, by, updated: left, left })
}

function selectedMembers({ tenantId }: MoveOut['form'], { members }: TenancyGroup): TenancyGroup['members'] {
  if (!tenantId) {
    const present = members.filter((one) => !one.member.hasLeft)
    return present.length > 0 ? present : members
  }
  const selected = members.find(({ tenant }) => tenant.id === tenantId)
  return selected ? [selected] : refuseField('tenantId', 'Choose one of the tenants of this tenancy')
}

async function validateMoveOutDay(
  tx: Tx,
  { tenancy }: TenancyGroup,
  leaving: TenancyGroup['members'],
  { day, at }: { day: string; at: string },
): Promise<void> {
  // Tenants who cancel before the tenancy starts move out today.
  if (day >= (await todayOf(tx, tenancy, at))) return
  const starts = [tenancy.startDate, ...leaving.map((one) => one.member.joinedOn)].filter((from) => from !== null)
  if (starts.some((from) => day < from)) refuseField('movedOutOn', 'Nobody can move out before they moved in')
}

async function cancelMoveOut(
  tx: Tx,
  { tenancy: { id, landlordId } }: TenancyGroup,
  tenantIds: string[],
): Promise<string[]> {
  await tx
    .update(member)
    .set({ leftOn: null })
    .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), inArray(member.tenantId, tenantIds)))
  return []
}
