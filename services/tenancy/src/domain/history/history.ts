import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { type FieldChange, tenantChange } from '../../schema/tenants.ts'

export interface ChangeAuthor {
  by: 'landlord' | 'tenant' | 'system'
  /** The account that made the change, if any. */
  userId: string | null
}

export const systemAuthor: ChangeAuthor = { by: 'system', userId: null }
/** Somebody who registers with an invitation link and is not signed in yet. */
export const invitedTenantAuthor: ChangeAuthor = { by: 'tenant', userId: null }

export const authorOf = (actor: Actor): ChangeAuthor => {
  switch (actor.role) {
    case 'landlord':
    case 'super_admin':
      return { by: 'landlord', userId: actor.userId }
    case 'tenant':
      return { by: 'tenant', userId: actor.userId }
    case 'service':
    case 'visitor':
      return systemAuthor
  }
}

interface Entry extends Pick<typeof tenantChange.$inferInsert, 'what'> {
  landlordId: string
  tenantId: string
  changes?: FieldChange[]
}

/** Adds entries to the history of tenants. */
export async function recordChanges(
  tx: Tx,
  entries: readonly Entry[],
  { at, by }: { at: string; by: ChangeAuthor },
): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(tenantChange).values(
    entries.map(({ landlordId, tenantId, what, changes = [] }) => ({
      landlordId,
      recordId: tenantId,
      what,
      changes,
      at,
      ...by,
    })),
  )
}

/** A reference to a record: compared by id, shown by name. */
interface Reference {
  id: string | null
  name: string | null
}
type Value = string | number | boolean | null | Reference
export type TrackedFields = Record<string, Value>

const isReference = (value: Value): value is Reference => typeof value === 'object' && value !== null
const identityOf = (value: Value) => (isReference(value) ? value.id : value)
/** All tracked numbers are amounts of money. */
function textOf(value: Value): string | null {
  if (isReference(value)) return value.name
  return typeof value === 'number' ? value.toFixed(2) : (value?.toString() ?? null)
}

/** The fields that differ between two states. */
export const changesOf = (before: TrackedFields, after: TrackedFields): FieldChange[] =>
  Object.keys(after).flatMap((field) => {
    const [from = null, to = null] = [before[field], after[field]]
    if (identityOf(from) === identityOf(to)) return []
    const change = { field, from: textOf(from), to: textOf(to) }
    // A property's only unit has no name, so there is nothing to show.
    return change.from === null && change.to === null ? [] : [change]
  })
