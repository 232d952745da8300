import type { FeedChange } from '@keyhold/contracts/properties/stays/feeds'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { v7 } from 'uuid'
import { feedEntry, type FeedEntryRow, type FeedRow } from '../../../schema/stays/feeds.ts'
import { foldEntries, type GoodReading, type KnownEntry } from './fold-entries.ts'

interface Options {
  today: string
  at: string
  acceptsEmpty: boolean
}

/** Takes what a calendar says over into the stored entries of its feed. */
export async function foldStored(
  tx: Tx,
  { landlordId, id, rentalId }: FeedRow,
  reading: GoodReading,
  options: Options,
): Promise<{ changes: FeedChange[]; isEmpty: boolean }> {
  const keys = [...reading.entries.map(({ key }) => key), ...reading.cancelled]
  const rows = await tx
    .select()
    .from(feedEntry)
    .where(
      and(
        eq(feedEntry.landlordId, landlordId),
        eq(feedEntry.feedId, id),
        or(gt(feedEntry.to, options.today), keys.length > 0 ? inArray(feedEntry.key, keys) : undefined),
      ),
    )
  const stored = new Map(rows.map((one) => [one.id, one]))
  const { entries, changes, isEmpty } = foldEntries(rows.map(knownEntryOf), reading, { ...options, newId: v7 })
  for (const entry of entries) {
    const before = stored.get(entry.id)
    const { nights, ...fields } = entry
    const values = { ...fields, from: nights.from, to: nights.to }
    if (!before) await tx.insert(feedEntry).values({ ...values, landlordId, feedId: id, rentalId, hold: 'none' })
    else if (isDifferent(knownEntryOf(before), entry)) {
      // One that comes back after it was cancelled begins anew.
      const isBack = before.state === 'cancelled' && entry.state === 'active'
      const fresh = { hold: 'none' as const, bookingId: null, bookedFrom: null, bookedTo: null, claimIds: [] }
      await tx
        .update(feedEntry)
        .set({ ...values, ...(isBack ? fresh : {}) })
        .where(and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.id, entry.id)))
    }
  }
  return { changes, isEmpty }
}

/** When it was seen last is the feed's last success while it stands. */
const isDifferent = (a: KnownEntry, b: KnownEntry) =>
  JSON.stringify(ordered({ ...a, lastSeenAt: '' })) !== JSON.stringify(ordered({ ...b, lastSeenAt: '' }))

const ordered = (entry: KnownEntry) => Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))

export const knownEntryOf = (row: FeedEntryRow): KnownEntry => ({
  id: row.id,
  key: row.key,
  nights: { from: row.from, to: row.to },
  kind: row.kind,
  chosenKind: row.chosenKind,
  state: row.state,
  missed: row.missed,
  summary: row.summary,
  guestName: row.guestName,
  code: row.code,
  phoneLastDigits: row.phoneLastDigits,
  origins: row.origins,
  firstSeenAt: row.firstSeenAt,
  lastSeenAt: row.lastSeenAt,
})
