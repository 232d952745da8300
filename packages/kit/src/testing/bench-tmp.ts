import postgres from 'postgres'
import { v7 } from 'uuid'
import { startTestPostgres } from './database.ts'
import { localBus } from '../bus-local.ts'
import { until } from './wait.ts'
const pg = await startTestPostgres()
const admin = postgres(pg.url, { max: 1, onnotice: () => {} })
await admin`create database d1 template template0`
const url = pg.url.replace(/\/postgres$/, '/d1')
const log: any = { info() {}, debug() {}, warn: (f: any, m: string) => console.log('   warn', Math.round(performance.now() - t), f.session ?? f.type, f.error?.code, f.error?.message, m), error: console.log }
let t = 0
const bus = await localBus({ url, turnMs: 50, log })
const got: string[] = []
const sub = await bus.subscribe('c', ['t'], async (e) => void got.push(e.id))
const make = () => ({ specversion: '1.0', id: v7(), source: '/t', type: 't', time: 'x', subject: 's', datacontenttype: 'application/json', dataversion: 1, data: {} }) as const
await until(() => bus.ready())
for (let i = 0; i < 15; i++) {
  t = performance.now()
  const step = (name: string) => console.log('  ', name, Math.round(performance.now() - t))
  await bus.publish([make()])
  await admin`alter database d1 allow_connections false`
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'd1'`
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
await sub.stop(); await bus.close(); await admin.end(); await pg.stop()
