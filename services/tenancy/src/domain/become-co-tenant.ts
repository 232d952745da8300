import type { Tx } from '@keyhold/kit/db'
import { Refusal, refuse } from '@keyhold/kit/problem'
import { and, eq } from 'drizzle-orm'
import { member, tenant } from '../schema.ts'
import { judgeJoining } from './join-tenancy.ts'
import { leave } from './leave.ts'
import type { Home } from './lock-home.ts'
import { inDollars, type OpenLedger } from './own-ledger.ts'
import { type Household, settle } from './tenancies.ts'
import type { TenantRow } from './tenants.ts'

interface Joining extends Omit<Home, 'before'> {
  /** The record as it is now. */
  after: TenantRow
  /** What is open on the ledger that they look into now, as far as it was asked for. */
  ledger: OpenLedger | null
  at: string
}

/** Whether a tenant is there already. */
export const isPartOf = ({ household, tenantId, tenancyId }: { household: Household | null; tenantId: string; tenancyId: string }): boolean =>
  household?.tenancy.id === tenancyId && household.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft)

/**
 * A tenant becomes a co-tenant of a tenancy that is there, and leaves the one they are part of. What was charged before stays on its ledger.
 * @throws Refusal 400, 409
 */
export async function becomeCoTenant(tx: Tx, { after, household, joining, ledger, at }: Joining): Promise<void> {
  const { id: tenantId, landlordId } = after
  if (!after.isActive) refuseField('isActive', 'A co-tenant lives there: make the tenant active as well')
  const { tenancy, joinedOn } = await judgeJoining(tx, joining, at)
  const isReturning = household?.tenancy.id === tenancy.id
  if (!isReturning) judgeLedgerLeft({ after, household, ledger, accountId: tenancy.accountId })
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
  ledger: OpenLedger | null
  /** Of the tenancy that they join. */
  accountId: string
}

/**
 * As a co-tenant they see the ledger of the tenancy they join, and the one they leave no more: so nothing may be open on it, unless others stay
 * and owe it. One that others go on living by is not left under the name of somebody who lives elsewhere. @throws Refusal 409
 */
function judgeLedgerLeft({ after, household, ledger, accountId }: Leaving): void {
  const own = household?.tenancy.accountId ?? after.id
  if (own === accountId) return
  const othersStay = household?.members.some((one) => one.tenant.id !== after.id && !one.member.hasLeft) ?? false
  if (othersStay && own === after.id)
    refuse('illegal-transition', `Others share the ledger that stands under this tenant's name, and it can't be left to them. Add the person anew.`)
  if (othersStay || !looksInto(household, after.id, own)) return
  if (ledger?.accountId !== own) refuse('illegal-transition', 'Somebody changed this tenant at the same moment. Please try again.')
  const { firstName } = after
  if (ledger.owed > 0) {
    const wayOut = 'Record the payment or cancel the charge first, or give them a tenancy of their own.'
    refuse('illegal-transition', `${firstName} owes ${inDollars(ledger.owed)} on a ledger that a co-tenant sees no more. ${wayOut}`)
  }
  if (ledger.awaiting > 0)
    refuse('illegal-transition', `${firstName} reported ${inDollars(ledger.awaiting)} that awaits your confirmation. Confirm or reject it first.`)
}

/** Who left before the others owes nothing there any more. */
function looksInto(household: Household | null, tenantId: string, accountId: string): boolean {
  if (household === null || accountId === tenantId) return true
  return household.members.some((one) => one.tenant.id === tenantId && (!one.member.hasLeft || one.member.leftOn === household.tenancy.movedOutOn))
}

function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
