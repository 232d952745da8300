import { PropertyUpdated } from '@keyhold/contracts/properties'
import { TenantCreated, type TenantFacts, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { Clock } from '@keyhold/kit/clock'
import type { Tx } from '@keyhold/kit/db'
import { type Given, on } from '@keyhold/kit/inbox'
import { emit } from '@keyhold/kit/outbox'
import { and, eq } from 'drizzle-orm'
import { factsOf } from '../domain/facts.ts'
import { hasTenants, lockProperty } from '../domain/tenants.ts'
import { occupancy, property } from '../schema.ts'

/** Moves the tenant to where the fact says, then settles the home left behind and the new one. */
async function moveTenant({ data, event, tx, clock }: Given<z.output<typeof TenantFacts>>): Promise<void> {
  const { landlordId, tenantId, propertyId, isActive } = data
  const [before] = await tx
    .select()
    .from(occupancy)
    .where(and(eq(occupancy.landlordId, landlordId), eq(occupancy.tenantId, tenantId)))
    .for('update')
  if (before && before.asOf > event.time) return
  const row = { landlordId, tenantId, propertyId, isActive, asOf: event.time }
  await tx
    .insert(occupancy)
    .values(row)
    .onConflictDoUpdate({ target: [occupancy.landlordId, occupancy.tenantId], set: row })
  const homes = new Set([before, row].flatMap((at) => (at?.isActive && at.propertyId ? [at.propertyId] : [])))
  // In the order of their ids: two tenants who swap homes must not wait for each other.
  for (const id of [...homes].toSorted()) await settleHome(tx, { landlordId, id }, clock)
}

async function settleHome(tx: Tx, home: { landlordId: string; id: string }, clock: Clock): Promise<void> {
  const current = await lockProperty(tx, home)
  if (!current) return
  const isOccupied = await hasTenants(tx, home)
  if (isOccupied === current.isOccupied) return
  await tx
    .update(property)
    .set({ isOccupied, updatedAt: clock.now().toISOString() })
    .where(and(eq(property.landlordId, home.landlordId), eq(property.id, home.id)))
  // Its facts are the same; an open page learns that its badge is not.
  await emit(tx, PropertyUpdated, factsOf(current))
}

export const tenancyEvents = [on(TenantCreated, moveTenant), on(TenantUpdated, moveTenant), on(TenantLeft, moveTenant)]
