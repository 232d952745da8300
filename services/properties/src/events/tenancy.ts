import { TenantCreated, type TenantSnapshot, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { and, eq } from 'drizzle-orm'
import { lockProperty, tenantName } from '../projections/tenants.ts'
import { recountUnits, resolveUnit } from '../domain/properties/units.ts'
import { occupancy, type PropertyRow } from '../schema.ts'

/** Moves the tenant to where the fact says, then settles the home left behind and the new one. */
async function moveTenant({ data, event, tx, clock }: EventContext<z.output<typeof TenantSnapshot>>): Promise<void> {
  const { landlordId, tenantId, propertyId, isActive } = data
  const [before] = await tx
    .select()
    .from(occupancy)
    .where(and(eq(occupancy.landlordId, landlordId), eq(occupancy.tenantId, tenantId)))
    .for('update')
  if (before && before.asOf > event.time) return
  const ids = new Set(
    [before, { isActive, propertyId }].flatMap((at) => (at?.isActive && at.propertyId ? [at.propertyId] : [])),
  )
  const homes: PropertyRow[] = []
  // In the order of their ids: two tenants who swap homes must not wait for each other.
  for (const id of [...ids].toSorted()) {
    const home = await lockProperty(tx, { landlordId, id })
    if (home) homes.push(home)
  }
  const home = homes.find(({ id }) => isActive && id === propertyId)
  // A fact without a unit means the first one.
  const told = data.unitId ?? propertyId
  const unitId = home && told ? await resolveUnit(tx, home, told, clock.now()) : told
  const row = { landlordId, tenantId, propertyId, unitId, name: tenantName(data), isActive, asOf: event.time }
  await tx
    .insert(occupancy)
    .values(row)
    .onConflictDoUpdate({ target: [occupancy.landlordId, occupancy.tenantId], set: row })
  for (const one of homes) await recountUnits(tx, one, clock.now())
}

export const tenancyEvents = [on(TenantCreated, moveTenant), on(TenantUpdated, moveTenant), on(TenantLeft, moveTenant)]
