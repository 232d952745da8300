import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { date, fullName } from '~/lib/format.ts'

/** Those who share or shared an account, as options of a select. `tenant`: one of them; default account: the one that they share now. */
export function usePayers(tenant: Tenant | undefined, account?: string): { value: string; label: string }[] {
  const { currentData } = useListTenanciesInfiniteQuery({ tenantId: tenant?.id ?? '', limit: 100 }, { skip: !tenant })
  if (!tenant) return []
  const tenancies = itemsOf(currentData)
  const accountId = account ?? tenancies.find(({ id }) => id === tenant.tenancyId)?.accountId ?? tenant.id
  const names = new Map([[tenant.id, fullName(tenant)]])
  if (account === undefined) for (const { tenantId, name } of tenant.coTenants) names.set(tenantId, name)
  const members = tenancies.filter((one) => one.accountId === accountId).flatMap(({ tenants }) => tenants)
  // Those who are there now come first, also if they left once.
  for (const { leftOn, tenantId, ...name } of members.toSorted(
    (a, b) => Number(a.leftOn !== null) - Number(b.leftOn !== null),
  ))
    if (!names.has(tenantId)) names.set(tenantId, leftOn ? `${fullName(name)} (left ${date(leftOn)})` : fullName(name))
  return [...names].map(([value, label]) => ({ value, label }))
}
