import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrateService, serviceUrl } from './migrate.ts'
import { freshDatabase } from '../testing/database.ts'
import { aLandlord, ledgerSchema, migrations, rolePassword } from '../testing/fixture/ledger.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let folder: string
beforeEach(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'keyhold-migrations-'))
  cpSync(fileURLToPath(migrations), folder, { recursive: true })
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const migrate = (url = database.url) => migrateService({ url, ...ledgerSchema, migrations: folder })

/** Adds a migration to the folder. */
function add(text: string): void {
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: { idx: number; when: number; tag: string; breakpoints: boolean; version: string }[]
  }
  const idx = journal.entries.length
  journal.entries.push({
    idx,
    version: '7',
    when: 1_760_000_000_000 + idx * 1000,
    tag: `000${idx}_more`,
    breakpoints: true,
  })
  writeFileSync(join(folder, `000${idx}_more.sql`), text)
  writeFileSync(file, JSON.stringify(journal))
}

async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>, url = database.url): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

test('five services migrating at once leave one schema, and doing it again changes nothing', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrate()))
  const policies = () => asOwner((sql) => sql`select oid, polname from pg_policy order by oid`)
  const before = await policies()
  expect(before.length).toBeGreaterThan(10)
  await migrate()
  expect(await policies()).toEqual(before)
})

test('many databases of one cluster make the same roles at once', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, freshDatabase))
  const service = `svc${process.pid}`
  const text = readFileSync(join(folder, '0000_first.sql'), 'utf8')
  writeFileSync(join(folder, '0000_first.sql'), text.replaceAll('"ledger"', `"${service}"`))
  writeFileSync(join(folder, '0001_notices.sql'), 'select 1')
  await Promise.all(others.map(({ url }) => migrateService({ url, ...ledgerSchema, service, migrations: folder })))
  for (const { url, drop } of others) {
    const db = openDatabase({ url: serviceUrl(url, service, rolePassword), service })
    await db.ping()
    await db.adminTransaction('look', async () => {})
    await db.close()
    await drop()
  }
  await asOwner((sql) => sql.unsafe(`drop role keyhold_${service}; drop role keyhold_${service}_system`))
})

test('a new password of the role takes the place of the old one', async () => {
  const service = `pw${process.pid}`
  const empty = mkdtempSync(join(tmpdir(), 'keyhold-empty-'))
  cpSync(join(folder, 'meta'), join(empty, 'meta'), { recursive: true })
  writeFileSync(join(empty, 'meta/_journal.json'), '{"version":"7","dialect":"postgresql","entries":[]}')
  for (const password of ['first', "it's second"]) {
    await migrateService({ url: database.url, service, migrations: empty, shared: [], rolePassword: password })
    const db = openDatabase({ url: serviceUrl(database.url, service, password), service })
    await db.ping()
    await db.close()
  }
  rmSync(empty, { recursive: true })
  await asOwner((sql) =>
    sql.unsafe(
      `drop schema ${service} cascade; drop schema keyhold_migrations_${service} cascade; drop owned by keyhold_${service}; drop role keyhold_${service}; drop role keyhold_${service}_system`,
    ),
  )
})

describe('a schema that would let rows out is refused', () => {
  test('a table with neither landlord_id nor a place in the shared list', async () => {
    add('create table ledger.stray (id int primary key)')
    await expect(migrate()).rejects.toThrow('ledger.stray has no landlord_id')
  })

  test('a landlord table that no index serves', async () => {
    add('create table ledger.slow (id uuid primary key, landlord_id uuid not null)')
    await expect(migrate()).rejects.toThrow('ledger.slow has no index that starts with landlord_id')
  })

  test('a table that is said to be shared and has a landlord', async () => {
    add('create table rates2 (landlord_id uuid primary key)')
    await expect(
      migrateService({ url: database.url, ...ledgerSchema, shared: ['rates', 'rates2'], migrations: folder }),
    ).rejects.toThrow('only one of them')
  })

  test('a materialized view', async () => {
    add('create materialized view ledger.everything as select * from ledger.charges')
    await expect(migrate()).rejects.toThrow('materialized view')
  })
})

test('a service that is not the owner migrates nothing, and says what is missing', async () => {
  await migrate()
  const url = serviceUrl(database.url, 'ledger', rolePassword)
  await migrate(url)
  add('alter table ledger.rates add column note text')
  await expect(migrate(url)).rejects.toThrow('lacks 1 of its migrations')
  await migrate()
  await migrate(url)
})

test('a service on a database that nobody migrated says so', async () => {
  const other = await freshDatabase()
  await migrate() // makes the role
  await expect(migrate(serviceUrl(other.url, 'ledger', rolePassword))).rejects.toThrow('no schema of ledger yet')
  await other.drop()
})

test('an owner without superuser rights can migrate, and a migration of rows sees them all', async () => {
  const role = `owner${process.pid}`
  const [, name] = new URL(database.url).pathname.split('/')
  await migrate() // the roles exist, made by someone else, as on a second database of a cluster
  await asOwner((sql) =>
    sql.unsafe(`drop schema ledger cascade; drop schema keyhold_migrations_ledger cascade;
    create role ${role} login createrole password 'x'; grant keyhold_ledger, keyhold_ledger_system to ${role} with admin option; alter database ${name} owner to ${role}; alter schema public owner to ${role}`),
  )
  const url = new URL(database.url)
  url.username = role
  url.password = 'x'
  await migrate(url.href)
  const db = openDatabase({ url: serviceUrl(database.url, 'ledger', rolePassword), service: 'ledger' })
  const ann = aLandlord()
  const { notes } = await import('../testing/fixture/ledger.ts')
  await db.transaction(ann, (tx) => tx.insert(notes).values({ landlordId: ann.landlordId, body: 'old' }))
  add(`update ledger.notes set body = 'new'`)
  await migrate(url.href)
  expect(await db.read(ann, (q) => q`select body from notes`)).toEqual([{ body: 'new' }])
  expect(await asOwner((sql) => sql`select * from ledger.notes`, url.href)).toEqual([])
  await db.close()
  await database.drop()
  await asOwner(
    (sql) => sql.unsafe(`drop owned by ${role}; drop role ${role}`),
    Object.assign(new URL(database.url), { pathname: '/postgres' }).href,
  )
})
