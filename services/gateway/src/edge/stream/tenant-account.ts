import type { Envelope } from '@keyhold/contracts/event'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Call } from '@keyhold/kit/http/call'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Log } from '@keyhold/kit/runtime/log'
import { accountQueries, accountTimeoutMs } from '../../limits.ts'

// Co-tenants share one ledger. Events about it name its account, the tenant who opened it.

export interface AccountHolder {
  actor: UserActor
  /** The account of a tenant's ledger. Undefined until it is known; null: the tenant may see none. */
  account?: string | null
  /** A tenancy changed while the account was being fetched, so the answer may be outdated. */
  isOutdated?: boolean
}

/** A tenant's account from tenancy. The tenant's own id when tenancy does not answer, or the tenant has moved out. */
export async function fetchAccount(actor: UserActor, call: Call, log: Log): Promise<string | null> {
  if (actor.role !== 'tenant' || actor.landlordId === null || actor.tenantId === null) return null
  const { landlordId, tenantId } = actor
  try {
    const tenant = await call(getTenantSnapshot, serviceActor('gateway', landlordId), {
      params: { id: tenantId },
      timeoutMs: accountTimeoutMs,
    })
    return tenant.isActive ? (tenant.accountId ?? tenantId) : tenantId
  } catch (error) {
    log.warn({ tenantId, error }, "a tenant's account could not be fetched")
    return tenantId
  }
}

/** Fetches the account, again while tenancies change in the meantime. */
export async function loadAccount(holder: AccountHolder, fetch: () => Promise<string | null>): Promise<void> {
  for (let query = 0; holder.account === undefined && query < accountQueries; query++) {
    holder.isOutdated = false
    const account = await fetch()
    if (holder.account === undefined && !holder.isOutdated) holder.account = account
  }
}

/** Applies a changed tenancy of the tenant's landlord. */
export function updateAccount(event: Envelope, holder: AccountHolder): void {
  const { actor, account } = holder
  if (actor.role !== 'tenant' || actor.tenantId === null || event.landlordid !== actor.landlordId) return
  const after = accountAfter(event.data as TenancySnapshot, {
    tenantId: actor.tenantId,
    account: account === undefined ? actor.tenantId : account,
  })
  // While it is unknown, an event that says nothing about this tenant makes the running fetch outdated.
  if (account !== undefined || after !== actor.tenantId) holder.account = after
  else holder.isOutdated = true
}

/** A tenant's account after a tenancy changed; null for a tenant who opened one and left it to the others. */
export function accountAfter(
  { accountId, tenantIds, movedOutOn, isVoid }: TenancySnapshot,
  { tenantId, account }: { tenantId: string; account: string | null },
): string | null {
  if (!isVoid && tenantIds.includes(tenantId)) return movedOutOn === null ? accountId : account
  if (account !== accountId) return account
  return accountId === tenantId && tenantIds.length > 0 && !isVoid ? null : tenantId
}
