import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LandlordDatabases, ownerDatabases } from './landlord-databases.ts'
import { type Database, openDatabase } from './database.ts'
import {
  aLandlord,
  aTenantOf,
  aVisitor,
  charges,
  type Ledger,
  ledgerSchema,
  migrations,
  notes,
  openLedger,
} from '../testing/fixture/ledger.ts'

let ledger: Ledger
let databases: LandlordDatabases
let db: Database
const own = [1, 2].map((n) => ({ id: v7(), name: `place_${process.pid}_${n}` }))
const [ann, abe, ben] = [aLandlord(), aLandlord(), aLandlord()]
const placed = new Map([
  [ann.landlordId, own[0]!.name],
  [abe.landlordId, own[1]!.name],
])

beforeAll(async () => {
  ledger = await openLedger()
  databases = ownerDatabases({
    ownerUrl: ledger.url,
    services: [{ name: 'ledger', migrations, shared: ledgerSchema.shared }],
  })
  for (const database of own) await databases.create(database)
  db = openDatabase({
    url: ledger.serviceUrl,
    service: 'ledger',
    landlordDatabaseOf: (landlordId) => placed.get(landlordId),
    landlordDatabases: 1,
  })
})
afterAll(async () => {
  await db.close()
  for (const database of own) await databases.drop(database)
  await ledger.close()
})

const bodies = async (of: Database, actor: Parameters<Database['read']>[0]) =>
  (await of.read<{ body: string }[]>(actor, (q) => q`select body from notes order by id`)).map(({ body }) => body)

test("the rows of a landlord with an own database are written and read there, and everybody else's in the shared one", async () => {
  for (const [landlord, body] of [
    [ann, 'of ann'],
    [ben, 'of ben'],
  ] as const)
    await db.transaction(landlord, (tx) => tx.insert(notes).values({ landlordId: landlord.landlordId, body }))
  expect(await bodies(db, ann)).toEqual(['of ann'])
  expect(await bodies(db, ben)).toEqual(['of ben'])
  expect(await db.transaction(ann, async (tx) => (await tx.select().from(notes)).map(({ body }) => body))).toEqual([
    'of ann',
  ])
  // Through a door that knows of no places: only what was written into the shared database is there.
  expect(await bodies(ledger.db, ann)).toEqual([])
  expect(await bodies(ledger.db, ben)).toEqual(['of ben'])
})

test('row level security holds in an own database: no other landlord’s rows, nothing written as one, a tenant’s own alone', async () => {
  const [tenant, neighbour] = [aTenantOf(ann), aTenantOf(ann)]
  const charge = (tenantId: string) => ({ landlordId: ann.landlordId, tenantId, amount: 10, dueOn: '2026-03-01' })
  await db.transaction(ann, (tx) => tx.insert(charges).values([charge(tenant.tenantId), charge(neighbour.tenantId)]))
  expect(await db.read(tenant, (q) => q`select tenant_id from charges`)).toEqual([{ tenantId: tenant.tenantId }])
  await expect(
    db.transaction(ann, (tx) => tx.insert(notes).values({ landlordId: ben.landlordId, body: 'forged' })),
  ).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  // Even one who was sent to the wrong database finds nothing there.
  const astray = openDatabase({ url: ledger.serviceUrl, service: 'ledger', landlordDatabaseOf: () => own[0]!.name })
  expect([await bodies(astray, ben), await bodies(astray, aVisitor)]).toEqual([[], []])
  await astray.close()
})

test('beyond the limit the database unused for longest is closed, and one in use never is', async () => {
  expect(await bodies(db, ann)).toEqual(['of ann'])
  expect(await bodies(db, abe)).toEqual([])
  expect(await bodies(db, ann)).toEqual(['of ann'])
  await db.transaction(ann, async (tx) => {
    await expect(db.read(abe, (q) => q`select 1`)).rejects.toMatchObject({ name: 'DatabaseDown' })
    expect(await tx.select().from(notes)).toHaveLength(1)
    expect(await bodies(db, ben)).toEqual(['of ben'])
  })
  expect(await bodies(db, abe)).toEqual([])
})

test('many landlords at once, in three databases, each see their own', async () => {
  const wide = openDatabase({
    url: ledger.serviceUrl,
    service: 'ledger',
    landlordDatabaseOf: (landlordId) => placed.get(landlordId),
  })
  await wide.transaction(abe, (tx) => tx.insert(notes).values({ landlordId: abe.landlordId, body: 'of abe' }))
  const seen = await Promise.all(Array.from({ length: 150 }, (_, i) => bodies(wide, [ann, abe, ben][i % 3]!)))
  expect(seen.every((rows, i) => rows.join() === ['of ann', 'of abe', 'of ben'][i % 3])).toBe(true)
  await wide.close()
})
