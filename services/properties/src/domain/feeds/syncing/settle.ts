import type { FeedChannel, FeedEntryHold, FeedEntryKind } from '@keyhold/contracts/properties/stays/feed-values'
import { laterOf } from '@keyhold/kit/lib/dates'
import type { Nights } from '../reading/nights.ts'
import { minus } from './ranges.ts'

/** Who has nights of the unit. `to` null: without end. */
export interface UnitClaim {
  id: string
  kind: 'lease' | 'booking' | 'hold' | 'block' | 'feed'
  from: string
  to: string | null
  label: string | null
}

/** An entry of the feed that is settled, with what it holds so far. */
export interface HeldEntry {
  id: string
  nights: Nights
  kind: FeedEntryKind
  isCancelled: boolean
  isSetAside: boolean
  code: string | null
  /** Its own hash, and those of the entries that another home made it from. */
  origin: string
  origins: readonly string[]
  hold: FeedEntryHold
  bookingId: string | null
  /** The nights that its booking has, as far as this feed moved it. */
  booked: Nights | null
  claimIds: readonly string[]
}

/** A booking that stands in the unit, or that an entry once made. */
export interface UnitBooking {
  id: string
  source: FeedChannel | 'direct'
  code: string | null
  nights: Nights
  isCancelled: boolean
  /** Some entry of a feed has it. */
  isLinked: boolean
  /** What the entry of another feed that has it was made from. */
  copiedFrom: readonly string[]
}

export interface Unit {
  /** From today on. */
  claims: readonly UnitClaim[]
  bookings: ReadonlyMap<string, UnitBooking>
  /** Claims of blocks that give way to guests: nights that a channel only does not sell. */
  yielding: ReadonlySet<string>
  /** Nights that were lately exported to this feed's channel: it shows them as its own. */
  served: readonly Nights[]
  /** Hashes of what is decided here, and of what other feeds of this home say at first hand. */
  ownOrigins: ReadonlySet<string>
  knownOrigins: ReadonlySet<string>
}

export type Action =
  | { do: 'book'; entry: HeldEntry }
  | { do: 'move'; entry: HeldEntry; bookingId: string }
  | { do: 'cancel'; entry: HeldEntry; bookingId: string }
  /** A booking that is here already: the landlord entered it, or it was made of what another home told us first. */
  | { do: 'take'; entry: HeldEntry; bookingId: string; booked: Nights }
  | { do: 'claim'; entry: HeldEntry; nights: Nights }
  | { do: 'release'; claimIds: string[] }
  | { do: 'conflict'; entry: HeldEntry; with: UnitClaim[] }
  | { do: 'note'; entry: HeldEntry; hold: FeedEntryHold }

interface Options {
  channel: FeedChannel
  today: string
}

/**
 * What has to happen so that the entries of a feed hold the nights they should. Guests go first and get all their nights or a conflict; nobody else's
 * claim is touched, except blocks that only say that another channel does not sell the nights. A block takes what is left free.
 */
export function settle(entries: readonly HeldEntry[], unit: Unit, options: Options): Action[] {
  const actions: Action[] = []
  const state = { claims: [...unit.claims], actions, unit, ...options }
  for (const entry of entries) if (entry.isCancelled || entry.isSetAside) letGo(state, entry)
  const standing = entries
    .filter((one) => !one.isCancelled && !one.isSetAside)
    .toSorted((a, b) => (a.nights.from < b.nights.from ? -1 : a.nights.from > b.nights.from ? 1 : a.id < b.id ? -1 : 1))
  for (const entry of standing) if (entry.kind === 'reservation') settleGuest(state, entry)
  for (const entry of standing) if (entry.kind !== 'reservation') settleBlock(state, entry)
  return actions
}

interface State extends Options {
  claims: UnitClaim[]
  actions: Action[]
  unit: Unit
}

/** Gives back what a cancelled entry holds. A booking that somebody cancelled here already is left alone. */
function letGo({ claims, actions, unit }: State, entry: HeldEntry): void {
  release({ claims, actions }, entry.claimIds)
  const booking = entry.bookingId === null ? undefined : unit.bookings.get(entry.bookingId)
  if (booking && !booking.isCancelled && (entry.hold === 'claimed' || entry.hold === 'conflict')) {
    actions.push({ do: 'cancel', entry, bookingId: booking.id })
    remove(claims, [booking.id])
  }
  const hold = entry.isCancelled ? 'none' : 'set-aside'
  if (entry.hold !== hold) actions.push({ do: 'note', entry, hold })
}

function settleGuest(state: State, entry: HeldEntry): void {
  const { claims, actions, unit, channel, today } = state
  // It was a block before, or the landlord says now that it is a guest.
  release(state, entry.claimIds)
  const note = (hold: FeedEntryHold) => {
    if (entry.hold !== hold) actions.push({ do: 'note', entry, hold })
  }
  if (entry.bookingId === null && entry.origins.some((one) => unit.ownOrigins.has(one))) return note('returned')
  const own = entry.bookingId === null ? undefined : unit.bookings.get(entry.bookingId)
  if (entry.origins.some((one) => unit.knownOrigins.has(one))) {
    if (own && !own.isCancelled) {
      actions.push({ do: 'cancel', entry, bookingId: own.id })
      remove(claims, [own.id])
    }
    return note('copy')
  }
  // The landlord cancelled it here: the channel's calendar does not bring it back.
  if (own?.isCancelled) return note('set-aside')
  if (own && entry.booked?.from === entry.nights.from && entry.booked.to === entry.nights.to) return note('claimed')
  if (!own && entry.nights.to <= today) return
  // The landlord entered it, with other dates than the channel has by now.
  const entered = own ? undefined : byCode(unit, entry, channel)
  if (entered) {
    actions.push({ do: 'take', entry, bookingId: entered.id, booked: entered.nights })
    return
  }
  const others = claims.filter((one) => one.id !== own?.id && overlap(one, entry.nights))
  const inTheWay = others.filter((one) => !unit.yielding.has(one.id))
  const [only] = inTheWay
  const same = only && inTheWay.length === 1 ? unit.bookings.get(only.id) : undefined
  if (!own && same && isSame(same, entry, channel)) {
    actions.push({ do: 'take', entry, bookingId: same.id, booked: same.nights })
    return
  }
  if (inTheWay.length > 0) {
    actions.push({ do: 'conflict', entry, with: inTheWay })
    return
  }
  release(
    state,
    others.map(({ id }) => id),
  )
  const { from, to } = entry.nights
  if (own) {
    actions.push({ do: 'move', entry, bookingId: own.id })
    remove(claims, [own.id])
    claims.push({ id: own.id, kind: 'booking', from, to, label: null })
  } else {
    actions.push({ do: 'book', entry })
    claims.push({ id: entry.id, kind: 'booking', from, to, label: null })
  }
}

const byCode = ({ bookings }: Unit, { code }: HeldEntry, channel: FeedChannel): UnitBooking | undefined =>
  code === null
    ? undefined
    : bookings.values().find((one) => one.code === code && one.source === channel && !one.isLinked && !one.isCancelled)

/**
 * Whether a booking in the way is the one that the entry says: the landlord entered it before the channel's calendar had it, or another home told us
 * of it first.
 */
function isSame(booking: UnitBooking, entry: HeldEntry, channel: FeedChannel): boolean {
  if (booking.copiedFrom.includes(entry.origin)) return true
  if (booking.isLinked || booking.source !== channel || (booking.code !== null && entry.code !== null)) return false
  return booking.nights.from === entry.nights.from && booking.nights.to === entry.nights.to
}

function settleBlock(state: State, entry: HeldEntry): void {
  const { claims, actions, unit, today } = state
  const held = claims.filter((one) => entry.claimIds.includes(one.id))
  // It was a guest's before: the landlord says now that it is none.
  const own = entry.bookingId === null ? undefined : unit.bookings.get(entry.bookingId)
  if (own && !own.isCancelled && entry.hold === 'claimed') {
    actions.push({ do: 'cancel', entry, bookingId: own.id })
    remove(claims, [own.id])
  }
  const isOurs = entry.origins.some((one) => unit.ownOrigins.has(one) || unit.knownOrigins.has(one))
  const from = laterOf(entry.nights.from, today)
  const coming = isOurs || entry.nights.to <= from ? [] : [{ from, to: entry.nights.to }]
  const free = minus(
    coming,
    claims.filter((one) => !held.includes(one)),
  )
  const wanted = minus(free, unit.served)
  const isKept = (one: UnitClaim) => wanted.some(({ from: start, to }) => to === one.to && sameStart(one, start, today))
  release(
    state,
    held.filter((one) => !isKept(one)).map(({ id }) => id),
  )
  for (const nights of wanted) {
    if (held.some((one) => one.to === nights.to && sameStart(one, nights.from, today))) continue
    actions.push({ do: 'claim', entry, nights })
    claims.push({ id: `${entry.id} ${nights.from}`, kind: 'feed', ...nights, label: null })
  }
  const hold = wanted.length > 0 ? 'claimed' : isOurs || free.length > 0 ? 'returned' : 'covered'
  if (entry.hold !== hold) actions.push({ do: 'note', entry, hold })
}

/** A claim that began before today holds what is left of it. */
const sameStart = (one: UnitClaim, start: string, today: string) => laterOf(one.from, today) === start

function release({ claims, actions }: Pick<State, 'claims' | 'actions'>, ids: readonly string[]): void {
  const there = claims.filter((one) => ids.includes(one.id)).map(({ id }) => id)
  if (there.length === 0) return
  actions.push({ do: 'release', claimIds: there })
  remove(claims, there)
}

function remove(claims: UnitClaim[], ids: readonly string[]): void {
  for (let at = claims.length - 1; at >= 0; at--) if (ids.includes(claims[at]!.id)) claims.splice(at, 1)
}

const overlap = (a: { from: string; to: string | null }, b: Nights) => a.from < b.to && (a.to === null || b.from < a.to)
