import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProperty, listProperties } from '@keyhold/contracts/properties/properties'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { createTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { serviceNames } from '@keyhold/contracts/services'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { findNatsServer, type RunningNats, startNats } from '@keyhold/kit/testing/nats'
import type { Client } from '../services/testing/product.ts'
import { talkThrough } from './lib/talk-outage.ts'
import { oneProcess, processPerService, signIn, sleep, until, type Wiring } from './lib/wirings.ts'

// kill -9 at random moments during a burst of writes, in both wirings; then NATS away and Postgres restarted under load.
// After each: every acknowledged write is there, every tenant has exactly twelve rents, nothing is lost or applied twice.

const rounds = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 4)
const outage = Number(process.argv.find((argument) => argument.startsWith('--outage='))?.slice(9) ?? 30) * 1000
const account = { email: 'crash@keyhold.test', password: 'correct-horse-42', userType: 'landlord' as const }

let passed = 0
let failed = 0
function check(what: string, holds: boolean, detail = ''): void {
  if (holds) passed++
  else failed++
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${detail ? ` (${detail})` : ''}`)
}

interface Burst {
  acknowledged: Set<string>
  statuses: Map<number, number>
  stop(): Promise<void>
}

/** Adds tenants as fast as they are taken. An unanswered one is asked again with its Idempotency-Key, so it exists once, whatever died in between. */
function startBurst(client: Client, propertyId: string, label: string): Burst {
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  let going = true
  let number = 0
  const worker = async () => {
    while (going) {
      const email = `t${label}-${number++}@tenants.test`
      const body = {
        firstName: 'Tess',
        lastName: 'Tenant',
        email,
        propertyId,
        monthlyRent: 1000,
        leaseStartDate: '2026-01-31',
      }
      for (let attempt = 0; attempt < 400; attempt++) {
        const status = await client.api(createTenant, { body, headers: { 'idempotency-key': email } }).then(
          (answer) => answer.status,
          () => 0,
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) acknowledged.add(email)
        if (status === 401)
          await client
            .fetch('/api/auth/login', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(account),
            })
            .catch(() => {})
        else if (status >= 200 && status < 500) break
        await sleep(50)
      }
      await sleep(20)
    }
  }
  const workers = Array.from({ length: 4 }, worker)
  return {
    acknowledged,
    statuses,
    async stop() {
      going = false
      await Promise.all(workers)
    },
  }
}

/** Every page of a list. */
async function all<T>(client: Client, first: string): Promise<T[]> {
  const items: T[] = []
  for (let path: string | undefined = first; path;) {
    const answer: Response = await client.fetch(path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    items.push(...((await answer.json()) as T[]))
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return items
}

/** The figures of `/metrics` that have no labels. */
async function figures(url: string): Promise<Record<string, string>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']))
}

async function judge(wiring: Wiring, acknowledged: Set<string>, what: string): Promise<void> {
  const client = await signIn(wiring.url, account)
  const tenants = await all<{ id: string; email: string }>(client, `${listTenants.path}?limit=500`)
  const emails = tenants.map((tenant) => tenant.email)
  check(
    `${wiring.name}: ${what}: every acknowledged tenant is there, once`,
    [...acknowledged].every((email) => emails.filter((one) => one === email).length === 1),
    `${acknowledged.size} acknowledged, ${emails.length} there`,
  )
  let counts = new Map<string, number>()
  const twelve = async () => {
    counts = new Map()
    for (const { tenantId } of await all<{ tenantId: string }>(client, `${listPayments.path}?limit=500`))
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
    return tenants.every(({ id }) => counts.get(id) === 12)
  }
  // Thousands of tenants may wait behind an outage: how long it takes is not what is judged here.
  await until('twelve rents each', twelve, 180_000).catch(() => {})
  const counted = await Promise.all(wiring.processes.map(figures))
  const sum = (name: string) => counted.reduce((total, one) => total + Number(one[name]), 0)
  const [dead, waiting] = [sum('keyhold_dead_letters'), sum('keyhold_outbox_backlog')]
  check(
    `${wiring.name}: ${what}: no event was given up, none waits`,
    dead === 0 && waiting === 0,
    `${dead} given up, ${waiting} waiting`,
  )
  const wrong = tenants.filter(({ id }) => counts.get(id) !== 12)
  check(
    `${wiring.name}: ${what}: every tenant has exactly twelve rents`,
    wrong.length === 0 && counts.size === tenants.length,
    wrong.length
      ? `${wrong.length} have not: ${wrong
          .slice(0, 3)
          .map(({ id }) => counts.get(id) ?? 0)
          .join(', ')}`
      : `${counts.size} tenants`,
  )
}

async function torture(wiring: Wiring): Promise<{ client: Client; propertyId: string }> {
  await wiring.start()
  const client = await signIn(wiring.url, account)
  const made = await client.api(createProperty, {
    body: {
      name: 'Crash House',
      address: '1 Crash St',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      propertyType: 'house',
      monthlyRent: 1000,
    },
  })
  const propertyId = made.body.id
  const acknowledged = new Set<string>()
  for (let round = 1; round <= rounds; round++) {
    const burst = startBurst(client, propertyId, `${round}`)
    await until('the burst to get going', async () => burst.acknowledged.size > 3)
    await sleep(randomInt(100, 1500))
    await wiring.kill()
    await until('writes after the crash', async () => client.api(listProperties).then((answer) => answer.status < 500))
    await sleep(500)
    await burst.stop()
    for (const email of burst.acknowledged) acknowledged.add(email)
  }
  await judge(wiring, acknowledged, `${rounds} times kill -9`)
  return { client, propertyId }
}

/** Gateway and bus are restarted in the middle of a conversation. */
async function talkWhileAway(wiring: Wiring, nats: RunningNats): Promise<void> {
  // A landlord of its own: the tenants of the other one are counted.
  const talking = { ...account, email: 'talk@keyhold.test' }
  const [writer, reader] = [await signIn(wiring.url, talking), await signIn(wiring.url, talking)]
  const { sent, stored, seen, longestSilenceMs } = await talkThrough(writer, reader, async () => {
    await sleep(1000)
    await wiring.killOne?.('gateway')
    await sleep(1000)
    await nats.down()
    await sleep(2000)
    await nats.up()
    await sleep(1000)
  })
  const expected = Array.from({ length: sent }, (_, n) => `No. ${n + 1}`)
  check(
    'gateway and NATS restarted in the middle of a conversation: each message is stored once',
    stored.size === sent && expected.every((text) => stored.get(text) === 1),
    `${sent} sent, ${stored.size} stored, at most ${Math.round(longestSilenceMs)} ms until one was accepted`,
  )
  check(
    'the open page has all of them without being reloaded',
    expected.every((text) => seen.has(text)),
    `${seen.size} seen`,
  )
}

const dir = mkdtempSync(join(tmpdir(), 'keyhold-crash-'))
const stops: (() => unknown)[] = []
try {
  const one = await oneProcess(dir)
  await torture(one)
  await one.stop()

  if (!findNatsServer()) console.log('no nats-server on this machine: the distributed wiring was not tried')
  else {
    let postgres = await startPostgres({ dataDir: join(dir, 'postgres') })
    stops.push(() => postgres.stop())
    const nats = await startNats({ services: serviceNames })
    stops.push(() => nats.stop())
    const many = await processPerService(dir, postgres.url, nats)
    stops.push(() => many.stop())
    const { client, propertyId } = await torture(many)

    await talkWhileAway(many, nats)

    const away = startBurst(client, propertyId, 'nats')
    await until('the burst to get going', async () => away.acknowledged.size > 3)
    const before = away.acknowledged.size
    await nats.down()
    await sleep(outage)
    check(
      `NATS away for ${outage / 1000} s: writes go on, events wait in the outbox`,
      away.acknowledged.size > before,
      `${away.acknowledged.size - before} written meanwhile`,
    )
    await nats.up()
    await away.stop()
    await judge(many, away.acknowledged, 'NATS away')

    const under = startBurst(client, propertyId, 'postgres')
    await until('the burst to get going', async () => under.acknowledged.size > 3)
    const port = new URL(postgres.url).port
    await postgres.stop()
    const refused = await client.api(listProperties)
    check(
      'Postgres away: 503 with Retry-After, no internals',
      refused.status === 503 && refused.headers.has('retry-after') && !/ECONN|postgres:/i.test(refused.text),
      `${refused.status} ${refused.text.slice(0, 120)}`,
    )
    await sleep(3000)
    postgres = await startPostgres({ dataDir: join(dir, 'postgres'), port: Number(port) })
    await until('service after the restart', async () => (await client.api(listProperties)).status < 500)
    const atRestart = under.acknowledged.size
    await until('writes after the restart', async () => under.acknowledged.size > atRestart + 3)
    await under.stop()
    const odd = [...under.statuses].filter(([status]) => ![0, 201, 401, 503].includes(status))
    check(
      'Postgres restarted under load: nothing but 201, 503 and a renewed sign-in',
      odd.length === 0,
      JSON.stringify([...under.statuses]),
    )
    await judge(many, under.acknowledged, 'Postgres restarted')
  }
} catch (error) {
  failed++
  console.error(error)
} finally {
  for (const stop of stops.toReversed()) await stop()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
