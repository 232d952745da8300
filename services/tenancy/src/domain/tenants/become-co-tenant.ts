import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { moneyText } from '@keyhold/kit/lib/money'
import { and, eq } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import type { LedgerBalance } from '../tenancies/ledger-balances.ts'
import { finishTenancyChange, type TenancyGroup } from '../tenancies/tenancy-group.ts'
import { assertJoinable, joinedOn } from './join-tenancy.ts'
import type { LockedTenant } from './lock-tenant.ts'

interface Join extends Omit<LockedTenant, 'before'> {
  after: TenantRow
  /** Balances of the ledgers that the tenant can see now, fetched before the transaction. */
  ledgers: readonly LedgerBalance[]
  /** The day on which they moved in; today unless given. */
  movedInOn: string | undefined
  at: string
  by: ChangeAuthor
}

export const isPresentMember = (group: TenancyGroup | null, tenantId: string): boolean =>
  group?.members.some((one) => one.tenant.id === tenantId && !one.member.hasLeft) ?? false

/** Makes an existing tenant a co-tenant of another tenancy; they leave their own, and its charges stay on its ledger. @throws Refusal 400, 409 */
export async function becomeCoTenant(
  tx: Tx,
  { after, group, joining, ledgers, movedInOn, at, by }: Join,
): Promise<void> {
  const { id: tenantId, landlordId } = after
  const joinable = await assertJoinable(tx, joining, at)
  const { tenancy } = joinable
  if (!after.isActive) refuseField('isActive', 'A co-tenant lives there: make the tenant active as well')
  const isReturning = group?.tenancy.id === tenancy.id
  assertLedgerCanBeLeft({ after, group, ledgers, accountId: tenancy.accountId })
  if (group && !isReturning) await leaveTenancy(tx, group, { tenantIds: [tenantId], at })
  const membership = { joinedOn: joinedOn(joinable, movedInOn), leftOn: null, hasLeft: false }
  await tx
    .insert(member)
    .values({ landlordId, tenancyId: tenancy.id, tenantId, ...membership })
    .onConflictDoUpdate({ target: [member.landlordId, member.tenancyId, member.tenantId], set: membership })
  await tx
    .update(tenant)
    .set({ tenancyId: tenancy.id, isActive: true })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  await finishTenancyChange(tx, tenancy, { at, by, updated: [tenantId] })
  if (group && isPresentMember(group, tenantId)) await finishTenancyChange(tx, group.tenancy, { at, by, updated: [] })
}

interface Leave extends Pick<Join, 'after' | 'group' | 'ledgers'> {
  /** The ledger of the tenancy that they join. */
  accountId: string
}

/**
 * A co-tenant sees the ledger of the tenancy they join and no longer the one they leave. The ledger they leave must therefore be settled,
 * unless others stay who share it. A ledger in the tenant's own name cannot be left to others. @throws Refusal 409
 */
function assertLedgerCanBeLeft({ after, group, ledgers, accountId }: Leave): void {
  const shared = group?.tenancy.accountId ?? after.id
  const left = seesLedger(group, after.id, shared) ? shared : after.id
  if (left === accountId) return
  const othersStay = group?.members.some((one) => one.tenant.id !== after.id && !one.member.hasLeft) ?? false
  if (othersStay && shared === after.id)
    refuse(
      'illegal-transition',
      `Others share this tenant's ledger, and it cannot be left to them. Add the person again as a new tenant.`,
    )
  if (othersStay && left === shared) return
  const ledger = ledgers.find((one) => one.accountId === left)
  if (!ledger) refuse('illegal-transition', 'This tenant was changed at the same time. Please try again.')
  assertSettled(after.firstName, ledger)
}

function assertSettled(firstName: string, { owed, awaitingConfirmation, prepaid }: LedgerBalance): void {
  if (owed > 0) {
    const nextStep = 'Record the payment or cancel the charge first, or give them a tenancy of their own.'
    refuse(
      'illegal-transition',
      `${firstName} owes ${moneyText(owed)} on a ledger that they would no longer see as a co-tenant. ${nextStep}`,
    )
  }
  if (awaitingConfirmation > 0)
    refuse(
      'illegal-transition',
      `${firstName} reported a payment of ${moneyText(awaitingConfirmation)} that awaits your confirmation. Confirm or reject it first.`,
    )
  if (prepaid > 0) {
    const nextStep = 'Reverse that payment, and record it again once they are a co-tenant.'
    refuse(
      'illegal-transition',
      `${firstName} paid ${moneyText(prepaid)} ahead on a ledger that they would no longer see as a co-tenant. ${nextStep}`,
    )
  }
}

/** Whether a tenant sees a ledger. Somebody who left a shared tenancy before the others sees only their own ledger. */
function seesLedger(group: TenancyGroup | null, tenantId: string, accountId: string): boolean {
  if (group === null || accountId === tenantId) return true
  return group.members.some(
    (one) => one.tenant.id === tenantId && (!one.member.hasLeft || one.member.leftOn === group.tenancy.movedOutOn),
  )
}
