import postgres from 'postgres'
import { v7 } from 'uuid'
import { startTestPostgres } from './database.ts'
import { localBus } from '../bus-local.ts'
import { until } from './wait.ts'
const pg = await startTestPostgres()
const admin = postgres(pg.url, { max: 1, onnotice: () => {} })
const spy = postgres(pg.url, { max: 1, onnotice: () => {} })
await admin`create database d1 template template0`
const url = pg.url.replace(/\/postgres$/, '/d1')
const log: any = { info() {}, debug() {}, warn: (f: any, m: string) => console.log('   warn', Math.round(performance.now() - t), f.session ?? f.type, f.error?.code, f.error?.message, m), error: console.log }
let t = 0
const bus = await localBus({ url, turnMs: 50, log })
const got: string[] = []
const sub = await bus.subscribe('c', ['t'], async (e) => void got.push(e.id))
const make = () => ({ specversion: '1.0', id: v7(), source: '/t', type: 't', time: 'x', subject: 's', datacontenttype: 'application/json', dataversion: 1, data: {} }) as const
await until(() => bus.ready())
let stepName = ''
setInterval(async () => { if (performance.now() - t > 4000) { console.log('HUNG at', stepName, await spy`select pid, datname, state, wait_event_type, wait_event, left(query, 80) as q from pg_stat_activity where backend_type = 'client backend'`); process.exit(1) } }, 500)
for (let i = 0; i < 25; i++) {
  t = performance.now()
  const step = (name: string) => { stepName = name; console.log('  ', name, Math.round(performance.now() - t)) }
  await bus.publish([make()])
  await admin`alter database d1 allow_connections false`
  const killed = await admin`select pid, application_name as a, state, pg_terminate_backend(pid) as ok from pg_stat_activity where datname = 'd1'`
  step('killed ' + killed.map((k) => `${k.pid} ${k.a} ${k.state} ${k.ok}`).join(', '))
  await until(() => !bus.ready())
  step('down')
  await bus.publish([make()]).then(() => console.log('published?!'), (e) => step('refused ' + e.code))
  await admin`alter database d1 allow_connections true`
  step('up')
  const e = make()
  await until(() => bus.publish([e]).then(() => true))
  step('published')
  await until(() => got.includes(e.id))
  step('got')
  await until(() => bus.ready())
  const total = performance.now() - t
  console.log(i, Math.round(total), total > 3000 ? 'SLOW' : '')
}
await sub.stop(); await bus.close(); await admin.end(); await pg.stop(); process.exit()
