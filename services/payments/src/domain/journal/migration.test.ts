import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@keyhold/kit/database/database'
import { migrateService, serviceUrl } from '@keyhold/kit/database/migrate'
import { rolePassword } from '@keyhold/kit/database/service-roles'
import { freshDatabase } from '@keyhold/kit/testing/database'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OlderLedger } from '../../testing/older-ledger.ts'
import { seedOfLedgers } from '../../testing/seed.ts'
import { checkBooks } from './check/check-books.ts'

// Ledgers of the time before the journal, lived at random, are upgraded.
const seed = seedOfLedgers()
const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const password = rolePassword('test', 'payments')
const zones = ['America/New_York', 'America/Los_Angeles', 'Pacific/Kiritimati']

let folder: string
let database: Awaited<ReturnType<typeof freshDatabase>>
let sql: postgres.Sql
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyhold-payments-'))
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx <= 10) }))
})
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(async () => {
  database = await freshDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
  await migrate(folder)
  return async () => {
    await sql.end()
    await database.drop()
  }
})

const migrate = (from: string) =>
  migrateService({ url: database.url, service: 'payments', migrations: from, shared: [], rolePassword: password })

/** Numbers below `most` that are the same in every run of a seed (mulberry32). */
function randomOf(start: number): (most: number) => number {
  let state = start
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

/** An account with a home, or one without. */
async function openLedger(landlordId: string, n: number): Promise<OlderLedger> {
  const [tenantId, propertyId] = [v7(), n % 4 === 3 ? null : v7()]
  if (propertyId !== null)
    await sql`insert into property (landlord_id, property_id, name, time_zone) values (${landlordId}, ${propertyId}, 'Elm', ${zones[n % 3]!})`
  await sql`insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id) values (${landlordId}, ${tenantId}, 'Tess', ${propertyId}, true, ${tenantId})`
  // Shares the account.
  await sql`insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id) values (${landlordId}, ${v7()}, 'Tom', ${propertyId}, true, ${tenantId})`
  return new OlderLedger(
    sql,
    { landlordId, tenantId, propertyId, isAhead: propertyId !== null && n % 3 === 2 },
    randomOf(seed + n),
  )
}

/** The rows as they were, without what the migration adds and takes away. */
async function rowsOf(table: string, without: string[]): Promise<unknown[]> {
  const rows = await sql<
    { row: unknown }[]
  >`select to_jsonb(t) - ${without}::text[] as row from ${sql(table)} t order by t::text collate "C"`
  return rows.map(({ row }) => JSON.stringify(row)).toSorted()
}
const tables: [string, string[]][] = [
  ['charge', ['open', 'booked_from', 'booked_to', 'settled_on']],
  ['receipt', ['kind', 'payer_id', 'unallocated', 'notes', 'replaces_id', 'bank_account_id']],
  ['allocation', ['counts_from', 'is_reversal']],
  ['reversal', ['kind', 'on']],
  ['deposit_movement', ['bank_account_id']],
  ['tenant', []],
]
const rowsBefore = () => Promise.all(tables.map(([table, without]) => rowsOf(table, without)))

test('ledgers from before the journal keep every row and every balance, and their books are right', async () => {
  const landlords = [v7(), v7(), v7()]
  const ledgers: OlderLedger[] = []
  for (let n = 0; n < 24; n++) {
    const ledger = await openLedger(landlords[n % 3]!, n)
    for (let at = 0; at < 60; at++)
      await ledger.step().catch((error: unknown) => {
        throw new Error(`Ledger ${n} of seed ${seed} fails at step ${at}`, { cause: error })
      })
    ledgers.push(ledger)
  }
  const before = await rowsBefore()
  await migrate(migrations)
  expect(await rowsBefore()).toEqual(before)

  const charges = new Map(
    (await sql`select id, open::float8 as open from charge`).map(({ id, open }) => [id as string, open as number]),
  )
  const receipts = new Map(
    (await sql`select id, unallocated::float8 as left from receipt`).map(({ id, left }) => [
      id as string,
      left as number,
    ]),
  )
  for (const ledger of ledgers) {
    for (const charge of ledger.charges)
      expect([charge, charges.get(charge.id)]).toEqual([charge, ledger.open(charge) / 100])
    for (const receipt of ledger.receipts)
      expect([receipt, receipts.get(receipt.id)]).toEqual([receipt, ledger.credit(receipt) / 100])
  }
  const [held] = await sql`select -sum(amount)::float8 as held from posting where account = 'deposits_held'`
  expect(held?.held).toBeCloseTo(ledgers.reduce((sum, one) => sum + one.held, 0) / 100, 5)

  const db = openDatabase({ url: serviceUrl(database.url, 'payments', password), service: 'payments' })
  for (const landlordId of landlords)
    expect({ seed, differences: await checkBooks(db, landlordId) }).toEqual({ seed, differences: [] })
  await db.close()
}, 120_000)

test.each([
  [
    'more on a charge than it asks for',
    `update charge c set amount = a.paid - 0.01 from (select charge_id, sum(amount) as paid from allocation group by charge_id having sum(amount) > 1) a
      where a.charge_id = c.id`,
  ],
  [
    'an allocation of a receipt that does not count',
    `update receipt set reported_by = 'tenant', verified_at = null, verified_by = null, verification_method = null`,
  ],
  ['more allocated than was received', 'update receipt set amount = amount / 2'],
])('a ledger with %s is not upgraded, and nothing of the upgrade stays', async (_what, damage) => {
  const landlordId = v7()
  const ledger = await openLedger(landlordId, 0)
  while (ledger.receipts.filter(({ shares, state }) => state === 'counted' && shares.size > 0).length < 3)
    await ledger.step()
  for (const table of ['charge', 'receipt']) await sql.unsafe(`alter table ${table} disable trigger user`)
  await sql.unsafe(damage)
  const before = await rowsBefore()
  await expect(migrate(migrations)).rejects.toThrow()
  expect(await rowsBefore()).toEqual(before)
  expect(
    await sql`select from pg_class where relname in ('journal_entry', 'posting') and relnamespace = 'payments'::regnamespace`,
  ).toHaveLength(0)
  expect(await sql`select counts_from from allocation limit 1`).toHaveLength(1)
})
