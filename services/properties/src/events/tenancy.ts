import {
  TenantCreated,
  type TenantSnapshot,
  TenantLeft,
  TenantUpdated,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { fullName } from '@keyhold/kit/lib/names'
import { type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { isNewer, upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { and, eq } from 'drizzle-orm'
import { lockProperty, occupancies } from '../projections/tenants.ts'
import { recountUnits, resolveUnit } from '../domain/properties/units.ts'
import { occupancy } from '../schema/projections.ts'
import type { PropertyRow } from '../schema/properties.ts'

/** Stores where a tenant lives and recounts the units of the old and the new property. */
async function moveTenant({ data, event, tx, clock }: EventContext<z.output<typeof TenantSnapshot>>): Promise<void> {
  const { landlordId, tenantId, propertyId, isActive } = data
  const [before] = await tx
    .select()
    .from(occupancy)
    .where(and(eq(occupancy.landlordId, landlordId), eq(occupancy.tenantId, tenantId)))
    .for('update')
  if (isNewer(before, event.time)) return
  const ids = new Set(
    [before, { isActive, propertyId }].flatMap((at) => (at?.isActive && at.propertyId ? [at.propertyId] : [])),
  )
  const homes: PropertyRow[] = []
  // Locked in the order of their ids, so that two tenants who swap homes cannot deadlock.
  for (const id of [...ids].toSorted()) {
    const home = await lockProperty(tx, { landlordId, id })
    if (home) homes.push(home)
  }
  const home = homes.find(({ id }) => isActive && id === propertyId)
  // Without a unit, the first one is meant, whose id is the property's.
  const namedUnit = data.unitId ?? propertyId
  const unitId = home && namedUnit ? await resolveUnit(tx, home, namedUnit, clock.now()) : namedUnit
  const row = { landlordId, tenantId, propertyId, unitId, name: fullName(data), isActive }
  await upsertSnapshots(tx, occupancies, [row], event.time)
  for (const one of homes) await recountUnits(tx, one, clock.now())
}

export const tenancyEvents = [on(TenantCreated, moveTenant), on(TenantUpdated, moveTenant), on(TenantLeft, moveTenant)]
