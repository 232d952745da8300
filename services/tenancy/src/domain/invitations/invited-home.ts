import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuseField } from '@keyhold/kit/http/problem'
import { and, eq, sql } from 'drizzle-orm'
import { stillAvailable } from '../../projections/properties.ts'
import type { InvitationRow } from '../../schema/invitations.ts'
import { unit } from '../../schema/projections.ts'
import { tenantRecord } from '../../schema/tenants.ts'
import type { Home } from '../tenancies/homes.ts'
import { readResidents } from '../tenancies/residents.ts'
import { lockJoinableTenancy } from '../tenants/join-tenancy.ts'

type InvitedHome = Pick<InvitationRow, 'propertyId' | 'unitId' | 'tenancyId' | 'isSeparate'>

interface Invited {
  landlordId: string
  propertyId?: string | null | undefined
  unitId?: string | null | undefined
  tenancyId?: string | null | undefined
  separate: boolean
  /** The existing or reserved tenant; null for a new one. */
  tenantId: string | null
  at: string
}

/**
 * The home of a new invitation and how the tenant lives there, from a form whose home has been checked (`checkHome`). A tenant who has a home keeps it.
 * @throws Refusal 400; 409 for an occupied home without an answer
 */
export async function invitedHome(tx: Tx, invited: Invited): Promise<InvitedHome> {
  const { landlordId, tenancyId, separate: isSeparate, tenantId, at } = invited
  if (tenancyId) {
    if (isSeparate) refuseField('separate', 'Choose either their tenancy or a separate one')
    const { tenancy } = await lockJoinableTenancy(tx, { landlordId, tenancyId, at })
    return { propertyId: tenancy.propertyId, unitId: tenancy.unitId, tenancyId, isSeparate }
  }
  const { propertyId = null } = invited
  const unitId = invited.unitId ?? propertyId
  if (propertyId !== null && !isSeparate && !(await hasHome(tx, landlordId, tenantId))) {
    const names = await namesOfResidents(tx, { landlordId, propertyId, unitId, at })
    if (names !== null) refuseUnanswered(names)
  }
  return { propertyId, unitId, tenancyId: null, isSeparate }
}

function refuseUnanswered(names: string): never {
  const message = 'Choose whether the tenant joins them or has a separate tenancy'
  throw new Refusal('confirmation-needed', `This home is occupied (${names}). ${message}.`, {
    issues: [{ path: 'tenancyId', message }],
  })
}

async function hasHome(tx: Tx, landlordId: string, tenantId: string | null): Promise<boolean> {
  if (tenantId === null) return false
  const [record] = await tx
    .select({ propertyId: tenantRecord.propertyId })
    .from(tenantRecord)
    .where(and(eq(tenantRecord.landlordId, landlordId), eq(tenantRecord.id, tenantId)))
  return record !== undefined && record.propertyId !== null
}

interface WhichHome extends Home {
  landlordId: string
  propertyId: string
  at: string
}

/** Null for a vacant home. */
async function namesOfResidents(tx: Tx, { landlordId, propertyId, unitId, at }: WhichHome): Promise<string | null> {
  const residents = await readResidents(tx, { landlordId, propertyIds: [propertyId], at })
  const there = residents.filter((one) => one.unitId === unitId)
  return there.length > 0 ? there.map(({ names }) => names).join(', ') : null
}

/**
 * The home that a registration gives with a tenancy of its own; null where it is gone, or where others live there and the landlord has not said
 * how the tenant lives with them.
 */
export async function homeAtRegistration(tx: Tx, invited: InvitationRow, at: string): Promise<Home | null> {
  const { landlordId, isSeparate } = invited
  const propertyId = await stillAvailable(tx, invited)
  if (propertyId === null) return null
  const unitId = invited.unitId ?? propertyId
  if (await isRemoved(tx, landlordId, unitId)) return null
  if (isSeparate) return { propertyId, unitId }
  // Of two who register for one vacant home at the same time, the second finds it occupied.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`home ${unitId}`}, 0))`)
  const isVacant = (await namesOfResidents(tx, { landlordId, propertyId, unitId, at })) === null
  return isVacant ? { propertyId, unitId } : null
}

async function isRemoved(tx: Tx, landlordId: string, unitId: string): Promise<boolean> {
  const [row] = await tx
    .select({ isDeleted: unit.isDeleted })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), eq(unit.unitId, unitId)))
  return row?.isDeleted ?? false
}
