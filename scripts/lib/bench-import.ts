import { loadavg } from 'node:os'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { createImport, getImport, startImport } from '@keyhold/contracts/tenancy/imports'
import { listPayments } from '@keyhold/contracts/payments/payments'
import sqlOf from 'postgres'
import type { Client } from '../../services/testing/product.ts'
import { percentiles, textOf } from './percentiles.ts'
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

/** One landlord imports tenants, whose rents are planned by events, while another one adds a tenant now and then. */
export async function measureImport(wiring: Wiring, { tenants, databaseUrl, figure }: Options): Promise<void> {
  await wiring.start()
  const importer = await signIn(wiring.url, account('importer'))
  const bystander = await signIn(wiring.url, account('bystander'))
  const sql = sqlOf(databaseUrl, { max: 2, onnotice: () => {} })
  try {
    console.log(`\n${wiring.name}: ${tenants} tenants are imported`)
    // Processes that have just started compile their code and make their connections first.
    await watchBystander(bystander, sql, () => sleep(5_000))
    const calm = await watchBystander(bystander, sql, () => sleep(15_000))
    const importId = await uploadTenants(importer, tenants)
    let imported = 0
    let planned = 0
    const busy = await watchBystander(bystander, sql, async () => {
      const began = performance.now()
      await importer.api(startImport, { params: { id: importId } })
      const isDone = async () => (await importer.api(getImport, { params: { id: importId } })).body.status === 'done'
      await until('the import', isDone, 600_000)
      imported = performance.now() - began
      // Counting 120,000 rents takes 20 ms of the machine that is measured: once a second.
      const areAllThere = async () => {
        const { headers } = await importer.api(listPayments, { query: { limit: '1' } })
        if (Number(headers.get('x-total-count')) === 12 * tenants) return true
        await sleep(900)
        return false
      }
      await until('the rents', areAllThere, 600_000)
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
    console.log(
      `       the API's answers on a quiet machine: ${textOf(percentiles(calm.answers))}; during the import: ${textOf(percentiles(busy.answers))}`,
    )
    // Without a limit: a tenant's rents take four services and longer than 50 ms even on a quiet machine of two cores. The limit is for one event, in the burst.
    console.log(
      `       from another landlord's new tenant to the rents on a quiet machine: ${textOf(percentiles(calm.effects))} (${calm.effects.length} tenants); during the import: ${textOf(percentiles(busy.effects))} (${busy.effects.length} tenants)`,
    )
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

/** Milliseconds: what the API took to answer, and from each answer until the tenant's rents were there. */
interface Watched {
  answers: number[]
  effects: number[]
}

/** Adds a tenant ten times a second until `work` is done. */
async function watchBystander(client: Client, sql: sqlOf.Sql, work: () => Promise<unknown>): Promise<Watched> {
  const watched: Watched = { answers: [], effects: [] }
  const answeredAt = new Map<string, number>()
  let landlordId = ''
  let isOver = false
  const poll = (async () => {
    while (!isOver || answeredAt.size > 0) {
      // With the landlord, by whom charges are indexed: without, each look would read all charges of the importer.
      if (answeredAt.size > 0)
        for (const { id } of await sql<{ id: string }[]>`
          select t.id from unnest(${[...answeredAt.keys()]}::uuid[]) t (id) where exists (
            select from payments.charge where landlord_id = ${landlordId} and tenant_id = t.id and cancelled_at is null)`) {
          watched.effects.push(performance.now() - (answeredAt.get(id) ?? 0))
          answeredAt.delete(id)
        }
      await sleep(3)
    }
  })()
  const add = (async () => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now()
      const body = {
        firstName: 'Bea',
        lastName: 'Bystander',
        email: `bea${performance.now()}-${n}@tenants.test`,
        monthlyRent: 1000,
        leaseStartDate: '2026-11-01',
      }
      const answer = await client.api(createTenant, { body })
      if (answer.status !== 201) throw new Error(`the tenant was refused: ${answer.text}`)
      watched.answers.push(performance.now() - began)
      landlordId = answer.body.landlordId
      answeredAt.set(answer.body.id, performance.now())
      await sleep(Math.max(began + 100 - performance.now(), 0))
    }
  })()
  // Its failure is reported when the work is over.
  add.catch(() => {})
  try {
    await work()
  } finally {
    isOver = true
    await add
    await Promise.race([poll, sleep(60_000)])
  }
  return watched
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
