import { openDoor } from '@keyhold/kit/db'
import { readFileSync } from 'node:fs'
import { countOf, pageOf } from './src/domain/list.ts'
const db = JSON.parse(readFileSync('/tmp/pay/db.json', 'utf8'))
const now = '2026-03-15T15:00:00.000Z'
const landlordId = db.big
const door = openDoor({ url: db.role, service: 'payments', reads: 1 })
const ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: landlordId } as const
const scope = { landlordId, filter: { status: 'pending' as const }, now }
for (const what of ['count', 'page']) {
const rows = await door.read(ann, (sql) => sql`explain ${what === 'page' ? pageOf(sql, scope, { order: 'newest', limit: 26, after: null }) : countOf(sql, scope)}`)
console.log(what + '\n' + rows.map((r: any) => Object.values(r)[0]).join('\n')) }
await door.close()
