import type { MaintenanceChange as ChangeSchema } from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { change, type FieldChange, type RequestRow, type WorkOrderRow } from '../schema.ts'

type MaintenanceChange = z.output<typeof ChangeSchema>

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
  scheduledTime: { value: (row) => row.scheduledFrom && `${row.scheduledFrom}–${row.scheduledTo}` },
  waitingFor: { value: (row) => row.waitingFor },
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

/** Fields of which a tenant must not hear. */
const privateFields = new Set(['property', 'tenant', 'estimatedCost', 'actualCost', 'vendorName', 'vendorContact'])
const fieldOrder = Object.keys(trackedFields)

/** An entry of the history beside who wrote it and when. */
export interface Entry {
  changes?: FieldChange[]
  note?: string | null
  /** The tenant of the request sees it. */
  isShared: boolean
  /** A vendor wrote it, or the landlord to a vendor. */
  workOrder?: Pick<WorkOrderRow, 'id' | 'vendorName'> | undefined
  isByVendor?: boolean
  restOf?: string | null
}

/** Adds an entry to the history of a request. */
export async function addEntry(
  tx: Tx,
  actor: Actor,
  { landlordId, id, tenantId }: Pick<RequestRow, 'landlordId' | 'id' | 'tenantId'>,
  at: string,
  { changes = [], note = null, isShared, workOrder, isByVendor = false, restOf = null }: Entry,
): Promise<MaintenanceChange> {
  const [row] = await tx
    .insert(change)
    .values({
      landlordId,
      requestId: id,
      tenantId: isShared ? tenantId : null,
      userId: 'userId' in actor && !isByVendor ? actor.userId : null,
      workOrderId: workOrder?.id ?? null,
      author: isByVendor ? (workOrder?.vendorName ?? null) : null,
      by: isByVendor ? 'vendor' : authorOf(actor),
      at,
      changes,
      note,
      restOf,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return { ...row, isShared: isShared && tenantId !== null }
}

/** Adds the changes of fields: those that the tenant may know in one entry, with the note for them, the others in one of their own. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  row: Pick<RequestRow, 'landlordId' | 'id' | 'tenantId'>,
  at: string,
  changes: FieldChange[],
  note: string | null = null,
): Promise<void> {
  const isPrivate = ({ field }: FieldChange) => privateFields.has(field)
  const shared = changes.filter((one) => !isPrivate(one))
  const own = changes.filter(isPrivate)
  const seen =
    shared.length > 0 || note !== null
      ? await addEntry(tx, actor, row, at, { changes: shared, note, isShared: true })
      : null
  if (own.length > 0) await addEntry(tx, actor, row, at, { changes: own, isShared: false, restOf: seen?.id ?? null })
}

const authorOf = ({ role }: Actor): 'tenant' | 'system' | 'landlord' =>
  role === 'tenant' ? 'tenant' : role === 'service' || role === 'visitor' ? 'system' : 'landlord'

const rankOf = ({ field }: FieldChange) => fieldOrder.indexOf(field)

/** The history as the landlord reads it: what one edit changed is one entry, whoever else sees a part of it. */
export function gatherEdits(rows: readonly (MaintenanceChange & { restOf: string | null })[]): MaintenanceChange[] {
  const rests = new Map(rows.flatMap((row) => (row.restOf === null ? [] : [[row.restOf, row.changes] as const])))
  const ids = new Set(rows.map(({ id }) => id))
  return rows
    .filter(({ restOf }) => restOf === null || !ids.has(restOf))
    .map((row) => {
      const rest = rests.get(row.id)
      return rest
        ? { ...row, changes: [...row.changes, ...rest].toSorted((one, other) => rankOf(one) - rankOf(other)) }
        : row
    })
}
