import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { suggestionFor } from '@keyhold/contracts/maintenance/triage/suggestion'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { type PropertyRow, request, type RequestRow, type TenantRow } from '../schema.ts'
import { dueAtOf } from './deadlines.ts'
import { recordChange } from './history.ts'
import { derivedOf } from './request-rows.ts'
import { noVendor, type VendorOfRequest, vendorAfter } from './vendors.ts'

/** A request as other services know it. */
export function requestSnapshotOf({
  id,
  landlordId,
  tenantId,
  propertyId,
  title,
  category,
  priority,
  status,
  openedBy,
  createdAt,
  scheduledDate,
  suggestedPriority,
  suggestionWords,
  ...row
}: RequestRow) {
  const isClosed = status === 'completed' || status === 'cancelled'
  return {
    requestId: id,
    landlordId,
    tenantId,
    propertyId,
    title,
    category,
    priority,
    status,
    openedBy,
    openedAt: createdAt,
    scheduledDate,
    suggestedPriority,
    suggestionWords,
    alertSince: isClosed || row.alertConfirmedAt !== null ? null : row.alertSince,
  }
}

type NewRequest = Pick<RequestRow, 'title' | 'description' | 'category' | 'priority'> &
  Partial<
    Omit<
      typeof request.$inferInsert,
      'id' | 'landlordId' | 'status' | 'openedBy' | 'propertyId' | 'tenantId' | 'dueAt' | keyof VendorOfRequest
    >
  > &
  Parameters<typeof vendorAfter>[3]

/** Opens a request, with the first entry of its history and the event. Answers it as the API does. */
export async function openRequest(
  tx: Tx,
  actor: LandlordActor | TenantActor,
  {
    wanted,
    landlordId,
    tenant,
    property,
    now,
  }: { wanted: NewRequest; landlordId: string; tenant: TenantRow | null; property: PropertyRow | null; now: string },
) {
  const openedBy = actor.role === 'tenant' ? 'tenant' : 'landlord'
  const suggested = openedBy === 'tenant' ? suggestionFor(wanted, dateAt(now, property?.timeZone)) : null
  // What reads like an emergency rings too, whatever urgency the tenant chose.
  const isUrgent = openedBy === 'tenant' && [wanted.priority, suggested?.priority].includes('emergency')
  const [row] = await tx
    .insert(request)
    .values({
      ...wanted,
      ...(await vendorAfter(tx, landlordId, noVendor, wanted)),
      ...(suggested
        ? {
            suggestedCategory: suggested.category,
            suggestedPriority: suggested.priority,
            suggestionWords: suggested.words,
          }
        : {}),
      ...(isUrgent ? { alertSince: now } : {}),
      ...(openedBy === 'tenant' ? { newsFrom: 'tenant' as const } : {}),
      landlordId,
      tenantId: tenant?.tenantId ?? null,
      propertyId: property?.propertyId ?? null,
      status: 'open',
      openedBy,
      dueAt: dueAtOf(now, wanted.priority, property?.timeZone ?? defaultTimeZone),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await recordChange(tx, actor, row, now, [{ field: 'status', from: null, to: 'open' }])
  await emit(tx, RequestOpened, requestSnapshotOf(row))
  return {
    ...row,
    ...derivedOf(row),
    propertyName: property?.name ?? null,
    tenantName: tenant?.name ?? null,
    images: [],
    isPastDue: false,
  }
}
