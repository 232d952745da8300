import {
  TenantCreated,
  type TenantSnapshot,
  TenantLeft,
  TenantUpdated,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { fullName } from '@keyhold/kit/lib/names'
import { type HandlerTools, onBatch, type ParsedEvent } from '@keyhold/kit/messaging/handlers'
import { isNewer, upsertDated } from '@keyhold/kit/messaging/projection'
import { applyLeaseChanges, type LeaseChange } from '../domain/nights/lease-nights.ts'
import { lockOccupancies, lockProperties, occupancies } from '../projections/tenants.ts'
import { recountUnits, resolveUnits } from '../domain/properties/units.ts'

type TenancyEvent = ParsedEvent<z.output<typeof TenancyChanged.data>>
type TenantEvent = ParsedEvent<z.output<typeof TenantSnapshot>>

/** Stores where tenants live and recounts the units of their old and new properties. */
async function moveTenants(events: readonly TenantEvent[], { tx, clock }: HandlerTools): Promise<void> {
  const [first] = events
  if (!first) return
  const { landlordId } = first.data
  const now = clock.now()
  const latest = latestOfTenants(events)
  const tenantIds = latest.map(({ data }) => data.tenantId)
  const before = await lockOccupancies(tx, landlordId, tenantIds)
  const moves = latest.filter(({ data, event }) => !isNewer(before.get(data.tenantId), event.time))
  const propertyIds = moves.flatMap(({ data }) => [...homeOf(before.get(data.tenantId)), ...homeOf(data)])
  const properties = await lockProperties(tx, landlordId, [...new Set(propertyIds)])
  const propertyOf = new Map(properties.map((one) => [one.id, one]))
  const named = moves.map(({ data }) => ({
    home: homeOf(data).map((id) => propertyOf.get(id))[0],
    // Without a unit, the first one is meant, whose id is the property's.
    unitId: data.unitId ?? data.propertyId,
  }))
  const units = await resolveUnits(tx, landlordId, named, now)
  const dated = moves.map(({ data, event }, n) => {
    const { tenantId, propertyId, isActive } = data
    const snapshot = { landlordId, tenantId, propertyId, unitId: units[n] ?? null, name: fullName(data), isActive }
    return { snapshot, asOf: event.time }
  })
  await upsertDated(tx, occupancies, dated)
  await recountUnits(tx, landlordId, properties, now)
}

/** The newest event of each tenant; of two of the same time, the later one in the list. */
function latestOfTenants(events: readonly TenantEvent[]): TenantEvent[] {
  const latest = new Map<string, TenantEvent>()
  for (const one of events) {
    const { tenantId } = one.data
    if ((latest.get(tenantId)?.event.time ?? '') <= one.event.time) latest.set(tenantId, one)
  }
  return [...latest.values()]
}

/** The property in which a tenant lives; none for one who has left. */
const homeOf = (at: { isActive: boolean; propertyId: string | null } | undefined): string[] =>
  at?.isActive && at.propertyId !== null ? [at.propertyId] : []

/** Gives tenancies the nights that they have by their newest event, and ends the claims that the changes had made for them. */
async function moveLeases(events: readonly TenancyEvent[], { tx, clock }: HandlerTools): Promise<void> {
  const [first] = events
  if (!first) return
  const changes = new Map<string, LeaseChange>()
  for (const { data } of events) {
    // An event from before nights were claimed says nothing about them.
    if (data.nights === undefined) continue
    const { tenancyId, nights, claimIds = [] } = data
    const used = [...(changes.get(tenancyId)?.claimIds ?? []), ...claimIds]
    changes.set(tenancyId, { tenancyId, nights, claimIds: used })
  }
  const { landlordId } = first.data
  await applyLeaseChanges(tx, { landlordId, changes: [...changes.values()] }, clock.now())
}

export const tenancyEvents = [
  onBatch(TenantCreated, moveTenants),
  onBatch(TenantUpdated, moveTenants),
  onBatch(TenantLeft, moveTenants),
  onBatch(TenancyChanged, moveLeases),
]
