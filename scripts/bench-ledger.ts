import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { rentRoll, reportSummary } from '@keyhold/contracts/payments/reports'
import { localBus } from '@keyhold/kit/messaging/bus-local'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { startServices } from '@keyhold/kit/runtime/start-services'
import { silentLog } from '@keyhold/kit/runtime/log'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { payments } from '@keyhold/payments/service'
import { seedBulkPayments } from '@keyhold/payments/testing/seed-bulk'
import sqlOf from 'postgres'
import { v7 } from 'uuid'

// What the everyday screens of one landlord cost when there are a million charges of two thousand landlords, against ten thousand charges of
// twenty: 500 charges each. Both in one run, in turns, so that a slow minute of the machine hurts both. Fails above `most`.

const settingOf = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback)
const rounds = settingOf('rounds', 60)
const large = settingOf('charges', 1_000_000)
const perLandlord = 500
const sizes = { small: 10_000, large } as const
const most = 1.5
/** Landlords asked in turn, so that no one's rows are all that is warm. */
const asked = 10

const screens: [name: string, endpoint: Endpoint, query: Record<string, string>][] = [
  ['first page of payments', listPayments, { limit: '25' }],
  ['payment summary', summarizePayments, {}],
  ['report summary', reportSummary, {}],
  ['report summary of last month', reportSummary, { asOf: lastMonth() }],
  ['rent roll, first page', rentRoll, { limit: '25' }],
]

function lastMonth(): string {
  const day = systemClock.now()
  day.setUTCDate(0)
  return day.toISOString().slice(0, 10)
}

const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
const stops: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]

/** The payments service on a database of its own with so many charges; asks as one of its landlords. */
async function open(ownerUrl: string, name: string, charges: number) {
  const owner = sqlOf(ownerUrl, { max: 1, onnotice: () => {} })
  await owner.unsafe(`create database ${name} template template0`)
  await owner.end()
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  const bus = await localBus({ url: url.href, log: silentLog })
  stops.push(() => bus.close())
  const app = await startServices({
    services: [payments],
    env: {},
    clock: systemClock,
    log: silentLog,
    bus,
    database: { ownerUrl: url.href, roleSecret: 'bench' },
    // Maintenance costs nothing here: its own service would be measured too.
    async remote(_service, endpoint) {
      if (endpoint !== maintenanceCosts) throw new Error(`${endpoint.path} is not part of this benchmark`)
      return {
        status: 200,
        body: JSON.stringify({ costs: [], byStatus: { open: 0, in_progress: 0, completed: 0, cancelled: 0 } }),
        headers: [],
      }
    },
  })
  stops.push(() => app.stop())
  const begun = performance.now()
  const { landlordIds } = await seedBulkPayments(url.href, { landlords: charges / perLandlord, charges })
  console.log(
    `${charges.toLocaleString('en-US')} charges of ${landlordIds.length} landlords seeded in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  const step = Math.max(1, Math.floor(landlordIds.length / asked))
  const some = landlordIds.filter((_, i) => i % step === 0).slice(0, asked)
  return {
    /** How long one answer takes, in milliseconds. */
    async time(endpoint: Endpoint, query: Record<string, string>, turn: number): Promise<number> {
      const landlordId = some[turn % some.length]!
      const actor = { role: 'landlord', userId: landlordId, landlordId, sessionId: v7() } as const
      const start = performance.now()
      const { status, body } = await app.send('payments', endpoint, {
        actor,
        params: {},
        query,
        body: '',
        requestId: v7(),
        ip: '127.0.0.1',
        secure: false,
        header: () => undefined,
      })
      const taken = performance.now() - start
      if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${String(body)}`)
      return taken
    },
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  const postgres = await startPostgres({ dataDir: join(dir, 'postgres') })
  stops.push(() => postgres.stop())
  const [small, big] = [await open(postgres.url, 'small', sizes.small), await open(postgres.url, 'large', sizes.large)]
  let worst = 0
  for (const [name, endpoint, query] of screens) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let turn = -2 * asked; turn < rounds; turn++) {
      const [a, b] = [
        await small.time(endpoint, query, turn + 2 * asked),
        await big.time(endpoint, query, turn + 2 * asked),
      ]
      // The first ones warm both: connections, plans, pages.
      if (turn < 0) continue
      times.small.push(a)
      times.large.push(b)
    }
    const [a, b] = [median(times.small), median(times.large)]
    worst = Math.max(worst, b / a)
    console.log(
      `${name.padEnd(30)} ${a.toFixed(2).padStart(8)} ms ${b.toFixed(2).padStart(8)} ms  × ${(b / a).toFixed(2)}`,
    )
  }
  console.log(
    worst <= most
      ? `Holds: at most ${most} times, the worst is ${worst.toFixed(2)}.`
      : `Fails: ${worst.toFixed(2)} times, more than ${most}.`,
  )
  process.exitCode = worst <= most ? 0 : 1
} finally {
  for (const stop of stops.toReversed()) await stop()
}
