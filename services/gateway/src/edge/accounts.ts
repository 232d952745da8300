import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancies'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Log } from '@keyhold/kit/runtime/log'

// Those who share a tenancy share a ledger. What is told of it names the tenant who opened it: its account.

const patienceMs = 2_000

/** A tenant's account as tenancy knows it; their own id while it does not answer, and for who lives there no more. */
export async function askAccount(actor: UserActor, call: Call, log: Log): Promise<string | null> {
  if (actor.role !== 'tenant' || actor.landlordId === null || actor.tenantId === null) return null
  const { landlordId, tenantId } = actor
  try {
    const facts = await call(getTenantSnapshot, serviceActor('gateway', landlordId), {
      params: { id: tenantId },
      timeoutMs: patienceMs,
    })
    return facts.isActive ? (facts.accountId ?? tenantId) : tenantId
  } catch (error) {
    log.warn({ tenantId, error }, 'whose ledger a tenant shares is not known right now')
    return tenantId
  }
}

/** The account of a tenant after a tenancy of their landlord's changed; null for who opened one and left it to the others. */
export function accountAfter(
  { accountId, tenantIds, movedOutOn, isVoid }: TenancySnapshot,
  { tenantId, account }: { tenantId: string; account: string | null },
): string | null {
  if (!isVoid && tenantIds.includes(tenantId)) return movedOutOn === null ? accountId : account
  if (account !== accountId) return account
  return accountId === tenantId && tenantIds.length > 0 && !isVoid ? null : tenantId
}
