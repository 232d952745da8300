import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { unit } from '../../schema/projections.ts'
import { tenant } from '../../schema/tenants.ts'
import { openSeparateTenancy } from '../tenancies/open-separate-tenancy.ts'
import type { RequestedTerms } from '../tenancies/open-tenancy.ts'
import { type Home, homeAfter } from '../tenancies/homes.ts'
import { requireProperty, stillAvailable } from '../../projections/properties.ts'
import type { TenancyGroup, TenancyRow } from '../tenancies/tenancies.ts'
import type { TenantRow } from './tenants.ts'
import { rentOn } from '../tenancies/terms.ts'

interface Returning {
  before: TenantRow
  after: TenantRow
  group: TenancyGroup
  asked: RequestedTerms
  at: string
}

/**
 * Whether somebody who is back after they had left moves in again, rather than never having been gone: their lease starts after the day they
 * moved out. A tenancy in which nobody lived is no past one: it begins when they say.
 */
export function isMovingInAgain(
  { tenancy, members }: TenancyGroup,
  { tenantId, startDate }: { tenantId: string } & Pick<RequestedTerms, 'startDate'>,
): boolean {
  const leftOn = members.find(({ tenant }) => tenant.id === tenantId)?.member.leftOn ?? null
  if (leftOn === null || !startDate || startDate === tenancy.startDate || startDate <= leftOn || tenancy.isVoid)
    return false
  const isLivedIn = members.some(({ member }) => !member.hasLeft)
  return isLivedIn || tenancy.startDate === null || leftOn >= tenancy.startDate
}

/** They begin a tenancy of their own; the one they left stays as it is, with its move-out and its ledger. @throws Refusal 400, 409 */
export async function moveInAgain(tx: Tx, { group, ...change }: Returning): Promise<void> {
  const { tenancy: past, members } = group
  const { asked, after } = change
  const place = homeAfter(asked, past)
  await claimHome(tx, past, place)
  const leftOn = members.find(({ tenant }) => tenant.id === after.id)?.member.leftOn ?? past.movedOutOn
  const terms = termsOnReturn(past, asked, leftOn)
  const termKind = past.termKind === 'at_will' && terms.endDate ? 'fixed' : past.termKind
  await openSeparateTenancy(tx, change, { ...terms, ...place }, { termKind, billing: past.billing })
}

/** What the form leaves out is as it was when they left: the rent in force then, and an end only where it is still to come. */
function termsOnReturn(
  past: TenancyRow,
  { startDate, endDate, monthlyRent, securityDeposit }: RequestedTerms,
  leftOn: string | null,
): RequestedTerms {
  const stillToCome = past.endDate !== null && startDate && past.endDate > startDate ? past.endDate : null
  return {
    propertyId: undefined,
    unitId: undefined,
    startDate,
    endDate: endDate === undefined ? stillToCome : endDate,
    monthlyRent: monthlyRent === undefined ? rentOn(past, leftOn ?? '') : monthlyRent,
    securityDeposit: securityDeposit === undefined ? past.securityDeposit : securityDeposit,
  }
}

/** Nobody moves into what is gone by now, also where they lived there once. @throws Refusal 400 */
async function claimHome(tx: Tx, { landlordId, ...past }: TenancyRow, { propertyId, unitId }: Home): Promise<void> {
  if (propertyId === null) return
  if (propertyId !== past.propertyId) return requireProperty(tx, landlordId, propertyId)
  if ((await stillAvailable(tx, { landlordId, propertyId })) === null)
    refuseField('propertyId', 'The property they lived in was deleted or archived: choose another one, or none')
  const [known] = await tx
    .select({ isDeleted: unit.isDeleted })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), eq(unit.unitId, unitId ?? propertyId)))
  if (known?.isDeleted) refuseField('unitId', 'The unit they lived in is gone: choose another one')
}

/**
 * A tenancy is not taken back into once whoever holds its ledger has another home, or had one since: who comes back would see what is charged there,
 * and the ledger would stand under the name of somebody who lives elsewhere. @throws Refusal 409
 */
export async function assertCanReturn(tx: Tx, { id, landlordId, accountId }: TenancyRow): Promise<void> {
  const [holder] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, accountId)))
  if (!holder || holder.tenancyId === id) return
  const wayOut = 'Let this tenant move in again instead, with a lease that starts after the move-out.'
  refuse('illegal-transition', `The ledger of the tenancy they left belongs to another home by now. ${wayOut}`)
}

function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
