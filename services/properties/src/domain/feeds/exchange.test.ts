import { createHash } from 'node:crypto'
import { addDays } from '@keyhold/kit/lib/dates'
import { expect, test } from 'vitest'
import type { FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'
import { calendarOf, heldBackFrom, originOf, ownOrigin, waysOf } from './origins.ts'
import { exportedTo, type TakenNights } from './exported-nights.ts'
import type { Nights } from './reading/nights.ts'
import { readFeed } from './reading/read-feed.ts'
import { foldEntries, type KnownEntry } from './syncing/fold-entries.ts'
import { type HeldEntry, settle, type UnitBooking, type UnitClaim } from './syncing/settle.ts'
import { writeFeed } from './write-feed.ts'

const zone = 'America/New_York'
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const overlap = (a: Nights, b: Nights) => a.from < b.to && b.from < a.to

/** Small and fast, so that a failing seed can be run again. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (max: number) => Math.floor(next() * max) }
}

/** A stay that somebody booked somewhere: what all calendars should agree on. */
interface Stay {
  id: string
  site: string
  nights: Nights
  bookedAt: number
  movedAt: number
  cancelledAt: number | null
  /** The nights it had before, and until which hour. */
  earlier: { nights: Nights; until: number }[]
}

interface Site {
  name: string
  /** What another site reads, or nothing where the server is down. */
  calendarFor(reader: string): string
  read(from: string, text: string): void
  isFree(nights: Nights): boolean
}

class World {
  hour = 0
  ids = 0
  stays: Stay[] = []
  start = new Date('2026-01-01T05:00:00Z')
  get now(): Date {
    return new Date(this.start.getTime() + this.hour * 3_600_000)
  }
  get today(): string {
    return new Date(this.now.getTime() - 5 * 3_600_000).toISOString().slice(0, 10)
  }
  newId = () => `id-${String(++this.ids).padStart(6, '0')}`
}

interface Kept {
  known: KnownEntry
  held: Pick<HeldEntry, 'hold' | 'bookingId' | 'booked' | 'claimIds' | 'isSetAside'>
}

/** A home in Keyhold, with the rules of the service and memory instead of a database. */
class Home implements Site {
  claims: UnitClaim[] = []
  bookings = new Map<string, UnitBooking & { nights: Nights; feed: string | null }>()
  feeds = new Map<string, { channel: FeedChannel; entries: Map<string, Kept>; readAt: string }>()
  served = new Map<string, { from: string; to: string; hour: number }[]>()
  conflicts: { stayNights: Nights; entryId: string; feed: string }[] = []
  readonly name: string
  readonly world: World
  constructor(name: string, world: World) {
    this.name = name
    this.world = world
  }

  connect(site: string, channel: FeedChannel): void {
    this.feeds.set(site, { channel, entries: new Map(), readAt: '' })
    this.served.set(site, [])
  }

  isFree = (nights: Nights) => !this.claims.some((one) => overlap({ ...one, to: one.to ?? '9999' }, nights))

  book(stay: Stay): void {
    this.claims.push({ id: stay.id, kind: 'booking', ...stay.nights, label: null })
    this.bookings.set(stay.id, {
      id: stay.id,
      source: 'direct',
      code: null,
      isCancelled: false,
      isLinked: false,
      copiedFrom: [],
      nights: stay.nights,
      feed: null,
    })
  }

  cancel(id: string): void {
    this.claims = this.claims.filter((one) => one.id !== id)
    const found = this.bookings.get(id)
    if (found) found.isCancelled = true
  }

  taken(): TakenNights[] {
    const entryOf = new Map(
      [...this.feeds].flatMap(([site, { channel, entries }]) =>
        [...entries.values()].flatMap((kept) =>
          [kept.held.bookingId, ...kept.held.claimIds].flatMap((id) =>
            id === null ? [] : [[id, { site, channel, kept }] as const],
          ),
        ),
      ),
    )
    return this.claims.map((one) => {
      const from = entryOf.get(one.id)
      return {
        id: one.id,
        nights: { from: one.from, to: one.to ?? '9999-12-31' },
        isReservation: one.kind === 'booking',
        changedAt: '2026-01-01T00:00:00.000Z',
        sequence: 0,
        origins: from
          ? waysOf(
              from.kept.known.origins,
              originOf(from.channel, from.kept.known.key),
              calendarOf(from.channel, from.site),
            )
          : [ownOrigin(one.id)],
        heldBackFrom: from ? heldBackFrom(from.kept.known, this.readFeeds()) : [],
        source: from ? { channel: from.channel, feedId: from.site, kind: from.kept.known.kind } : null,
      }
    })
  }

  readFeeds = () =>
    [...this.feeds].map(([site, { channel, readAt, entries }]) => ({
      channel,
      calendar: calendarOf(channel, site),
      lastSuccessAt: readAt || null,
      origins: new Set([...entries.values()].map(({ known }) => originOf(channel, known.key))),
    }))

  calendarFor(reader: string): string {
    const channel = this.feeds.get(reader)!.channel
    const told = exportedTo({ channel, feedId: reader }, this.taken()).filter(
      ({ nights }) => nights.to > this.world.today,
    )
    for (const { source } of told) expect(source?.feedId, `${this.name} tells ${reader} what it said`).not.toBe(reader)
    const kept = this.served.get(reader)!.filter(({ hour }) => hour > this.world.hour - 24)
    for (const { nights } of told) {
      const same = kept.find((one) => one.from === nights.from && one.to === nights.to)
      if (same) same.hour = this.world.hour
      else kept.push({ ...nights, hour: this.world.hour })
    }
    this.served.set(reader, kept)
    return writeFeed(this.name, told)
  }

  read(site: string, text: string): void {
    const { world } = this
    const feed = this.feeds.get(site)!
    const reading = readFeed(text, { zone, now: world.now, channel: feed.channel })
    if (!reading.ok) return
    feed.readAt = world.now.toISOString()
    const known = [...feed.entries.values()].map((one) => one.known)
    // The landlord looks: the site has no bookings any more.
    const options = { today: world.today, at: world.now.toISOString(), newId: world.newId }
    let folded = foldEntries(known, reading, options)
    if (folded.isEmpty) folded = foldEntries(known, reading, { ...options, acceptsEmpty: true })
    for (const one of folded.entries) {
      const before = feed.entries.get(one.id)
      const isBack = before?.known.state === 'cancelled' && one.state === 'active'
      const fresh = { hold: 'none' as const, bookingId: null, booked: null, claimIds: [], isSetAside: false }
      feed.entries.set(one.id, { known: one, held: before && !isBack ? before.held : fresh })
    }
    this.settle(site)
  }

  settle(site: string): void {
    const feed = this.feeds.get(site)!
    const kept = [...feed.entries.values()].filter(
      ({ known, held }) => known.nights.to > this.world.today && (known.state !== 'cancelled' || held.hold !== 'none'),
    )
    const entries = kept.map(({ known, held }) => ({
      ...held,
      id: known.id,
      nights: known.nights,
      kind: known.kind,
      isCancelled: known.state === 'cancelled',
      code: known.code,
      origin: originOf(feed.channel, known.key),
      origins: known.origins,
    }))
    const others = [...this.feeds].flatMap(([name, { entries: list, channel }]) =>
      [...list.values()].map((one) => ({ ...one, channel, isOwn: name === site })),
    )
    const actions = settle(
      entries,
      {
        claims: this.claims.filter((one) => (one.to ?? '9999') > this.world.today),
        bookings: this.bookings,
        yielding: new Set(
          others.filter(({ known }) => known.kind === 'unavailable').flatMap(({ held }) => [...held.claimIds]),
        ),
        served: this.served.get(site)!.filter(({ hour }) => hour > this.world.hour - 24),
        ownOrigins: new Set(
          [...this.bookings.values()].filter(({ feed: from }) => !from).map(({ id }) => ownOrigin(id)),
        ),
        knownOrigins: new Set(
          others.filter(({ isOwn }) => !isOwn).map(({ known, channel }) => originOf(channel, known.key)),
        ),
      },
      { channel: feed.channel, today: this.world.today },
    )
    for (const action of actions) {
      const entry = 'entry' in action ? feed.entries.get(action.entry.id)! : undefined
      if (action.do === 'release') this.claims = this.claims.filter(({ id }) => !action.claimIds.includes(id))
      else if (action.do === 'cancel') {
        this.cancel(action.bookingId)
        entry!.held = { ...entry!.held, bookingId: action.bookingId }
      } else if (action.do === 'claim') {
        const id = this.world.newId()
        this.add({ id, kind: 'feed', ...action.nights, label: null })
        entry!.held = { ...entry!.held, claimIds: [...entry!.held.claimIds, id] }
      } else if (action.do === 'book') {
        const id = this.world.newId()
        const { nights, code } = action.entry
        this.add({ id, kind: 'booking', ...nights, label: null })
        this.bookings.set(id, {
          id,
          source: feed.channel,
          code,
          isCancelled: false,
          isLinked: true,
          copiedFrom: action.entry.origins,
          nights,
          feed: site,
        })
        entry!.held = { ...entry!.held, hold: 'claimed', bookingId: id, booked: nights }
      } else if (action.do === 'move') {
        this.claims = this.claims.filter(({ id }) => id !== action.bookingId)
        this.add({ id: action.bookingId, kind: 'booking', ...action.entry.nights, label: null })
        this.bookings.get(action.bookingId)!.nights = action.entry.nights
        entry!.held = { ...entry!.held, hold: 'claimed', booked: action.entry.nights }
      } else if (action.do === 'take') {
        for (const { entries: list } of this.feeds.values())
          for (const one of list.values())
            if (one.held.bookingId === action.bookingId)
              one.held = { ...one.held, hold: 'copy', bookingId: null, booked: null }
        const booking = this.bookings.get(action.bookingId)!
        this.bookings.set(action.bookingId, {
          ...booking,
          source: feed.channel,
          copiedFrom: action.entry.origins,
          feed: site,
        })
        entry!.held = { ...entry!.held, hold: 'claimed', bookingId: action.bookingId, booked: action.booked }
      } else if (action.do === 'conflict') {
        entry!.held = { ...entry!.held, hold: 'conflict' }
        this.conflicts.push({ stayNights: action.entry.nights, entryId: action.entry.id, feed: site })
      } else entry!.held = { ...entry!.held, hold: action.hold }
    }
    for (const one of feed.entries.values())
      one.held.claimIds = one.held.claimIds.filter((id) => this.claims.some((claim) => claim.id === id))
  }

  add(claim: UnitClaim): void {
    for (const one of this.claims)
      expect(
        overlap({ ...one, to: one.to ?? '9999' }, { from: claim.from, to: claim.to ?? '9999' }),
        'an overlap',
      ).toBe(false)
    this.claims.push(claim)
  }
}

/** A site like Airbnb: it blocks what it reads, and says so in its own calendar with words of its own. */
class Channel implements Site {
  stays: Stay[] = []
  ownBlocks: Nights[] = []
  imports = new Map<string, Nights[]>()
  readonly name: string
  readonly world: World
  constructor(name: string, world: World) {
    this.name = name
    this.world = world
  }
  isFree = (nights: Nights) =>
    ![...this.stays.map((one) => one.nights), ...this.ownBlocks, ...[...this.imports.values()].flat()].some((one) =>
      overlap(one, nights),
    )
  calendarFor(): string {
    const { today } = this.world
    const event = (uid: string, { from, to }: Nights, summary: string) =>
      `BEGIN:VEVENT\r\nDTEND;VALUE=DATE:${to.replaceAll('-', '')}\r\nDTSTART;VALUE=DATE:${from.replaceAll('-', '')}\r\nUID:${uid}@airbnb.com\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`
    const blocks = [...this.ownBlocks, ...[...this.imports.values()].flat()]
    // Beyond the booking window nothing is sold; it moves on each day.
    const beyond = { from: addDays(today, 365), to: addDays(today, 720) }
    return `BEGIN:VCALENDAR\r\nPRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN\r\n${this.stays
      .filter(({ nights }) => nights.to > today)
      .map(({ id, nights }) => event(id, nights, 'Reserved'))
      .join('')}${[...blocks.filter(({ to }) => to > today), beyond]
      .map((nights) => event(hash(`${nights.from}${nights.to}${today}`), nights, 'Airbnb (Not available)'))
      .join('')}END:VCALENDAR\r\n`
  }
  read(from: string, text: string): void {
    const reading = readFeed(text, { zone, now: this.world.now, channel: 'keyhold' })
    if (reading.ok)
      this.imports.set(
        from,
        reading.entries.map(({ nights }) => nights),
      )
  }
}

function simulate(seed: number, days: number) {
  const random = randomFrom(seed)
  const world = new World()
  const [a, b] = [new Home('a', world), new Home('b', world)]
  const c = new Channel('c', world)
  a.connect('b', 'keyhold')
  a.connect('c', 'airbnb')
  b.connect('a', 'keyhold')
  b.connect('c', 'airbnb')
  const sites: Record<string, Home | Channel> = { a, b, c }
  const figures = { booked: 0, cancelled: 0, moved: 0, conflicts: 0, failed: 0, fetches: 0 }
  const live = (stay: Stay) => stay.cancelledAt === null && stay.nights.to > world.today
  // When each reader last succeeded with each site: the slowest way decides how old what it knows may be.
  const end = (stay: Stay) => {
    const site = sites[stay.site]!
    stay.cancelledAt = world.hour
    if (site instanceof Home) site.cancel(stay.id)
    else site.stays = site.stays.filter((one) => one !== stay)
    figures.cancelled += 1
  }
  const someNights = (): Nights => {
    const from = addDays(world.today, 1 + random.below(45))
    return { from, to: addDays(from, 1 + random.below(6)) }
  }

  function bookAt(name: string, nights: Nights): void {
    const site = sites[name]!
    if (!site.isFree(nights)) return
    const [id, at] = [world.newId(), world.hour]
    const stay: Stay = { id, site: name, nights, bookedAt: at, movedAt: at, cancelledAt: null, earlier: [] }
    world.stays.push(stay)
    if (site instanceof Home) site.book(stay)
    else site.stays.push(stay)
    figures.booked += 1
  }

  function step(isQuiet: boolean) {
    if (!isQuiet && random.next() < 0.1) {
      const nights = someNights()
      bookAt(['a', 'b', 'c'][random.below(3)]!, nights)
      // Somebody else likes the same nights at the same time.
      if (random.next() < 0.2) bookAt(['a', 'b', 'c'][random.below(3)]!, nights)
    }
    const coming = world.stays.filter((stay) => live(stay) && stay.nights.from > world.today)
    if (!isQuiet && random.next() < 0.06 && coming.length > 0) end(coming[random.below(coming.length)]!)
    const onChannel = coming.filter((stay) => stay.site === 'c' && live(stay))
    const moving = onChannel[random.below(onChannel.length)]
    if (!isQuiet && random.next() < 0.03 && moving) {
      const nights = someNights()
      if (c.isFree(nights)) {
        moving.earlier.push({ nights: moving.nights, until: world.hour })
        moving.nights = nights
        moving.movedAt = world.hour
        figures.moved += 1
      }
    }
    // Homes read every hour, the channel every three; one fetch in eight fails in its own way.
    for (const [reader, from, every] of [
      ['a', 'b', 1],
      ['a', 'c', 1],
      ['b', 'a', 1],
      ['b', 'c', 1],
      ['c', 'a', 3],
      ['c', 'b', 3],
    ] as const) {
      if (random.next() > 1 / every) continue
      figures.fetches += 1
      const text = sites[from]!.calendarFor(reader)
      if (reader === 'c') assertNoEcho(text)
      const fault = isQuiet ? 1 : random.next() * 8
      if (fault < 1) figures.failed += 1
      if (fault < 0.25) sites[reader]!.read(from, '')
      else if (fault < 0.5) sites[reader]!.read(from, '<html>Bad gateway</html>')
      else if (fault < 0.75) sites[reader]!.read(from, text.slice(0, Math.floor(text.length / 2)))
      else if (fault >= 1) sites[reader]!.read(from, text)
    }
    // Landlords resolve a conflict by cancelling the later of two stays where it was booked.
    for (const home of [a, b])
      for (const { stayNights } of home.conflicts.splice(0)) {
        figures.conflicts += 1
        const both = world.stays.filter((stay) => live(stay) && overlap(stay.nights, stayNights))
        if (both.length > 1) end(both.toSorted((x, y) => x.movedAt - y.movedAt).at(-1)!)
      }
    check()
    world.hour += 1
    if (world.hour % 24 === 0) forgetThePast()
  }

  function forgetThePast(): void {
    const past = addDays(world.today, -3)
    const isKept = ({ nights }: { nights: Nights }) => nights.to > past
    world.stays = world.stays.filter(isKept)
    c.stays = c.stays.filter(isKept)
    for (const home of [a, b]) {
      home.claims = home.claims.filter(({ to }) => (to ?? '9999') > past)
      for (const [id, booking] of home.bookings) if (!isKept(booking)) home.bookings.delete(id)
      for (const { entries } of home.feeds.values())
        for (const [id, { known }] of entries) if (!isKept(known)) entries.delete(id)
    }
  }

  /** No stay of the channel comes back to it, also not by way of the other home. */
  function assertNoEcho(text: string): void {
    const told = readFeed(text, { zone, now: world.now, channel: 'keyhold' })
    if (!told.ok) throw new Error(told.sentence)
    for (const { nights } of told.entries) {
      const has = (site: boolean) =>
        world.stays.some(
          (stay) => (stay.site === 'c') === site && stay.nights.from === nights.from && stay.nights.to === nights.to,
        )
      expect(!has(true) || has(false), `the channel's stay ${nights.from} came back to it`).toBe(true)
    }
  }

  function check(): void {
    for (const home of [a, b])
      for (const claim of home.claims) {
        if (claim.kind !== 'booking' || (claim.to ?? '9999') <= world.today) continue
        // Some stay has, or had a day ago, the nights of every booking: none was made of a block or of an echo.
        const had = (nights: Nights) => nights.from === claim.from && nights.to === claim.to
        const known = world.stays.some(
          ({ nights, cancelledAt, earlier }) =>
            (had(nights) && (cancelledAt ?? world.hour) > world.hour - 24) ||
            earlier.some((one) => had(one.nights) && one.until > world.hour - 24),
        )
        expect(known, `${home.name} has a booking of nobody: ${claim.from} ${claim.to}`).toBe(true)
      }
  }

  for (let hour = 0; hour < days * 24; hour++) step(false)
  for (let hour = 0; hour < 84; hour++) step(true)
  return { world, a, b, c, figures, live }
}

function judge(seed: number, days: number) {
  const { world, a, b, c, figures, live } = simulate(seed, days)
  const short = ({ from, to }: { from: string; to: string | null }) => `${from} ${to}`
  const due = world.stays
    .filter(live)
    .map(({ nights }) => short(nights))
    .toSorted()
  for (const home of [a, b]) {
    const coming = home.claims.filter(({ to }) => (to ?? '9999') > world.today)
    // Nothing is lost, nothing is there twice or of nobody.
    expect(
      coming
        .filter(({ kind }) => kind === 'booking')
        .map(short)
        .toSorted(),
      `seed ${seed}, ${home.name}`,
    ).toEqual(due)
    const beyond = coming.filter(({ kind }) => kind === 'feed')
    expect(
      beyond.map(({ from }) => from),
      'only what the channel does not sell',
    ).toEqual([addDays(world.today, 365)])
  }
  // The channel blocks what the homes have, and nothing else.
  const direct = world.stays.filter((stay) => live(stay) && stay.site !== 'c').map(({ nights }) => short(nights))
  expect([...new Set([...c.imports.values()].flat().map(short))].toSorted(), `seed ${seed}, c`).toEqual(
    direct.toSorted(),
  )
  return figures
}

// `npm run test:long` simulates a year.
const days = Number(process.env.EXCHANGE_DAYS ?? 15)
const seeds = (process.env.EXCHANGE_SEEDS ?? '1 2 3').split(' ').map(Number)
test.each(seeds)(
  'two homes and a channel exchange calendars, seed %i: no echo, no phantom, nothing lost',
  (seed) => {
    const figures = judge(seed, days)
    // A run without one of them would not test it.
    for (const [what, count] of Object.entries(figures)) expect(count, what).toBeGreaterThan(0)
  },
  240_000,
)
