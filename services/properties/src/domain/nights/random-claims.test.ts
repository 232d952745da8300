import { roleUrl } from '@keyhold/kit/database/service-roles'
import { actors } from '@keyhold/kit/testing/test-app'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import type { ClaimingPlan, Held, Line } from '../../testing/claiming-process.ts'
import { startPropertiesApp } from '../../testing/test-app.ts'

// An ordinary run does a few hundred operations, `npm run test:long` ten thousand.
const operations = Number(process.env.NIGHT_OPERATIONS ?? 400)
const processes = 4
const homes = 20

const app = await startPropertiesApp()
const owner = postgres(app.databaseUrl, { max: 2, onnotice: () => {} })
afterAll(async () => {
  await owner.end()
  await app.stop()
})

interface Stored {
  id: string
  unitId: string
  kind: string
  from: string
  until: string | null
  sourceId: string | null
  isProvisional: boolean
}

const readAll = (): Promise<Stored[]> =>
  owner<Stored[]>`
    select id, unit_id as "unitId", kind, lower(nights)::text as "from", upper(nights)::text as "until", source_id as "sourceId",
      is_provisional as "isProvisional"
    from properties.night_claim`

/** What a night may have is counted night by night: the constraint compares ranges. */
function doubleNights(claims: readonly Stored[]): string[] {
  const horizon = '2031-09-01'
  const found: string[] = []
  const taken = new Map<string, { stays: number; leases: number }>()
  for (const { unitId, kind, from, until } of claims)
    for (
      let day = new Date(from);
      day.toISOString().slice(0, 10) < (until ?? horizon);
      day.setUTCDate(day.getUTCDate() + 1)
    ) {
      const night = `${unitId} ${day.toISOString().slice(0, 10)}`
      const counts = taken.get(night) ?? { stays: 0, leases: 0 }
      counts[kind === 'lease' ? 'leases' : 'stays']++
      taken.set(night, counts)
    }
  for (const [night, { stays, leases }] of taken) if (stays > 1 || (stays > 0 && leases > 0)) found.push(night)
  return found
}

const overlapsByDatabase = () => owner`
  select a.id, b.id from properties.night_claim a join properties.night_claim b
    on a.unit_id = b.unit_id and a.id < b.id and a.nights && b.nights and not (a.kind = 'lease' and b.kind = 'lease')`

test(`${operations} random claims, changes and releases by ${processes} processes never give a night twice and lose nothing`, async () => {
  const landlord = actors.landlord()
  const unitIds: string[] = []
  for (let n = 0; n < homes; n++) unitIds.push((await app.addProperty(landlord, { name: `Home ${n}` })).id)
  const url = roleUrl({ ownerUrl: app.databaseUrl, roleSecret: 'test' }, 'properties')
  const script = fileURLToPath(new URL('../../testing/claiming-process.ts', import.meta.url))

  /** By claim: what was acknowledged last, and whether another answer was still to come. */
  const acknowledged = new Map<string, { held: Held | null; isOpen: boolean }>()
  const problems: string[] = []
  let [answers, refusals, doubles] = [0, 0, 0]
  const note = (line: Line) => {
    if ('problem' in line) problems.push(line.problem)
    else if ('ask' in line) acknowledged.set(line.ask, { held: acknowledged.get(line.ask)?.held ?? null, isOpen: true })
    else {
      // One of them is killed in the middle of whatever it does, before it can have done its part.
      if (++answers === Math.floor(operations / processes / 2)) running[0]?.child.kill('SIGKILL')
      if ('has' in line) acknowledged.set(line.has.id, { held: line.has, isOpen: false })
      else if ('gone' in line) acknowledged.set(line.gone, { held: null, isOpen: false })
      else {
        refusals++
        if (line.isCertain) doubles++
        acknowledged.set(line.refused, { held: acknowledged.get(line.refused)?.held ?? null, isOpen: false })
      }
    }
  }
  const start = (n: number) => {
    const plan: ClaimingPlan = {
      landlord,
      unitIds,
      operations: Math.ceil(operations / processes),
      seed: operations + n,
    }
    const child = spawn(process.execPath, [...process.execArgv, script, url, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (text) => note(JSON.parse(text) as Line))
    return { child, ended: Promise.all([once(child, 'exit'), once(lines, 'close')]) }
  }
  const running = Array.from({ length: processes }, (_, n) => start(n))
  let isOver = false
  const over = Promise.all(running.map(({ ended }) => ended)).then((all) => {
    isOver = true
    return all
  })
  let sweeps = 0
  for (; !isOver; sweeps++) expect(doubleNights(await readAll())).toEqual([])
  expect((await over).map(([[code]]) => code)).toEqual([null, 0, 0, 0])

  expect(problems).toEqual([])
  expect(await overlapsByDatabase()).toEqual([])
  const stored = await readAll()
  expect(doubleNights(stored)).toEqual([])
  const rows = new Map(stored.map((one) => [one.id, one]))
  for (const [id, { held, isOpen }] of acknowledged) {
    // What the killed process was doing may be done or not.
    if (isOpen) continue
    const row = rows.get(id)
    const isExpired = held?.expiresAt && new Date(held.expiresAt) <= new Date()
    if (!held) expect(row, id).toBeUndefined()
    else if (!isExpired || row)
      expect(row).toMatchObject({ unitId: held.unitId, kind: held.kind, from: held.from, until: held.until })
  }
  // Nobody has a night that was not acknowledged.
  const known = (one: Stored) => acknowledged.has(one.isProvisional ? (one.sourceId ?? '') : one.id)
  expect(stored.filter((one) => !known(one))).toEqual([])
  expect(sweeps).toBeGreaterThan(2)
  expect(refusals).toBeGreaterThan(operations / 20)
  expect(doubles).toBeGreaterThan(operations / 100)
}, 600_000)
