import type { Tx } from '@keyhold/kit/database/database'
import { stayChange } from '../../schema/stays/bookings.ts'

export interface Who {
  by: 'landlord' | 'guest' | 'channel' | 'system'
  userId?: string | null
}

interface Entry {
  landlordId: string
  /** Of the listing or the booking. */
  recordId: string
  what: string
  who: Who
  before?: object
  after?: object
  note?: string | null
  now: Date
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

// They change with every edit, or are what others make of it.
const silent = new Set(['updatedAt', 'revision', 'lines', 'terms', 'charged', 'kept'])

function changesOf(before: object, after: object) {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([field, value]) => {
    const [from, to] = [textOf(old.get(field)), textOf(value)]
    return from === to || silent.has(field) ? [] : [{ field, from, to }]
  })
}

/** Notes what was changed of a listing or a booking, in the transaction of the change. */
export async function addHistory(tx: Tx, entry: Entry): Promise<void> {
  const { landlordId, recordId, what, who, before = {}, after = {}, note = null, now } = entry
  await tx.insert(stayChange).values({
    landlordId,
    recordId,
    at: now.toISOString(),
    by: who.by,
    userId: who.userId ?? null,
    what,
    changes: changesOf(before, after),
    note,
  })
}
