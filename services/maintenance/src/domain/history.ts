import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { change, type FieldChange, type RequestRow } from '../schema.ts'

/** A request with the names that the history shows. */
export type NamedRequest = RequestRow & { propertyName: string | null; tenantName: string | null }

interface TrackedField {
  /** Compared to detect a change. */
  value: (row: NamedRequest) => string | number | null
  /** Shown in the history instead of the value. */
  text?: (row: NamedRequest) => string | null
}

const dollars = (amount: number | null) => amount?.toFixed(2) ?? null

/** The fields that the history records. Properties and tenants are compared by id and shown by name. */
const trackedFields: Record<string, TrackedField> = {
  title: { value: (row) => row.title },
  description: { value: (row) => row.description },
  category: { value: (row) => row.category },
  priority: { value: (row) => row.priority },
  status: { value: (row) => row.status },
  property: { value: (row) => row.propertyId, text: (row) => row.propertyName ?? row.propertyId },
  tenant: { value: (row) => row.tenantId, text: (row) => row.tenantName ?? row.tenantId },
  estimatedCost: { value: (row) => row.estimatedCost, text: (row) => dollars(row.estimatedCost) },
  actualCost: { value: (row) => row.actualCost, text: (row) => dollars(row.actualCost) },
  scheduledDate: { value: (row) => row.scheduledDate },
  completedDate: { value: (row) => row.completedDate },
  // Shown by name. A vendor that was deleted and added again is a different one.
  vendorName: { value: (row) => row.vendorName && `${row.vendorId} ${row.vendorName}`, text: (row) => row.vendorName },
  vendorContact: { value: (row) => row.vendorContact },
}

const asText = (value: TrackedField['value']) => (row: NamedRequest) => value(row)?.toString() ?? null

/** The fields that differ between two states of a request. */
export function changesOf(before: NamedRequest, after: NamedRequest): FieldChange[] {
  return Object.entries(trackedFields).flatMap(([field, { value, text = asText(value) }]) =>
    value(before) === value(after) ? [] : [{ field, from: text(before), to: text(after) }],
  )
}

/** Adds a change to the history of a request. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  { landlordId, id }: Pick<RequestRow, 'landlordId' | 'id'>,
  at: string,
  changes: FieldChange[],
): Promise<void> {
  await tx.insert(change).values({
    landlordId,
    requestId: id,
    tenantId: actor.role === 'tenant' ? actor.tenantId : null,
    userId: 'userId' in actor ? actor.userId : null,
    by:
      actor.role === 'tenant' ? 'tenant' : actor.role === 'service' || actor.role === 'visitor' ? 'system' : 'landlord',
    at,
    changes,
  })
}
