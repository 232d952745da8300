import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { and, eq, inArray } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { leaveTenancy } from './leave-tenancy.ts'
import { type TenancyGroup, finishTenancyChange, todayOf } from './tenancies.ts'

interface MovingOut {
  form: BodyOf<typeof moveOut>
  at: string
  by: ChangeAuthor
}

/** All members of a locked household move out, or the one that the form names; or a day that was noted is taken back. @throws Refusal 400, 409 */
export async function moveMembersOut(tx: Tx, group: TenancyGroup, { form, at, by }: MovingOut): Promise<void> {
  const { tenancy } = group
  const { landlordId } = tenancy
  const { movedOutOn: day, reason } = form
  const meant = meantBy(form, group)
  const there = meant.filter((one) => !one.member.hasLeft)
  // Pressing twice is asking once.
  if (meant.length > 0 && meant.every((one) => one.member.leftOn === day)) return
  if (there.length === 0)
    refuse(
      'illegal-transition',
      form.tenantId ? 'This tenant has moved out already.' : 'Everybody has moved out already.',
    )
  if (day !== null) await judgeDay(tx, group, there, { day, at })
  const tenantIds = there.map((one) => one.tenant.id)
  const left =
    day === null ? await stay(tx, group, tenantIds) : await leaveTenancy(tx, group, { tenantIds, at, on: day })
  const why = reason ? [{ field: 'reason', from: null, to: reason }] : []
  await recordChanges(
    tx,
    there.map((one) => ({
      landlordId,
      tenantId: one.tenant.id,
      what: day === null ? ('changed' as const) : ('moved_out' as const),
      changes: [{ field: 'movedOutOn', from: one.member.leftOn, to: day }, ...why],
    })),
    { at, by },
  )
  await finishTenancyChange(tx, tenancy, { at, updated: left, left })
}

function meantBy({ tenantId }: MovingOut['form'], { members }: TenancyGroup): TenancyGroup['members'] {
  if (!tenantId) {
    const there = members.filter((one) => !one.member.hasLeft)
    return there.length > 0 ? there : members
  }
  const one = members.find(({ tenant }) => tenant.id === tenantId)
  return one ? [one] : refuseField('tenantId', 'Choose one of the tenants of this tenancy')
}

async function judgeDay(
  tx: Tx,
  { tenancy }: TenancyGroup,
  there: TenancyGroup['members'],
  { day, at }: { day: string; at: string },
): Promise<void> {
  // Who changes their mind before it begins leaves today.
  if (day >= (await todayOf(tx, tenancy, at))) return
  const started = [tenancy.startDate, ...there.map((one) => one.member.joinedOn)].filter((from) => from !== null)
  if (started.some((from) => day < from)) refuseField('movedOutOn', 'Nobody can move out before they moved in')
}

/** Nobody leaves after all. */
async function stay(tx: Tx, { tenancy: { id, landlordId } }: TenancyGroup, tenantIds: string[]): Promise<string[]> {
  await tx
    .update(member)
    .set({ leftOn: null })
    .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), inArray(member.tenantId, tenantIds)))
  return []
}

function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
