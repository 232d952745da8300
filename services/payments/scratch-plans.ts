import { openDoor } from '@keyhold/kit/db'
import { readFileSync } from 'node:fs'
import { readPage } from './src/domain/list.ts'
const db = JSON.parse(readFileSync('/tmp/pay/db.json', 'utf8'))
const now = '2026-03-15T15:00:00.000Z'
const door = openDoor({ url: db.role, service: 'payments', reads: 1 })
const go = async (landlordId: string, n: number) => {
  const ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: landlordId } as const
  const t = performance.now()
  for (let i = 0; i < n; i++) await readPage(door, ann, { landlordId, filter: {}, now }, { sort: 'newest', limit: 25 })
  console.log(((performance.now() - t) / n).toFixed(2), 'ms')
  return ann
}
let ann = await go(db.many[0], 20)
for (const id of db.many.slice(0, 50)) await go(id, 1) 
ann = await go(db.many[5], 200)
await go(db.big, 20)
console.log(await door.read(ann, (sql) => sql`select left(statement, 60) s, generic_plans, custom_plans from pg_prepared_statements where statement ilike '%charge%'`))
const st = await door.read(ann, (sql) => sql`select name from pg_prepared_statements where statement ilike '%with c as%'`)
await door.close()
