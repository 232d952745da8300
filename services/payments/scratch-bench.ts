// node scratch-bench.ts : Hono + service vs bare Hono + postgres.js, both in-process over http with autocannon
import { serve } from '@hono/node-server'
import autocannon from 'autocannon'
import { Hono } from 'hono'
import postgres from 'postgres'
import { readFileSync } from 'node:fs'
import { openDoor } from '@keyhold/kit/db'
import { settableClock } from '@keyhold/kit/clock'
import { silentLog } from '@keyhold/kit/log'
import { payments } from './src/service.ts'
import { listPayments } from '@keyhold/contracts/payments'
import { countOf, pageOf } from './src/domain/list.ts'
const db = JSON.parse(readFileSync('/tmp/pay/db.json', 'utf8'))
const now = '2026-03-15T15:00:00.000Z'
const clock = settableClock(now)
const door = openDoor({ url: db.role, service: 'payments' })
const tools = { db: door, clock, log: silentLog, call: (() => { throw 0 }) as never }
const parts = await payments.build({}, tools)
const route = parts.routes.find((r) => r.endpoint === listPayments)!
const bare = postgres(db.url, { max: 4, connection: { search_path: 'payments' }, types: { n: { to: 1700, from: [20, 1700], serialize: String, parse: Number }, d: { to: 1082, from: [1082, 1184], serialize: String, parse: (x: string) => x } } as never })
for (const [name, ids] of [['many', db.many], ['big', [db.big]]] as const) {
  let n = 0
  const ours = new Hono().get('/api/payments', async (c) => {
    const landlordId = ids[n++ % ids.length]
    const r = await route.answer({ actor: { role: 'landlord', userId: landlordId, landlordId, sessionId: landlordId }, params: {}, query: c.req.query(), body: '', requestId: 'x', ip: '', secure: false, header: () => undefined }, tools)
    return c.body(r.body, r.status as 200, Object.fromEntries(r.headers))
  })
  const plain = new Hono().get('/api/payments', async (c) => {
    const landlordId = ids[n++ % ids.length]
    const scope = { landlordId, filter: {}, now }
    const [rows, [count]] = await Promise.all([bare`${pageOf(bare, scope, { order: 'newest', limit: 26, after: null }) as never}`, bare`${countOf(bare, scope) as never}`])
    c.header('x-total-count', String(count!.total))
    return c.json(rows.slice(0, 25))
  })
  const servers = [[serve({ fetch: ours.fetch, port: 4801 }), 4801, 'ours'], [serve({ fetch: plain.fetch, port: 4802 }), 4802, 'bare']] as const
  for (let round = 0; round < 3; round++) for (const [, port, label] of servers) {
    const r = await autocannon({ url: `http://127.0.0.1:${port}/api/payments?limit=25`, connections: 16, duration: 4 })
    console.log(name, label, 'req/s', r.requests.average, 'p50', r.latency.p50, 'p99', r.latency.p99, 'errors', r.errors, r.non2xx)
  }
  for (const [s] of servers) await new Promise((ok) => s.close(ok))
}
await bare.end(); await door.close()
