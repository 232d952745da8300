import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { type FieldChange, tenantChange } from '../../schema/tenants.ts'

/** Who changed something, as history shows it. */
export interface ChangeAuthor {
  by: 'landlord' | 'tenant' | 'system'
  /** The account that acted, where one did. */
  userId: string | null
}

export const systemAuthor: ChangeAuthor = { by: 'system', userId: null }
/** Somebody who is not signed in yet, by the link they were sent. */
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

/** Adds to the history of tenants who changed what. */
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

/** A record that goes by its name, and differs by its id. */
interface Named {
  id: string | null
  name: string | null
}
type Value = string | number | boolean | null | Named
export type TrackedFields = Record<string, Value>

const isNamed = (value: Value): value is Named => typeof value === 'object' && value !== null
const identityOf = (value: Value) => (isNamed(value) ? value.id : value)
/** All numbers that history follows are money. */
function textOf(value: Value): string | null {
  if (isNamed(value)) return value.name
  return typeof value === 'number' ? value.toFixed(2) : (value?.toString() ?? null)
}

/** What differs between two states, field by field. */
export const changesOf = (before: TrackedFields, after: TrackedFields): FieldChange[] =>
  Object.keys(after).flatMap((field) => {
    const [from = null, to = null] = [before[field], after[field]]
    if (identityOf(from) === identityOf(to)) return []
    const change = { field, from: textOf(from), to: textOf(to) }
    // What has no name is unseen: a property's only unit.
    return change.from === null && change.to === null ? [] : [change]
  })
