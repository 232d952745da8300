import type { Tools } from '@keyhold/kit/http/request'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import type { TenantRow } from '../../projections/tenants.ts'
import { type Memberships, membershipsOf, namesOf } from '../ledger/accounts.ts'
import { isNotCancelled } from '../ledger/charge-balance.ts'

const none: Memberships = { left: null, accountIds: [] }

/** The memberships of somebody named as the payer of money that goes to the account of `tenantId`. Never inside a transaction. */
export async function payerOf(
  call: Tools['call'],
  { landlordId, tenantId, payerId }: { landlordId: string; tenantId?: string; payerId?: string | null | undefined },
): Promise<Memberships> {
  return payerId && payerId !== tenantId ? membershipsOf(call, { landlordId, tenantId: payerId }) : none
}

/** The shared account that a tenant without a tenancy left, if their money goes to an account of their own. Never inside a transaction. */
export async function leftBy(
  call: Tools['call'],
  { landlordId, tenantId, accountId, tenancyId }: TenantRow,
): Promise<Memberships['left']> {
  if (tenancyId !== null || accountId !== tenantId) return null
  return (await membershipsOf(call, { landlordId, tenantId })).left
}

/**
 * Money of who left a shared lease would be a credit that pays nothing, while the debt they share stays open.
 * @throws Refusal 409 if nothing is open on the tenant's own account and something is on the one they left
 */
export async function assertPaysOwn(
  tx: Tx,
  { landlordId, tenantId, name }: TenantRow,
  left: Memberships['left'],
): Promise<void> {
  if (left === null) return
  const { accountId, leftOn } = left
  const isOpen = sql`c.landlord_id = ${landlordId} and c.open > 0 and ${isNotCancelled(sql)}`
  const [shared] = await tx.execute<{ names: string }>(sql`
    select ${namesOf(sql, { landlord: sql`${landlordId}::uuid`, account: sql`${accountId}::uuid` })} as names
    where not exists (select from charge c where ${isOpen} and c.tenant_id = ${tenantId})
      and exists (select from charge c where ${isOpen} and c.tenant_id = ${accountId} and c.due_date <= ${leftOn}::date)`)
  if (shared)
    refuse(
      'conflict',
      `${name} owes nothing of their own: what they owe is on the account they shared with ${shared.names}. Record it there, as received from ${name}.`,
    )
}
