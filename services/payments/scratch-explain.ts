import { openDoor } from '@keyhold/kit/db'
import postgres from 'postgres'
import { readFileSync } from 'node:fs'
import { countOf, pageOf, readPage } from './src/domain/list.ts'
const db = JSON.parse(readFileSync('/tmp/pay/db.json', 'utf8'))
const owner = postgres(db.url, { max: 1, onnotice: () => {} })
const hint = process.argv[2]
await owner.unsafe(`drop policy if exists est on payments.charge; `)
for (const t of [] as string[]) {
 if (hint === 'init') await owner.unsafe(`create policy zest on payments.${t} to keyhold_payments using ((select nullif(current_setting('app.tenant_id', true), '') is null))`)
 if (hint === 'replace') { await owner.unsafe(`drop policy if exists keyhold_landlord_1 on payments.${t}`);  await owner.unsafe(`create policy est on payments.${t} to keyhold_payments using (case when nullif(current_setting('app.tenant_id', true), '') is null then true else false end)`) } }
const now = '2026-03-15T15:00:00.000Z'
for (const [name, landlordId] of [['big', db.big], ['many', db.many[3]]]) {
  const door = openDoor({ url: db.role, service: 'payments', reads: 1 })
  const ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: landlordId } as const
  const scope = { landlordId, filter: {}, now }
  const show = async (label: string, what: string) => {
    const [rows] = await door.read(ann, (sql) => [sql<{ queryPlan: string }[]>`explain (analyze, buffers off, costs on) ${what === 'page' ? pageOf(sql, scope, { order: 'newest', limit: 26, after: null }) : countOf(sql, scope)}`] as const)
    const text = rows.map((r: any) => Object.values(r)[0]).join('\n')
    if (process.argv[3] === 'full') console.log(label + '\n' + text)
    else console.log(label, text.split('\n').filter((l: string) => /Scan|Sort  |Execution|Planning Time|Heap/.test(l)).map((l) => l.trim()).join('\n   '))
  }
  await show(name + ' page', 'page'); await show(name + ' count', 'count')
  const time = async (label: string, filter: any, n: number) => { try { await time_(label, filter, n) } catch (e) { console.log(name, label, String(e)) } }
  const time_ = async (label: string, filter: any, n: number) => {
    for (let i = 0; i < (n > 10 ? 12 : 6); i++) await readPage(door, ann, { landlordId, filter, now }, { sort: 'newest', limit: 25 })
    const t = performance.now()
    for (let i = 0; i < n; i++) await readPage(door, ann, { landlordId, filter, now }, { sort: 'newest', limit: 25 })
    console.log(name, label, ((performance.now() - t) / n).toFixed(2), 'ms')
  }
  await time('list', {}, 50)
  for (const status of ['paid', 'overdue', 'partial', 'pending']) await time('status ' + status, { status }, 3)
  await time('q', { q: 'Tenant 1' }, 3)
  await door.close()
}
await owner.end()
