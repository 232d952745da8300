// A process of the random test of nights: `node claiming-process.ts <service url> <plan as JSON>` claims, changes and releases nights at random and
// writes a line of JSON for each attempt before it, and for each answer after it.
import { openDatabase } from '@keyhold/kit/database/database'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { Refusal } from '@keyhold/kit/http/problem'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { randomUUID } from 'node:crypto'
import type { Claim } from '../domain/nights/claim-rows.ts'
import { applyLeaseChanges, claimForLeases } from '../domain/nights/lease-nights.ts'
import { changeNights, claimNights, type NewClaim, releaseNights } from '../domain/nights/nights.ts'

export interface ClaimingPlan {
  landlord: LandlordActor
  unitIds: string[]
  operations: number
  seed: number
}

export interface Held {
  id: string
  unitId: string
  kind: Claim['kind']
  from: string
  until: string | null
  expiresAt: string | null
}

export type Line =
  | { ask: string }
  | { has: Held }
  | { gone: string }
  /** A refused attempt. `isCertain`: it wanted a night that an acknowledged claim of this process had. */
  | { refused: string; isCertain: boolean }
  | { problem: string }

const firstDay = '2031-01-01'
const days = 150
const inFlight = 4

async function run(url: string, { landlord, unitIds, operations, seed }: ClaimingPlan) {
  const db = openDatabase({ url, service: 'properties', writes: inFlight, statementTimeoutMs: 60_000 })
  const { landlordId } = landlord
  const random = randomNumbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const say = (line: Line) => void process.stdout.write(`${JSON.stringify(line)}\n`)
  const mine = new Map<string, Held>()
  const busy = new Set<string>()
  const now = () => systemClock.now()

  const someNights = () => {
    const from = addDays(firstDay, Math.floor(random() * days))
    return { unitId: pick(unitIds), from, until: addDays(from, 1 + Math.floor(random() * 9)) }
  }
  const hasClaim = (held: Held) => {
    mine.set(held.id, held)
    say({ has: held })
  }
  const heldOf = ({ id, unitId, kind, from, until, expiresAt }: Claim): Held => ({
    id,
    unitId,
    kind,
    from,
    until,
    expiresAt,
  })

  /** A refusal must be a 409 with free nights of the same number, none of them ones that were refused. */
  const refused = (error: unknown, wanted: { id: string; from: string; until: string | null }, isCertain: boolean) => {
    if (!(error instanceof Refusal))
      return say({ problem: `${wanted.id}: ${String(error)} ${String((error as Error).cause)}` })
    if (error.code !== 'nights-taken') return say({ problem: `${wanted.id}: ${error.code} ${error.message}` })
    const { from, until } = wanted
    const wrong = (error.freeNights ?? []).filter((free) =>
      until === null || free.until === null
        ? free.until !== until || free.from < from
        : daysBetween(free.from, free.until) !== daysBetween(from, until) || free.from === from,
    )
    if (wrong.length > 0 || !error.freeNights || (until !== null && error.freeNights.length === 0))
      say({
        problem: `${wanted.id}: wanted ${from} to ${String(until)}, was offered ${JSON.stringify(error.freeNights)}`,
      })
    say({ refused: wanted.id, isCertain })
  }

  async function claim(
    kind: Exclude<Claim['kind'], 'lease'>,
    nights: Pick<NewClaim, 'unitId' | 'from' | 'until'>,
    isCertain = false,
  ) {
    const id = randomUUID()
    const expiresAt = kind === 'hold' ? new Date(now().getTime() + 20 + random() * 400).toISOString() : null
    say({ ask: id })
    try {
      const made = await db.transaction(landlord, (tx) =>
        claimNights(tx, { id, landlordId, kind, expiresAt, label: kind, ...nights }, { now: now() }),
      )
      if (isCertain) say({ problem: `${id}: a double booking was acknowledged` })
      hasClaim(heldOf(made))
    } catch (error) {
      refused(error, { id, ...nights }, isCertain)
    }
  }

  /** As a tenancy does it: a provisional claim, and then its event with the nights that it has. */
  async function lease(tenancyId: string, nights: { unitId: string; from: string; until: string | null }) {
    const claimId = randomUUID()
    say({ ask: tenancyId })
    const asked = { claimId, tenancyId, label: 'lease', canBeCut: false, ...nights }
    const [answer] = await db.transaction(serviceActor('tenancy', landlordId), (tx) =>
      claimForLeases(tx, { landlordId, claims: [asked] }, now()),
    )
    if (!answer?.nights) {
      const { detail = '', freeNights } = answer?.refusal ?? {}
      refused(new Refusal('nights-taken', detail, { freeNights }), { id: tenancyId, ...nights }, false)
      // It still has what it had before.
      const before = mine.get(tenancyId)
      return before ? hasClaim(before) : undefined
    }
    const event = { tenancyId, nights: { ...nights, label: 'lease' }, claimIds: [claimId] }
    await db.transaction(landlord, (tx) => applyLeaseChanges(tx, { landlordId, changes: [event] }, now()))
    hasClaim({ id: tenancyId, kind: 'lease', expiresAt: null, ...nights })
  }

  async function change(held: Held) {
    if (held.kind === 'lease')
      return lease(held.id, { ...someNights(), ...(random() < 0.5 ? { unitId: held.unitId } : {}) })
    say({ ask: held.id })
    const nights = someNights()
    const changes = pick([
      { from: nights.from, until: nights.until },
      nights,
      { until: addDays(held.until ?? held.from, 2) },
      ...(held.kind === 'hold' ? [{ kind: 'booking' as const }] : []),
    ])
    const wanted = { ...held, ...changes }
    try {
      hasClaim(
        heldOf(
          await db.transaction(landlord, (tx) =>
            changeNights(tx, { landlordId, id: held.id }, changes, { now: now() }),
          ),
        ),
      )
    } catch (error) {
      const isExpired = held.expiresAt !== null && error instanceof Refusal && error.code === 'not-found'
      // Only a hold may be gone, and only once its time is over.
      if (isExpired && Date.parse(held.expiresAt ?? '') <= now().getTime()) {
        mine.delete(held.id)
        return say({ gone: held.id })
      }
      if (wanted.until !== null && wanted.until <= wanted.from) return hasClaim(held)
      refused(error, wanted, false)
      hasClaim(held)
    }
  }

  async function release(held: Held) {
    say({ ask: held.id })
    if (held.kind === 'lease')
      await db.transaction(landlord, (tx) =>
        applyLeaseChanges(tx, { landlordId, changes: [{ tenancyId: held.id, nights: null, claimIds: [] }] }, now()),
      )
    else await db.transaction(landlord, (tx) => releaseNights(tx, { landlordId, ids: [held.id] }))
    mine.delete(held.id)
    say({ gone: held.id })
  }

  async function once() {
    const dice = random()
    const held = mine.size > 0 && dice > 0.45 ? pick([...mine.values()].filter(({ id }) => !busy.has(id))) : undefined
    if (!held) {
      if (dice < 0.1) {
        const { unitId, from, until } = someNights()
        return lease(randomUUID(), { unitId, from, until: random() < 0.05 ? null : until })
      }
      return claim(pick(['booking', 'booking', 'hold', 'block', 'feed'] as const), someNights())
    }
    busy.add(held.id)
    try {
      if (dice < 0.6) return await change(held)
      if (dice < 0.8) return await release(held)
      // Somebody else wants a night that this process was told is taken: while it is not changed meanwhile, that must be refused.
      const { unitId, from, until } = held
      if (held.kind !== 'hold') return await claim('booking', { unitId, from, until: until ?? addDays(from, 3) }, true)
    } finally {
      busy.delete(held.id)
    }
  }

  let left = operations
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await once().catch((error: unknown) => say({ problem: String(error) }))
    }),
  )
  await db.close()
}

/** Mulberry32: numbers from 0 to 1, the same ones for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const [url, plan] = process.argv.slice(2)
if (url && plan) await run(url, JSON.parse(plan) as ClaimingPlan)
