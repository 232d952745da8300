import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LandlordDatabases, NameTaken, ownerDatabases, migrateLandlordDatabases } from './landlord-databases.ts'
import { requestedDatabases } from './database-requests.ts'
import { openDatabase } from './database.ts'
import { databaseUrl } from './landlord-connections.ts'
import { aLandlord, type Ledger, ledgerSchema, migrations, notes, openLedger } from '../testing/fixture/ledger.ts'

const ledgerService = { name: 'ledger', migrations, shared: ledgerSchema.shared }
let ledger: Ledger
let databases: LandlordDatabases
const made: { id: string; name: string }[] = []

beforeAll(async () => {
  ledger = await openLedger()
  databases = ownerDatabases({ ownerUrl: ledger.url, services: [ledgerService] })
})
afterEach(async () => {
  for (const database of made.splice(0)) await databases.drop(database)
})
afterAll(() => ledger.close())

let names = 0
function aDatabase() {
  const database = { id: v7(), name: `own_${process.pid}_${++names}` }
  made.push(database)
  return database
}

async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>, url = ledger.url): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
const exists = (name: string) =>
  asOwner(async (sql) => (await sql`select from pg_database where datname like ${name}`).length > 0)

/** A service whose migrations can't be read. */
const broken = { name: 'ledger', migrations: new URL('no-such-folder/', migrations), shared: [] }

describe('making a database', () => {
  test("gives it the services' schemas, behind row level security", async () => {
    const database = aDatabase()
    expect(await databases.find(database)).toBe('absent')
    await databases.create(database)
    expect(await databases.find(database)).toBe('made')
    const db = openDatabase({ url: databaseUrl(ledger.serviceUrl, database.name), service: 'ledger' })
    const [ann, ben] = [aLandlord(), aLandlord()]
    await db.transaction(ann, (tx) => tx.insert(notes).values({ landlordId: ann.landlordId, body: 'mine' }))
    expect(await db.read(ann, (q) => q`select body from notes`)).toEqual([{ body: 'mine' }])
    expect(await db.read(ben, (q) => q`select body from notes`)).toEqual([])
    expect(await ledger.db.read(ann, (q) => q`select body from notes`)).toEqual([])
    await db.close()
  })

  test("lets nobody in but the services' roles", async () => {
    const database = aDatabase()
    await databases.create(database)
    const role = `stranger${process.pid}`
    await asOwner((sql) => sql.unsafe(`create role ${role} login password 'x'`))
    const url = Object.assign(new URL(databaseUrl(ledger.url, database.name)), { username: role, password: 'x' }).href
    await expect(asOwner((sql) => sql`select 1`, url)).rejects.toMatchObject({ code: '42501' })
    await asOwner((sql) => sql.unsafe(`drop role ${role}`))
  })

  test('that is there already is refused, and dropping the attempt leaves it alone', async () => {
    const [first, second] = [aDatabase(), { id: v7(), name: `own_${process.pid}_${names}` }]
    await databases.create(first)
    await expect(databases.create(second)).rejects.toBeInstanceOf(NameTaken)
    await databases.drop(second)
    expect(await databases.find(second)).toBe('absent')
    expect(await databases.find(first)).toBe('made')
  })

  test('of a name that two want at once: one has it, and nothing is left of the other', async () => {
    const one = aDatabase()
    const two = { id: v7(), name: one.name }
    const outcomes = await Promise.allSettled([databases.create(one), databases.create(two)])
    const lost = outcomes.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject([{ reason: expect.any(NameTaken) as unknown }])
    const [winner, loser] = outcomes[0].status === 'fulfilled' ? [one, two] : [two, one]
    await databases.drop(loser)
    expect(await databases.find(winner)).toBe('made')
    // Other tests make databases on the same server.
    for (const { id } of [one, two]) expect(await exists(`keyhold_making_${id.replaceAll('-', '')}`)).toBe(false)
    await databases.drop(winner)
  })

  test('that fails half-way is nowhere to be seen under its name, and dropping the attempt leaves nothing', async () => {
    const database = aDatabase()
    const failing = ownerDatabases({ ownerUrl: ledger.url, services: [ledgerService, broken] })
    await expect(failing.create(database)).rejects.toThrow()
    expect(await exists(database.name)).toBe(false)
    expect(await exists(`keyhold\\_making\\_${database.id.replaceAll('-', '')}`)).toBe(true)
    await databases.drop(database)
    expect(await exists(`keyhold\\_making\\_${database.id.replaceAll('-', '')}`)).toBe(false)
  })

  test('shows as under way until it ends', async () => {
    const database = aDatabase()
    const making = databases.create(database)
    const seen = new Set<string>()
    let over = false
    void making.finally(() => (over = true))
    while (!over) seen.add(await databases.find(database))
    await making
    expect(seen).toContain('under-way')
  })
})

test('an update reaches own databases of this installation, and no other', async () => {
  const [database, other] = [aDatabase(), await openLedger()]
  await databases.create(database)
  const drop = (sql: postgres.Sql) => sql.unsafe(`drop policy keyhold_landlord_2 on ledger.notes`)
  const policies = () =>
    asOwner(
      async (sql) =>
        (await sql`select from pg_policy where polname = 'keyhold_landlord_2' and polrelid = 'ledger.notes'::regclass`)
          .length,
      own,
    )
  const own = databaseUrl(ledger.url, database.name)
  await asOwner(drop, own)
  await migrateLandlordDatabases([ledgerService], other.url)
  expect(await policies()).toBe(0)
  await migrateLandlordDatabases([ledgerService], ledger.url)
  expect(await policies()).toBe(1)
  await other.close()
})

test('looking into a database tells its size, its connections and its tables', async () => {
  const database = aDatabase()
  await databases.create(database)
  const url = databaseUrl(ledger.url, database.name)
  const ann = aLandlord()
  await asOwner(async (sql) => {
    await sql`insert into ledger.notes (landlord_id, body) select ${ann.landlordId}::uuid, 'n' || i from generate_series(1, 300) i`
    await sql`analyze ledger.notes`
    const state = await databases.inspect(database.name)
    expect(state.sizeBytes).toBeGreaterThan(1_000_000)
    expect([state.connections, state.maxConnections > 1]).toEqual([1, true])
    expect(state.tables.find(({ schema, table }) => schema === 'ledger' && table === 'notes')).toMatchObject({
      rows: 300,
    })
  }, url)
  // A service's role may look as well.
  expect((await requestedDatabases(ledger.serviceUrl).inspect(database.name)).tables.length).toBeGreaterThan(5)
})
