import type { PaymentFilter } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import { isNotCancelled } from './charge-balance.ts'
import type { Tag } from './sql.ts'

/** `accounts`: the ids under which the charges of `tenantId` are recorded; default: its own. */
export type Filter = z.output<typeof PaymentFilter> & { accounts?: string[] }

/** The status of charges with balances `c`: what is partly paid and late is overdue as well. */
export const hasStatus = <F>(sql: Tag<F>, status: string): F =>
  status === 'overdue'
    ? sql`c.open > 0 and c.due_date < c.today`
    : status === 'open'
      ? sql`c.open > 0`
      : sql`c.status = ${status}`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The filter as a condition on charges `c`, except for the status. */
export function matching<F>(
  sql: Tag<F>,
  landlordId: string,
  { q, tenantId, accounts, propertyId, paymentType, from, to }: Filter,
): F {
  const pattern = `%${escapeLike(q ?? '')}%`
  const [account = tenantId, own] = accounts ?? []
  return sql`${isNotCancelled(sql)} and c.landlord_id = ${landlordId}
    ${account ? (own ? sql`and c.tenant_id in (${account}, ${own})` : sql`and c.tenant_id = ${account}`) : sql``}
    ${propertyId ? sql`and c.property_id = ${propertyId}` : sql``}
    ${paymentType ? sql`and c.type = ${paymentType}` : sql``}
    ${from ? sql`and c.due_date >= ${from}::date` : sql``}
    ${to ? sql`and c.due_date <= ${to}::date` : sql``}
    ${
      q
        ? sql`and (c.notes ilike ${pattern}
          or exists (select from tenant t where t.landlord_id = c.landlord_id and (t.account_id = c.tenant_id or t.tenant_id = c.tenant_id) and t.name ilike ${pattern})
          or exists (select from property h where h.landlord_id = c.landlord_id and h.property_id = c.property_id and h.name ilike ${pattern}))`
        : sql``
    }`
}
