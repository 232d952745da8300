import { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Filter } from '../domain/ledger/payment-filter.ts'
import { countOf, pageOf } from '../domain/ledger/payment-list.ts'
import { startPaymentsApp, type PaymentsApp } from './test-app.ts'
import { seedBulkPayments } from './seed-bulk.ts'

let app: PaymentsApp
let ann: LandlordActor
const now = '2026-03-15T15:00:00.000Z'

beforeAll(async () => {
  app = await startPaymentsApp()
  const { landlordIds } = await seedBulkPayments(app.databaseUrl, {
    landlords: 8,
    charges: 24_000,
    today: '2026-03-15',
  })
  const landlordId = landlordIds[0] ?? ''
  ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: v7() }
})
afterAll(() => app.stop())

test('seeded payments read like others, have every status, and add up', async () => {
  const { body, headers } = await app.send(listPayments, ann, { query: { limit: 25 } })
  expect([body.length, headers['x-total-count']]).toEqual([25, '3000'])
  const { body: summary } = await app.send(summarizePayments, ann)
  expect(summary.count).toBe(3000)
  for (const sums of Object.values(summary.byStatus)) expect(sums.count).toBeGreaterThan(50)
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Heap Fetches'?: number
  Plans?: Node[]
}

/** The scans of a statement, by table. */
async function scansOf(what: 'page' | 'count', filter: Filter = {}): Promise<Node[]> {
  const scope = { landlordId: ann.landlordId, filter, now }
  const rows = await app.db('payments').read(ann, (sql) => {
    const statement =
      what === 'page' ? pageOf(sql, scope, { order: 'newest', limit: 26, after: null }) : countOf(sql, scope)
    return sql<Record<string, [{ Plan: Node }]>[]>`explain (analyze, format json) ${statement}`
  })
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return Object.values(rows[0] ?? {})
    .flatMap(([{ Plan }]) => flat(Plan))
    .filter((node) => node['Relation Name'])
}

test('a page reads only its own rows, in index order', async () => {
  const scans = await scansOf('page')
  expect(scans.filter((scan) => scan['Relation Name'] === 'charge')).toMatchObject([
    { 'Node Type': 'Index Scan', 'Index Name': 'charge_by_due', 'Actual Rows': 26 },
  ])
  const read = (table: string) =>
    scans
      .filter((scan) => scan['Relation Name'] === table)
      .reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0)
  for (const table of ['tenant', 'property', 'receipt', 'allocation'])
    expect([table, read(table) <= 60]).toEqual([table, true])
})

test.each([{}, { tenantId: v7() }, { from: '2026-01-01' }] satisfies Filter[])(
  'a count is an index-only scan (%o)',
  async (filter) => {
    const owner = postgres(app.databaseUrl, { max: 1 })
    try {
      // A transaction that is open during the vacuum prevents it from marking pages all-visible, so it is repeated.
      const vacuumed = async () => {
        await owner.unsafe('vacuum analyze payments.charge')
        return scansOf('count', filter)
      }
      await expect
        .poll(vacuumed, { timeout: 15_000 })
        .toMatchObject([{ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 }])
    } finally {
      await owner.end()
    }
  },
)

test('seeded payments can be verified', async () => {
  const [late] = (await app.send(listPayments, ann, { query: { status: 'overdue', limit: 1 } })).body
  expect((await app.verify(ann, late?.id ?? '')).body.status).toBe('paid')
})
