import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { moneyText } from '@keyhold/kit/lib/money'
import { and, eq } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { assertJoinable } from './join-tenancy.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import type { LockedTenant } from './lock-tenant.ts'
import { type LedgerBalance } from '../tenancies/ledger-balances.ts'
import { type TenancyGroup, finishTenancyChange } from '../tenancies/tenancies.ts'
import type { TenantRow } from './tenants.ts'

interface Joining extends Omit<LockedTenant, 'before'> {
  /** The record as it is now. */
  after: TenantRow
  /** What stands on the ledgers that they may look into now, as far as it was asked for. */
  ledgers: readonly LedgerBalance[]
  at: string
}

/** Whether a tenant is there already. */
export const isMember = ({
  group,
  tenantId,
  tenancyId,
}: {
  group: TenancyGroup | null
  tenantId: string
  tenancyId: string
}): boolean =>
  group?.tenancy.id === tenancyId && group.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft)

/**
 * A tenant becomes a co-tenant of a tenancy that is there, and leaves the one they are part of. What was charged before stays on its ledger.
 * @throws Refusal 400, 409
 */
export async function becomeCoTenant(tx: Tx, { after, group, joining, ledgers, at }: Joining): Promise<void> {
  const { id: tenantId, landlordId } = after
  if (!after.isActive) refuseField('isActive', 'A co-tenant lives there: make the tenant active as well')
  const { tenancy, joinedOn } = await assertJoinable(tx, joining, at)
  const isReturning = group?.tenancy.id === tenancy.id
  assertLedgerCanBeLeft({ after, group, ledgers, accountId: tenancy.accountId })
  if (group && !isReturning) await leaveTenancy(tx, group, { tenantIds: [tenantId], at })
  const stay = { joinedOn, leftOn: null, hasLeft: false }
  await tx
    .insert(member)
    .values({ landlordId, tenancyId: tenancy.id, tenantId, ...stay })
    .onConflictDoUpdate({ target: [member.landlordId, member.tenancyId, member.tenantId], set: stay })
  await tx
    .update(tenant)
    .set({ tenancyId: tenancy.id, isActive: true })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  await finishTenancyChange(tx, tenancy, { at, updated: [tenantId] })
  const wasThere = group?.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft) ?? false
  if (group && wasThere) await finishTenancyChange(tx, group.tenancy, { at, updated: [] })
}

interface Leaving {
  after: TenantRow
  group: TenancyGroup | null
  ledgers: readonly LedgerBalance[]
  /** Of the tenancy that they join. */
  accountId: string
}

/**
 * As a co-tenant they see the ledger of the tenancy they join, and the one they leave no more: so nothing may be open on it and no money lie there,
 * unless others stay and share it. One that others go on living by is not left under the name of somebody who lives elsewhere. @throws Refusal 409
 */
function assertLedgerCanBeLeft({ after, group, ledgers, accountId }: Leaving): void {
  const shared = group?.tenancy.accountId ?? after.id
  const left = seesLedger(group, after.id, shared) ? shared : after.id
  if (left === accountId) return
  const othersStay = group?.members.some((one) => one.tenant.id !== after.id && !one.member.hasLeft) ?? false
  if (othersStay && shared === after.id)
    refuse(
      'illegal-transition',
      `Others share the ledger that stands under this tenant's name, and it can't be left to them. Add the person anew.`,
    )
  if (othersStay && left === shared) return
  const ledger = ledgers.find((one) => one.accountId === left)
  if (!ledger) refuse('illegal-transition', 'Somebody changed this tenant at the same moment. Please try again.')
  assertNoOpenBalance(after.firstName, ledger)
}

function assertNoOpenBalance(firstName: string, { owed, awaiting, ahead }: LedgerBalance): void {
  if (owed > 0) {
    const wayOut = 'Record the payment or cancel the charge first, or give them a tenancy of their own.'
    refuse(
      'illegal-transition',
      `${firstName} owes ${moneyText(owed)} on a ledger that a co-tenant sees no more. ${wayOut}`,
    )
  }
  if (awaiting > 0)
    refuse(
      'illegal-transition',
      `${firstName} reported ${moneyText(awaiting)} that awaits your confirmation. Confirm or reject it first.`,
    )
  if (ahead > 0) {
    const wayOut = 'Reverse that payment, and record it again once they are a co-tenant.'
    refuse(
      'illegal-transition',
      `${firstName} paid ${moneyText(ahead)} ahead on a ledger that a co-tenant sees no more. ${wayOut}`,
    )
  }
}

/** Who left before the others has a ledger of their own again. */
function seesLedger(group: TenancyGroup | null, tenantId: string, accountId: string): boolean {
  if (group === null || accountId === tenantId) return true
  return group.members.some(
    (one) => one.tenant.id === tenantId && (!one.member.hasLeft || one.member.leftOn === group.tenancy.movedOutOn),
  )
}

function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
