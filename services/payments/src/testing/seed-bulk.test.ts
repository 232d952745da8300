import { listPayments, summarizePayments } from '@keyhold/contracts/payments'
import type { LandlordActor } from '@keyhold/kit/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, pageOf } from '../domain/list.ts'
import { paymentsScene, type Scene } from './scene.ts'
import { seedBulkPayments } from './seed-bulk.ts'

let scene: Scene
let ann: LandlordActor
const now = '2026-03-15T15:00:00.000Z'

beforeAll(async () => {
  scene = await paymentsScene()
  const { landlordIds } = await seedBulkPayments(scene.databaseUrl, { landlords: 2, charges: 12_000, today: '2026-03-15' })
  const landlordId = landlordIds[0] ?? ''
  ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: v7() }
})
afterAll(() => scene.stop())

test('seeded payments read like others, of each status, and add up', async () => {
  const { body, headers } = await scene.send(listPayments, ann, { query: { limit: 25 } })
  expect([body.length, headers['x-total-count']]).toEqual([25, '6000'])
  const { body: summary } = await scene.send(summarizePayments, ann)
  expect(summary.count).toBe(6000)
  for (const sums of Object.values(summary.byStatus)) expect(sums.count).toBeGreaterThan(100)
  expect((await scene.verify(ann, (await scene.send(listPayments, ann, { query: { status: 'overdue', limit: 1 } })).body[0]?.id ?? '')).body.status).toBe('paid')
})

test('a page reads its own rows and no more, in the order of an index; the count reads the index alone', async () => {
  const scope = { landlordId: ann.landlordId, filter: {}, now }
  const explain = async (what: 'page' | 'count') => {
    const [rows] = await scene.door('payments').read(ann, (sql) => [sql<{ 'QUERY PLAN': unknown }[]>`explain (analyze, format json) ${what === 'page' ? pageOf(sql, scope, { order: 'newest', limit: 26, after: null }) : countOf(sql, scope)}`] as const)
    return JSON.stringify(rows)
  }
  const page = await explain('page')
  expect(page).toContain('"Index Name":"charge_by_due"')
  expect(page).not.toContain('"Seq Scan"')
  expect(Math.max(...[...page.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows)))).toBeLessThan(100)
  const count = await explain('count')
  expect(count).toContain('"Node Type":"Index Only Scan"')
  expect(count).toContain('"Heap Fetches":0')
})
