import { loadavg } from 'node:os'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { createImport, getImport, startImport } from '@keyhold/contracts/tenancy/imports'
import { listPayments } from '@keyhold/contracts/payments/payments'
import sqlOf from 'postgres'
import type { Client } from '../../services/testing/product.ts'
import { signIn, sleep, until, type Wiring } from './wirings.ts'

interface Options {
  tenants: number
  databaseUrl: string
  figure: (what: string, value: string, holds: boolean) => void
}

const account = (name: string) => ({
  email: `${name}@keyhold.test`,
  password: 'correct-horse-42',
  userType: 'landlord' as const,
})
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
/** The median and the 99th percentile. */
function percentiles(values: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** One landlord imports tenants, whose rents are planned by events, while another one adds a tenant now and then. */
export async function measureImport(wiring: Wiring, { tenants, databaseUrl, figure }: Options): Promise<void> {
  await wiring.start()
  const importer = await signIn(wiring.url, account('importer'))
  const bystander = await signIn(wiring.url, account('bystander'))
  const sql = sqlOf(databaseUrl, { max: 2, onnotice: () => {} })
  try {
    console.log(`\n${wiring.name}: ${tenants} tenants are imported`)
    const calm = await watchBystander(bystander, sql, () => sleep(5_000))
    const importId = await uploadTenants(importer, tenants)
    let imported = 0
    let planned = 0
    const busy = await watchBystander(bystander, sql, async () => {
      const began = performance.now()
      await importer.api(startImport, { params: { id: importId } })
      const isDone = async () => (await importer.api(getImport, { params: { id: importId } })).body.status === 'done'
      await until('the import', isDone, 600_000)
      imported = performance.now() - began
      const rents = async () =>
        Number((await importer.api(listPayments, { query: { limit: '1' } })).headers.get('x-total-count'))
      await until('the rents', async () => (await rents()) === 12 * tenants, 600_000)
      planned = performance.now() - began - imported
    })
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(2)}`)
    const rate = Math.round(tenants / (imported / 1_000))
    console.log(`       the import took ${seconds(imported)} (${rate} tenants a second)`)
    figure(
      `${wiring.name}: all ${12 * tenants} rents after the import (at most 60 s)`,
      seconds(planned),
      planned <= 60_000,
    )
    const text = ({ p50, p99, max }: ReturnType<typeof percentiles>) =>
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`
    console.log(`       a tenant's rents on a quiet machine: ${text(percentiles(calm))} (${calm.length} tenants)`)
    const { p99 } = percentiles(busy)
    const what = `${wiring.name}: another landlord's event to effect during the import (p99 under 50 ms)`
    figure(what, `${text(percentiles(busy))} (${busy.length} tenants)`, p99 < 50)
    await printConsumers(wiring)
  } finally {
    await sql.end()
  }
}

async function uploadTenants(client: Client, tenants: number): Promise<string> {
  const lines = Array.from(
    { length: tenants },
    (_, n) => `Tess,Tenant${n},tess${n}@tenants.test,1000,2026-11-01,2027-10-31`,
  )
  const csv = ['firstName,lastName,email,monthlyRent,leaseStartDate,leaseEndDate', ...lines].join('\n')
  const form = new FormData()
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'tenants.csv')
  const answer = await client.fetch(createImport.path, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`the file was refused: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** Adds a tenant ten times a second until `work` is done. @returns milliseconds from each answer until the tenant's rents were there */
async function watchBystander(client: Client, sql: sqlOf.Sql, work: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const answeredAt = new Map<string, number>()
  let isOver = false
  const poll = (async () => {
    while (!isOver || answeredAt.size > 0) {
      const ids = [...answeredAt.keys()]
      if (ids.length > 0)
        for (const { id } of await sql<{ id: string }[]>`
          select distinct tenant_id as id from payments.charge where tenant_id in ${sql(ids)}`) {
          latencies.push(performance.now() - (answeredAt.get(id) ?? 0))
          answeredAt.delete(id)
        }
      await sleep(3)
    }
  })()
  const add = (async () => {
    for (let n = 0; !isOver; n++) {
      const next = performance.now() + 100
      const body = {
        firstName: 'Bea',
        lastName: 'Bystander',
        email: `bea${performance.now()}-${n}@tenants.test`,
        monthlyRent: 1000,
        leaseStartDate: '2026-11-01',
      }
      const answer = await client.api(createTenant, { body })
      if (answer.status === 201) answeredAt.set(answer.body.id, performance.now())
      await sleep(Math.max(next - performance.now(), 0))
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await add
    await Promise.race([poll, sleep(60_000)])
  }
  return latencies
}

/** What each handler took, from the metrics of all processes. */
async function printConsumers({ processes }: Wiring): Promise<void> {
  const handlers = new Map<string, Record<string, number>>()
  for (const url of new Set(processes)) {
    const text = await (await fetch(`${url}/metrics`)).text()
    for (const [, name = '', service, handler, value] of text.matchAll(
      /^keyhold_event(s|_batches|_statements|_seconds)_total\{service="([^"]+)",handler="([^"]+)"\} (\S+)$/gm,
    )) {
      const key = `${service} ${handler}`
      handlers.set(key, { ...handlers.get(key), [name]: Number(value) })
    }
  }
  const rows = [...handlers]
    .map(([handler, { s = 0, _batches = 0, _statements = 0, _seconds = 0 }]) => ({
      handler,
      events: s,
      'events a batch': Number((s / _batches).toFixed(1)),
      'statements an event': Number((_statements / s).toFixed(2)),
      'ms an event': Number(((1_000 * _seconds) / s).toFixed(2)),
    }))
    .filter(({ events }) => events >= 100)
    .toSorted((one, other) => other.events - one.events)
  console.table(rows)
}
