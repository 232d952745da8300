import { namesOn } from '../ledger/accounts.ts'
import { placeOfFee } from './place-of-fee.ts'
import type { Tag } from '../ledger/sql.ts'

/** Selects late fees in the contract's shape. `fees` selects the rows of one page (`select f.* from late_fee f …`); names are looked up for those only. */
export const selectLateFees = <F>(sql: Tag<F>, { fees }: { fees: F }): F => sql`
  with f as materialized (${fees})
  select f.id, f.landlord_id as "landlordId", f.tenant_id as "tenantId", ${namesOn(sql, { landlord: sql`c.landlord_id`, account: sql`c.tenant_id`, tenancy: sql`c.tenancy_id`, day: sql`coalesce(c.due_date, f.assessed_on)` })} as "tenantName",
    (select p.name from property p where p.landlord_id = c.landlord_id and p.property_id = c.property_id) as "propertyName",
    f.kind, f.charge_id as "paymentId", c.due_date as "rentDueDate", f.occurrence, f.assessed_on as "assessedOn", f.amount, f.status, f.reason,
    f.fee_charge_id as "feePaymentId", f.basis, f.created_at as "createdAt"
  from f cross join lateral (${placeOfFee(sql, { landlord: sql`f.landlord_id`, account: sql`f.tenant_id`, charge: sql`f.charge_id` })}) c
  order by f.created_at desc, f.id desc`
