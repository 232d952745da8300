import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { judgeJoining } from './join-tenancy.ts'
import { leave } from '../tenancies/leave-tenancy.ts'
import type { Home } from './lock-tenant.ts'
import { inDollars, type OpenLedger } from '../tenancies/ledger-balances.ts'
import { type Household, settle } from '../tenancies/tenancies.ts'
import type { TenantRow } from './tenants.ts'

interface Joining extends Omit<Home, 'before'> {
  /** The record as it is now. */
  after: TenantRow
  /** What stands on the ledgers that they may look into now, as far as it was asked for. */
  ledgers: readonly OpenLedger[]
  at: string
}

/** Whether a tenant is there already. */
export const isPartOf = ({
  household,
  tenantId,
  tenancyId,
}: {
  household: Household | null
  tenantId: string
  tenancyId: string
}): boolean =>
  household?.tenancy.id === tenancyId &&
  household.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft)

/**
 * A tenant becomes a co-tenant of a tenancy that is there, and leaves the one they are part of. What was charged before stays on its ledger.
 * @throws Refusal 400, 409
 */
export async function becomeCoTenant(tx: Tx, { after, household, joining, ledgers, at }: Joining): Promise<void> {
  const { id: tenantId, landlordId } = after
  if (!after.isActive) refuseField('isActive', 'A co-tenant lives there: make the tenant active as well')
  const { tenancy, joinedOn } = await judgeJoining(tx, joining, at)
  const isReturning = household?.tenancy.id === tenancy.id
  judgeLedgerLeft({ after, household, ledgers, accountId: tenancy.accountId })
  if (household && !isReturning) await leave(tx, household, { tenantIds: [tenantId], at })
  const stay = { joinedOn, leftOn: null, hasLeft: false }
  await tx
    .insert(member)
    .values({ landlordId, tenancyId: tenancy.id, tenantId, ...stay })
    .onConflictDoUpdate({ target: [member.landlordId, member.tenancyId, member.tenantId], set: stay })
  await tx
    .update(tenant)
    .set({ tenancyId: tenancy.id, isActive: true })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  await settle(tx, tenancy, { at, updated: [tenantId] })
  const wasThere = household?.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft) ?? false
  if (household && wasThere) await settle(tx, household.tenancy, { at, updated: [] })
}

interface Leaving {
  after: TenantRow
  household: Household | null
  ledgers: readonly OpenLedger[]
  /** Of the tenancy that they join. */
  accountId: string
}

/**
 * As a co-tenant they see the ledger of the tenancy they join, and the one they leave no more: so nothing may be open on it and no money lie there,
 * unless others stay and share it. One that others go on living by is not left under the name of somebody who lives elsewhere. @throws Refusal 409
 */
function judgeLedgerLeft({ after, household, ledgers, accountId }: Leaving): void {
  const shared = household?.tenancy.accountId ?? after.id
  const left = looksInto(household, after.id, shared) ? shared : after.id
  if (left === accountId) return
  const othersStay = household?.members.some((one) => one.tenant.id !== after.id && !one.member.hasLeft) ?? false
  if (othersStay && shared === after.id)
    refuse(
      'illegal-transition',
      `Others share the ledger that stands under this tenant's name, and it can't be left to them. Add the person anew.`,
    )
  if (othersStay && left === shared) return
  const ledger = ledgers.find((one) => one.accountId === left)
  if (!ledger) refuse('illegal-transition', 'Somebody changed this tenant at the same moment. Please try again.')
  judgeSettled(after.firstName, ledger)
}

function judgeSettled(firstName: string, { owed, awaiting, ahead }: OpenLedger): void {
  if (owed > 0) {
    const wayOut = 'Record the payment or cancel the charge first, or give them a tenancy of their own.'
    refuse(
      'illegal-transition',
      `${firstName} owes ${inDollars(owed)} on a ledger that a co-tenant sees no more. ${wayOut}`,
    )
  }
  if (awaiting > 0)
    refuse(
      'illegal-transition',
      `${firstName} reported ${inDollars(awaiting)} that awaits your confirmation. Confirm or reject it first.`,
    )
  if (ahead > 0) {
    const wayOut = 'Reverse that payment, and record it again once they are a co-tenant.'
    refuse(
      'illegal-transition',
      `${firstName} paid ${inDollars(ahead)} ahead on a ledger that a co-tenant sees no more. ${wayOut}`,
    )
  }
}

/** Who left before the others has a ledger of their own again. */
function looksInto(household: Household | null, tenantId: string, accountId: string): boolean {
  if (household === null || accountId === tenantId) return true
  return household.members.some(
    (one) => one.tenant.id === tenantId && (!one.member.hasLeft || one.member.leftOn === household.tenancy.movedOutOn),
  )
}

function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
