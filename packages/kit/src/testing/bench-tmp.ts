import postgres from 'postgres'
import { v7 } from 'uuid'
import { startTestPostgres } from './database.ts'
import { localBus } from '../bus-local-dbg.ts'
import { until } from './wait.ts'
const pg = await startTestPostgres()
const admin = postgres(pg.url, { max: 1, onnotice: () => {} })
await admin`create database d1 template template0`
const url = pg.url.replace(/\/postgres$/, '/d1')
const log: any = { info() {}, debug() {}, warn: (f: any, m: string) => console.log('   warn', Math.round(performance.now()), f.session ?? f.type, f.error?.code, m), error: console.log }
const bus = await localBus({ url, turnMs: 50, log })
const got: string[] = []
await bus.subscribe('c', ['t'], async (e) => void got.push(e.id))
const make = () => ({ specversion: '1.0', id: v7(), source: '/t', type: 't', time: 'x', subject: 's', datacontenttype: 'application/json', dataversion: 1, data: {} }) as const
await until(() => bus.ready())
for (let i = 0; i < 6; i++) {
  const t = performance.now()
  const step = (name: string) => { console.log('  ', Math.round(performance.now()), name) }
  await bus.publish([make()])
  const killed = await admin`select pid, application_name as a, state, pg_terminate_backend(pid) as ok from pg_stat_activity where datname = 'd1'`
  step('killed ' + killed.map((k) => `${k.pid} ${k.a} ${k.state} ${k.ok}`).join(', '))
  await until(() => !bus.ready())
  step('down')
  const e = make()
  await until(() => bus.publish([e]).then(() => true))
  step('published')
  await until(() => got.includes(e.id))
  step('got')
  await until(() => bus.ready())
  console.log(i, Math.round(performance.now() - t))
}
process.exit()
