import type { FeedEntryKind, FeedEntryState } from '@keyhold/contracts/properties/stays/feed-values'
import type { FeedChange } from '@keyhold/contracts/properties/stays/feeds'
import type { FeedEntry, FeedReading } from '../reading/read-feed.ts'
import type { Nights } from '../reading/nights.ts'

/** An entry as far as calendars decide about it. */
export interface KnownEntry {
  id: string
  key: string
  nights: Nights
  kind: FeedEntryKind
  chosenKind: FeedEntryKind | null
  state: FeedEntryState
  /** Good fetches in a row without it. */
  missed: number
  summary: string
  guestName: string | null
  code: string | null
  phoneLastDigits: string | null
  origins: string[]
  firstSeenAt: string
  lastSeenAt: string
}

export type GoodReading = Extract<FeedReading, { ok: true }>

interface Options {
  /** At the home. */
  today: string
  at: string
  newId: () => string
  /** The landlord confirmed that the calendar is empty. */
  acceptsEmpty?: boolean
  /** What was read is all that changed, not all there is: nothing can be missing. */
  isPartial?: boolean
}

export interface Folded {
  /** Those that changed or are new. */
  entries: KnownEntry[]
  changes: FeedChange[]
  /** All entries are gone at once, which is not believed. */
  isEmpty: boolean
}

/** Good fetches without an entry after which it is cancelled. */
const cancelAfter = 2

const isEmptyCalendar = ({ entries, cancelled, unreadable, past, withoutNight, free }: GoodReading) =>
  entries.length + cancelled.length + unreadable + past + withoutNight + free === 0

/**
 * What a calendar changes of the entries that are known. An entry is found again by its key, then by its nights, since channels change their ids; a
 * block also by nights that overlap, since a booking window moves every day. One that is missing is cancelled after the second good fetch
 * without it, and none is while the calendar has events that could not be read.
 */
export function foldEntries(known: readonly KnownEntry[], reading: GoodReading, options: Options): Folded {
  const { today, at, newId, acceptsEmpty = false, isPartial = false } = options
  const coming = known.filter((one) => one.state !== 'cancelled' && one.nights.to > today)
  if (!isPartial && isEmptyCalendar(reading) && coming.length > 0 && !acceptsEmpty)
    return { entries: [], changes: [], isEmpty: true }
  const read = withOwnKeys(
    known,
    reading.entries.filter(({ nights }) => nights.to > today),
    today,
  )
  const pairs = pairUp(known, read)
  const changes: FeedChange[] = []
  const entries: KnownEntry[] = []
  const note = (what: FeedChange['what'], { nights, kind }: KnownEntry, before?: Nights) =>
    void changes.push({ what, ...nights, kind, ...(before ? { before } : {}) })

  for (const now of read) {
    const before = pairs.get(now)
    const next = before ? updated(before, now, at) : created(now, newId(), at)
    if (!before) note('added', next)
    else if (before.state === 'cancelled') note('back', next)
    else if (before.nights.from !== now.nights.from || before.nights.to !== now.nights.to)
      note('moved', next, before.nights)
    else if (before.state === 'missing') note('back', next)
    else if (before.kind !== now.kind || before.guestName !== now.guestName || before.code !== now.code)
      note('changed', next)
    entries.push(next)
  }
  const seen = new Set([...pairs.values()].map(({ id }) => id))
  const cancelled = new Set(reading.cancelled)
  for (const one of coming) {
    if (seen.has(one.id)) continue
    if (!cancelled.has(one.key) && (isPartial || reading.unreadable > 0)) continue
    const missed = one.missed + 1
    const state = cancelled.has(one.key) || acceptsEmpty || missed >= cancelAfter ? 'cancelled' : 'missing'
    const next: KnownEntry = { ...one, missed, state }
    entries.push(next)
    note(state, next)
  }
  return { entries, changes, isEmpty: false }
}

/** Some sites give the next stay the id of one that is over: it is another entry. */
function withOwnKeys(known: readonly KnownEntry[], read: readonly FeedEntry[], today: string): FeedEntry[] {
  const over = new Set(known.filter(({ nights }) => nights.to <= today).map(({ key }) => key))
  return read.map((now) => (over.has(now.key) ? { ...now, key: `${now.key}~${now.nights.from}` } : now))
}

function pairUp(known: readonly KnownEntry[], read: readonly FeedEntry[]): Map<FeedEntry, KnownEntry> {
  const pairs = new Map<FeedEntry, KnownEntry>()
  const taken = new Set<string>()
  const pair = (now: FeedEntry, before: KnownEntry | undefined) => {
    if (!before) return
    pairs.set(now, before)
    taken.add(before.id)
  }
  const byKey = new Map(known.map((one) => [one.key, one]))
  for (const now of read) pair(now, byKey.get(now.key))
  const search = (matches: (before: KnownEntry, now: FeedEntry) => boolean) => {
    for (const now of read)
      if (!pairs.has(now))
        pair(
          now,
          known.find((one) => one.state !== 'cancelled' && !taken.has(one.id) && matches(one, now)),
        )
  }
  // Ids of Keyhold stay: another origin in the same nights is another guest.
  const isOther = (a: KnownEntry, b: FeedEntry) => a.origins[0] !== b.origins[0]
  const hasSameNights = (a: KnownEntry, b: FeedEntry) => a.nights.from === b.nights.from && a.nights.to === b.nights.to
  search((a, b) => a.kind === b.kind && hasSameNights(a, b) && !isOther(a, b))
  search((a, b) => a.code !== null && a.code === b.code)
  search((a, b) => a.kind === b.kind && b.kind !== 'reservation' && overlap(a.nights, b.nights))
  return pairs
}

const overlap = (a: Nights, b: Nights) => a.from < b.to && b.from < a.to

const created = ({ uid: _, ...now }: FeedEntry, id: string, at: string): KnownEntry => ({
  ...now,
  id,
  chosenKind: null,
  state: 'active',
  missed: 0,
  firstSeenAt: at,
  lastSeenAt: at,
})

const updated = (before: KnownEntry, { uid: _, ...now }: FeedEntry, at: string): KnownEntry => ({
  ...before,
  ...now,
  state: 'active',
  missed: 0,
  lastSeenAt: at,
})

export const kindOf = ({ kind, chosenKind }: Pick<KnownEntry, 'kind' | 'chosenKind'>): FeedEntryKind =>
  chosenKind ?? kind
