import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { change, type FieldChange, type RequestRow } from '../schema.ts'

/** A request with the names that a person reads. */
export type NamedRequest = RequestRow & { propertyName: string | null; tenantName: string | null }

interface Followed {
  /** What makes two states differ. */
  value: (row: NamedRequest) => string | number | null
  /** The text that history shows, where it is not the value itself. */
  text?: (row: NamedRequest) => string | null
}

const dollars = (amount: number | null) => amount?.toFixed(2) ?? null

/** The fields that history follows. Properties and tenants differ by id and go by name. */
const followed: Record<string, Followed> = {
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
  // Goes by name; one that was taken off the list and kept anew is another.
  vendorName: { value: (row) => row.vendorName && `${row.vendorId} ${row.vendorName}`, text: (row) => row.vendorName },
  vendorContact: { value: (row) => row.vendorContact },
}

const asText = (value: Followed['value']) => (row: NamedRequest) => value(row)?.toString() ?? null

/** What differs between two states of a request, field by field. */
export function changesOf(before: NamedRequest, after: NamedRequest): FieldChange[] {
  return Object.entries(followed).flatMap(([field, { value, text = asText(value) }]) =>
    value(before) === value(after) ? [] : [{ field, from: text(before), to: text(after) }],
  )
}

/** Adds to the history of a request who changed what. */
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
