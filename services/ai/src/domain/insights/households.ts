import type { Renter } from './portfolio.ts'

export type Lodger = Renter & { accountId: string | null }

/**
 * Tenants who share a ledger as one renter, with the account's id and the names of all who live there now. What a tenant owed on a ledger
 * of their own before sharing one stays theirs.
 */
export function householdsOf(lodgers: readonly Lodger[]): Renter[] {
  const accounts = Map.groupBy(lodgers, ({ tenantId, accountId }) => accountId ?? tenantId)
  const households = [...accounts].map(([tenantId, members]): Renter => {
    const active = members.filter(({ isActive }) => isActive)
    return {
      ...(active[0] ?? members[0]!),
      tenantId,
      name: (active.length > 0 ? active : members).map(({ name }) => name).join(' & '),
    }
  })
  const before = lodgers
    .filter(({ tenantId }) => !accounts.has(tenantId))
    .map((own): Renter => ({ ...own, isActive: false }))
  return [...households, ...before].toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
}
