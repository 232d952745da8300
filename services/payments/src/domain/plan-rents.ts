import { RentsPlanned } from '@keyhold/contracts/payments'
import type { Tx } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { charge, rentPlan } from '../schema.ts'
import { lockTenant } from './charges.ts'
import { settleCredit } from './receipts.ts'
import { rentDates } from './rents.ts'

export interface Plan {
  landlordId: string
  tenantId: string
  propertyId: string | null
  monthlyRent: number
  leaseStartDate: string
}

/** Sets up a tenant's monthly rents. The plan's row can be made once, and the rents with it. */
export async function planRents(tx: Tx, { landlordId, tenantId, propertyId, monthlyRent, leaseStartDate }: Plan, now: string): Promise<void> {
  const planned = await tx
    .insert(rentPlan)
    .values({ landlordId, tenantId, monthlyRent, startsOn: leaseStartDate, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (planned.length === 0) return
  const rents = rentDates(leaseStartDate).map((dueDate) => ({
    landlordId,
    tenantId,
    propertyId,
    type: 'rent' as const,
    method: 'check' as const,
    amount: monthlyRent,
    dueDate,
    source: 'rent_plan' as const,
    period: dueDate.slice(0, 7),
    createdAt: now,
    updatedAt: now,
  }))
  await lockTenant(tx, landlordId, tenantId)
  await tx.insert(charge).values(rents)
  await settleCredit(tx, { landlordId, tenantId, now })
  await emit(tx, RentsPlanned, { tenantId, landlordId, count: rents.length })
}
