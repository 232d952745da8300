import { TenantCreated, TenantLeft, TenantUpdated, type TenantFacts } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/db'
import { type EventHandler, on } from '@keyhold/kit/inbox'
import { cancelRentsAfter } from '../domain/cancel.ts'
import { nameOf } from '../domain/known.ts'
import { planRents } from '../domain/plan-rents.ts'
import { tenant } from '../schema.ts'

type Facts = z.output<typeof TenantFacts>

export const tenancyEvents: EventHandler[] = [
  on(TenantCreated, async ({ data, tx, clock }) => {
    await keepTenant(tx, data)
    await planRentsOf(tx, data, clock.now().toISOString())
  }),
  // Rent and lease may come later than the tenant: the plan follows as soon as both are known.
  on(TenantUpdated, async ({ data, tx, clock }) => {
    await keepTenant(tx, data)
    await planRentsOf(tx, data, clock.now().toISOString())
  }),
  // For good: who comes back is charged by the landlord, since only they know from when on.
  on(TenantLeft, async ({ event, data, tx, clock }) => {
    await keepTenant(tx, { ...data, isActive: false })
    const { landlordId, tenantId } = data
    await cancelRentsAfter(tx, { landlordId, tenantId, leftAt: event.time, now: clock.now().toISOString() })
  }),
]

async function keepTenant(tx: Tx, facts: Facts): Promise<void> {
  const values = { name: nameOf(facts), propertyId: facts.propertyId, active: facts.isActive }
  await tx
    .insert(tenant)
    .values({ landlordId: facts.landlordId, tenantId: facts.tenantId, ...values })
    .onConflictDoUpdate({ target: [tenant.landlordId, tenant.tenantId], set: values })
}

async function planRentsOf(tx: Tx, { isActive, monthlyRent, leaseStartDate, ...facts }: Facts, now: string): Promise<void> {
  if (isActive && monthlyRent !== null && monthlyRent > 0 && leaseStartDate !== null)
    await planRents(tx, { ...facts, monthlyRent, leaseStartDate }, now)
}
