import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { addDays } from '@keyhold/kit/lib/dates'
import { and, eq, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { member, tenancy } from '../../schema/tenancies.ts'
import { type TenancyRow, todayOf } from './tenancies.ts'
import { validateTerms, leaseNames } from './terms.ts'

type Asked = Partial<
  Pick<TenancyRow, 'propertyId' | 'unitId' | 'startDate' | 'endDate' | 'monthlyRent' | 'securityDeposit'>
>
export type NewTenancy = typeof tenancy.$inferInsert & { id: string; movedOutOn: string | null }

/** The place and terms that a form names; what it leaves out is undefined. */
export type RequestedTerms = { [K in keyof Asked]: Asked[K] | undefined }

/** A tenancy says where somebody lives, or on what terms: who has neither is part of none. */
export const needsTenancy = (terms: RequestedTerms): boolean =>
  Object.values(terms).some((value) => value !== null && value !== undefined)

interface Opened {
  landlordId: string
  tenantId: string
  terms: RequestedTerms
  /** Not active: the record of somebody who is not there. */
  isActive: boolean
  at: string
}

/** The row of a tenancy that a tenant opens: the ledger is theirs. @throws Refusal 400 where the terms don't fit each other */
export async function newTenancyRow(
  tx: Tx,
  { landlordId, tenantId, terms, isActive, at }: Opened,
): Promise<NewTenancy> {
  const { propertyId = null, startDate = null, endDate = null, monthlyRent = null, securityDeposit = null } = terms
  validateTerms({ startDate, endDate, monthlyRent, termKind: 'fixed', rentSteps: [] }, leaseNames)
  const unitId = propertyId === null ? null : (terms.unitId ?? propertyId)
  const movedOutOn = isActive ? null : await dayBeforeItBegan(tx, { landlordId, propertyId, startDate }, at)
  const known = { propertyId, unitId, startDate, endDate, monthlyRent, securityDeposit, movedOutOn }
  return { id: v7(), landlordId, accountId: tenantId, ...known, createdAt: at, updatedAt: at }
}

/** Nobody owes rent for a term that nobody is known to have lived under: it is over before it begins. */
async function dayBeforeItBegan(
  tx: Tx,
  home: Pick<TenancyRow, 'landlordId' | 'propertyId' | 'startDate'>,
  at: string,
): Promise<string> {
  const today = await todayOf(tx, home, at)
  return home.startDate !== null && home.startDate <= today ? addDays(home.startDate, -1) : today
}

/**
 * A tenant's ledger is not taken along to a tenancy of their own while others look into it, who are there or were the last to leave: they would
 * see what is none of theirs. `isThere`: they have not left. @throws Refusal 409
 */
export async function assertLedgerNotShared(
  tx: Tx,
  { landlordId, tenantId, isThere }: { landlordId: string; tenantId: string; isThere: boolean },
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
  const wayOut = `${isThere ? 'Let the tenant move out, archive the record' : 'Archive this record'}, and add the person anew.`
  refuse('illegal-transition', `Others share the ledger that stands under this tenant's name. ${wayOut}`)
}
