import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { addDays } from '@keyhold/kit/lib/dates'
import { and, eq, ne, sql } from 'drizzle-orm'
import { member, tenancy } from '../../schema/tenancies.ts'
import { stableId } from '../nights/with-nights.ts'
import { datesAtProperties } from './tenancies.ts'
import type { RequestedTerms } from './requested-terms.ts'
import { leaseFieldNames, validateTerms } from './terms.ts'

export type NewTenancy = typeof tenancy.$inferInsert & { id: string; movedOutOn: string | null }

/** A tenant with neither a home nor terms has no tenancy. How rents are charged is no term without a rent. */
export const needsTenancy = ({ termKind: _, billing: __, rentFrom: ___, ...terms }: RequestedTerms): boolean =>
  Object.values(terms).some((value) => value !== null && value !== undefined)

interface Opening {
  tenantId: string
  terms: RequestedTerms
  /** False for the record of somebody who does not live there. */
  isActive: boolean
}

/**
 * The rows of new tenancies, each with its tenant's own ledger, in the order of `openings`.
 * @throws Refusal 400 for terms that contradict each other
 */
export async function newTenancyRows(
  tx: Tx,
  openings: readonly Opening[],
  { landlordId, at }: { landlordId: string; at: string },
): Promise<NewTenancy[]> {
  const uninhabited = openings.filter(({ isActive }) => !isActive)
  const propertyIds = uninhabited.map(({ terms }) => terms.propertyId ?? null)
  const dateAtProperty = await datesAtProperties(tx, landlordId, propertyIds, at)
  return openings.map(({ tenantId, terms, isActive }) => {
    const { propertyId = null, startDate = null, endDate = null, monthlyRent = null, securityDeposit = null } = terms
    const { termKind = 'fixed', billing = null } = terms
    validateTerms({ startDate, endDate, monthlyRent, termKind, billing, rentSteps: [] }, leaseFieldNames)
    return {
      id: stableId(tx, `tenancy of ${tenantId}`),
      landlordId,
      accountId: tenantId,
      propertyId,
      unitId: propertyId === null ? null : (terms.unitId ?? propertyId),
      startDate,
      endDate,
      monthlyRent,
      securityDeposit,
      termKind,
      billing,
      movedOutOn: isActive ? null : endBeforeStart(startDate, dateAtProperty(propertyId)),
      isClaimed: true,
      createdAt: at,
      updatedAt: at,
    }
  })
}

/** The move-out day of a tenancy in which nobody lives: before its start, so that no rent is due. */
const endBeforeStart = (startDate: string | null, today: string): string =>
  startDate !== null && startDate <= today ? addDays(startDate, -1) : today

/**
 * A tenant cannot take their ledger to a tenancy of their own while others can see it: present members, and those who were the last to leave.
 * They would see the charges of a home that is not theirs. `isPresent`: the tenant has not moved out. @throws Refusal 409
 */
export async function assertLedgerNotShared(
  tx: Tx,
  { landlordId, tenantId, isPresent }: { landlordId: string; tenantId: string; isPresent: boolean },
): Promise<void> {
  const [shared] = await tx
    .select({ id: tenancy.id })
    .from(tenancy)
    .innerJoin(
      member,
      and(eq(member.landlordId, tenancy.landlordId), eq(member.tenancyId, tenancy.id), ne(member.tenantId, tenantId)),
    )
    .where(
      and(
        eq(tenancy.landlordId, landlordId),
        eq(tenancy.accountId, tenantId),
        sql`(not ${member.hasLeft} or ${member.leftOn} = (
          select max(last.left_on) from ${member} last where last.landlord_id = ${member.landlordId} and last.tenancy_id = ${member.tenancyId}))`,
      ),
    )
    .limit(1)
  if (!shared) return
  const nextStep = isPresent ? 'Move the tenant out, archive the record' : 'Archive this record'
  refuse('illegal-transition', `Others share this tenant's ledger. ${nextStep}, and add the person again.`)
}
