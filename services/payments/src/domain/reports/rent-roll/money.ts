import { daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { compareText } from './homes.ts'
import type { RollData, RollTenancy } from './types.ts'

export interface Money {
  due: number
  oldest: string | null
  credit: number
  depositHeld: number
}

/**
 * Assigns the money of accounts to rows. Debt goes to the tenancy of the charge, else to the account's last tenancy at that property, else to a row
 * of its own. Credit and deposit go to the account's tenancy on that day.
 */
export function distributeMoney({ tenancies, debts, accounts }: RollData) {
  const ofTenancy = new Map<string, Money>()
  const elsewhere = new Map<string, Money & { tenantId: string; propertyId: string | null }>()
  const byId = new Map(tenancies.map((tenancy) => [tenancy.tenancyId, tenancy]))
  const byAccount = Map.groupBy(tenancies, ({ tenantId }) => tenantId)
  const none = (): Money => ({ due: 0, oldest: null, credit: 0, depositHeld: 0 })

  function rowFor(tenantId: string, propertyId: string | null, tenancyId: string | null): Money {
    const key = tenancyId ?? `${tenantId} ${propertyId}`
    const rows: Map<string, Money> = tenancyId === null ? elsewhere : ofTenancy
    const row = rows.get(key) ?? (tenancyId === null ? { ...none(), tenantId, propertyId } : none())
    rows.set(key, row)
    return row
  }

  for (const { tenantId, propertyId, tenancyId, due, oldest } of debts) {
    const own = tenancyId === null ? undefined : byId.get(tenancyId)
    const isThere = own?.tenantId === tenantId && own.propertyId === propertyId
    const last = (byAccount.get(tenantId) ?? [])
      .filter((one) => one.propertyId === propertyId)
      .toSorted(byStart)
      .at(-1)
    const row = rowFor(tenantId, propertyId, isThere ? own.tenancyId : (last?.tenancyId ?? null))
    row.due += toCents(due)
    if (row.oldest === null || oldest < row.oldest) row.oldest = oldest
  }
  for (const { tenantId, propertyId, tenancyId, credit, depositHeld } of accounts) {
    if (credit === 0 && depositHeld === 0) continue
    const row = rowFor(tenantId, propertyId, tenancyId !== null && byId.has(tenancyId) ? tenancyId : null)
    row.credit += toCents(credit)
    row.depositHeld += toCents(depositHeld)
  }
  return { ofTenancy, elsewhere: elsewhere.values() }
}

const byStart = (a: RollTenancy, b: RollTenancy) =>
  compareText(a.startDate ?? '', b.startDate ?? '') || compareText(a.tenancyId, b.tenancyId)

export const moneyOf = (day: string, { due, oldest, credit, depositHeld }: Money) => ({
  depositHeld: toDollars(depositHeld),
  balance: toDollars(due),
  credit: toDollars(credit),
  daysPastDue: oldest === null ? 0 : Math.max(0, daysBetween(oldest, day)),
})
