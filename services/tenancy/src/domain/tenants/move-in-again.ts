import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { requireProperty, stillAvailable } from '../../projections/properties.ts'
import { unit } from '../../schema/projections.ts'
import type { TenancyRow } from '../../schema/tenancies.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { type Home, homeAfter } from '../tenancies/homes.ts'
import { openSeparateTenancy } from '../tenancies/open-separate-tenancy.ts'
import type { RequestedTerms } from '../tenancies/requested-terms.ts'
import type { TenancyGroup } from '../tenancies/tenancy-group.ts'
import { rentOn } from '../tenancies/terms.ts'

interface MoveInAgain {
  before: TenantRow
  after: TenantRow
  group: TenancyGroup
  requested: RequestedTerms
  at: string
  by: ChangeAuthor
}

/**
 * Whether a former tenant who becomes active moves in again (their new lease starts after they moved out), as opposed to never having moved out.
 * A tenancy in which nobody lived is not a past one: it simply starts on the new date.
 */
export function isMovingInAgain(
  { tenancy, members }: TenancyGroup,
  { tenantId, startDate }: { tenantId: string } & Pick<RequestedTerms, 'startDate'>,
): boolean {
  const leftOn = members.find((one) => one.tenant.id === tenantId)?.member.leftOn ?? null
  if (leftOn === null || !startDate || startDate === tenancy.startDate || startDate <= leftOn || tenancy.isVoid)
    return false
  const isInhabited = members.some(({ member }) => !member.hasLeft)
  return isInhabited || tenancy.startDate === null || leftOn >= tenancy.startDate
}

/** Opens a tenancy of their own for a former tenant. The past one stays as it is, with its move-out and its ledger. @throws Refusal 400, 409 */
export async function moveInAgain(tx: Tx, { group, ...change }: MoveInAgain): Promise<void> {
  const { tenancy: past, members } = group
  const { requested, after } = change
  const home = homeAfter(requested, past)
  await requireHome(tx, past, home)
  const leftOn = members.find((one) => one.tenant.id === after.id)?.member.leftOn ?? past.movedOutOn
  const terms = termsOnReturn(past, requested, leftOn)
  const termKind = requested.termKind ?? (past.termKind === 'at_will' && terms.endDate ? 'fixed' : past.termKind)
  // Who lived there before, and from when it is billed, are other questions for the new tenancy.
  const billing = requested.billing ?? (past.billing && { ...past.billing, splitAfter: null, billFrom: null })
  await openSeparateTenancy(tx, change, { ...terms, ...home, termKind, billing })
}

/** Terms that the form leaves out are those of the past tenancy: the rent in force when they left, and the end date if it is still ahead. */
function termsOnReturn(
  past: TenancyRow,
  { startDate, endDate, monthlyRent, securityDeposit }: RequestedTerms,
  leftOn: string | null,
): RequestedTerms {
  const pastEndDate = past.endDate !== null && startDate && past.endDate > startDate ? past.endDate : null
  return {
    propertyId: undefined,
    unitId: undefined,
    startDate,
    endDate: endDate === undefined ? pastEndDate : endDate,
    monthlyRent: monthlyRent === undefined ? rentOn(past, leftOn ?? '') : monthlyRent,
    securityDeposit: securityDeposit === undefined ? past.securityDeposit : securityDeposit,
  }
}

/** The home must still exist, even if the tenant lived there before. @throws Refusal 400 */
async function requireHome(tx: Tx, { landlordId, ...past }: TenancyRow, { propertyId, unitId }: Home): Promise<void> {
  if (propertyId === null) return
  if (propertyId !== past.propertyId) return requireProperty(tx, landlordId, propertyId)
  if ((await stillAvailable(tx, { landlordId, propertyId })) === null)
    refuseField('propertyId', 'The property they lived in was deleted or archived: choose another one, or none')
  const [found] = await tx
    .select({ isDeleted: unit.isDeleted })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), eq(unit.unitId, unitId ?? propertyId)))
  if (found?.isDeleted) refuseField('unitId', 'The unit they lived in was removed: choose another one')
}

/**
 * A former tenant cannot return to a tenancy once the tenant whose ledger it uses has moved to another home, even if they have left that one
 * too: the returning tenant would see the charges of that home. @throws Refusal 409
 */
export async function assertCanReturn(tx: Tx, { id, landlordId, accountId }: TenancyRow): Promise<void> {
  const [holder] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, accountId)))
  if (!holder || holder.tenancyId === id) return
  const nextStep = 'Let this tenant move in again instead, with a lease that starts after the move-out.'
  refuse('illegal-transition', `The ledger of the tenancy they left now belongs to another home. ${nextStep}`)
}
