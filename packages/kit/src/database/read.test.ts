import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../runtime/actor.ts'
import { aLandlord, aTenantOf, aVisitor, charges, type Ledger, openLedger } from '../testing/fixture/ledger.ts'
import type { ReadSql } from './read.ts'

let ledger: Ledger
let owner: postgres.Sql
const landlords = Array.from({ length: 8 }, aLandlord)
const tenants = landlords.map(aTenantOf)
const circular: Record<string, unknown> = {}
circular.self = circular
const unsayable = Object.assign(() => {}, {
  toString() {
    throw new Error('cannot be said')
  },
})

beforeAll(async () => {
  ledger = await openLedger({ reads: 2 })
  owner = postgres(ledger.url, { max: 1, onnotice: () => {} })
  for (const [i, ann] of landlords.entries()) {
    const tenantId = tenants[i]?.tenantId ?? ''
    const rows = Array.from({ length: 3 }, (_, n) => ({
      landlordId: ann.landlordId,
      tenantId,
      amount: n + 1,
      dueOn: '2026-03-01',
    }))
    await ledger.db.transaction(ann, (tx) =>
      tx.insert(charges).values([...rows, { ...rows[0]!, tenantId: ann.userId }]),
    )
  }
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
})

type Row = { landlordId: string; tenantId: string; amount: number }
type Outcome = 'right' | 'foreign rows' | 'rows are missing' | `failed: ${string}`

/** One read as one of the actors, good or bad in one of the ways a statement can be. */
async function readOnce(n: number): Promise<Outcome> {
  const { db } = ledger
  const i = n % landlords.length
  const asTenant = n % 3 === 0
  const actor: Actor = asTenant ? tenants[i]! : landlords[i]!
  const mine = (rows: readonly Row[], expected: number): Outcome => {
    if (
      !rows.every(
        (row) => row.landlordId === landlords[i]?.landlordId && (!asTenant || row.tenantId === tenants[i]?.tenantId),
      )
    )
      return 'foreign rows'
    return rows.length === expected ? 'right' : 'rows are missing'
  }
  const all = asTenant ? 3 : 4
  try {
    switch (Math.floor(Math.random() * 9)) {
      case 0:
        return mine(await db.read<Row[]>(actor, (q) => q`select *, 1/${0}::int from charges`), 0)
      case 1:
        return mine(await db.read<Row[]>(actor, (q) => q`select * from charges where id = ${'no uuid'}`), 0)
      case 2:
        // A parameter that cannot be sent.
        if (n % 10 === 0)
          return mine(await db.read<Row[]>(actor, (q) => q`select * from charges where amount > ${unsayable}`), 0)
        return mine(await db.read<Row[]>(actor, (q) => q`select * from charges where details = ${circular}`), 0)
      case 3: {
        const [one, two] = await db.read(actor, (q) => [
          q<Row[]>`select * from charges where amount >= ${n % 2}`,
          q<Row[]>`select * from charges limit 1`,
        ])
        const first = mine(one, all)
        return first === 'right' ? mine(two, 1) : first
      }
      case 4:
        return mine(
          await db.read<Row[]>(actor, (q) => q`select * from charges where amount > ${0} and ${n} = ${n}`),
          all,
        )
      case 5: // a statement that no connection has prepared
        return mine(
          await db.read<Row[]>(actor, (q) => q`select *, 1 as ${q(`x${n % 50}`)} from charges where amount > ${0}`),
          all,
        )
      case 6:
        return (await db.read(aVisitor, (q) => q`select * from charges`)).length === 0 ? 'right' : 'foreign rows'
      default:
        return mine(await db.read<Row[]>(actor, (q) => q`select * from charges`), all)
    }
  } catch (error) {
    return `failed: ${(error as { code?: string }).code ?? (error as Error).message.split('\n')[0]}`
  }
}

async function hammer(ms: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  const end = performance.now() + ms
  let n = 0
  const readers = Array.from({ length: 40 }, async () => {
    while (performance.now() < end) {
      const outcome = await readOnce(n++)
      seen[outcome] = (seen[outcome] ?? 0) + 1
    }
  })
  await Promise.all([...readers, meanwhile()])
  return seen
}

const ownMistakes = [
  'right',
  'failed: cannot be said',
  'failed: 22012',
  'failed: 22P02',
  'failed: Converting circular structure to JSON',
]

test('a read never sees the rows of another actor on the same connection, whatever statement fails', async () => {
  const seen = await hammer(2_500)
  expect(Object.keys(seen).toSorted()).toEqual(ownMistakes.toSorted())
  expect(seen.right).toBeGreaterThan(50)
})

test('a read never sees the rows of another actor when connections are lost', async () => {
  let cut = 0
  const seen = await hammer(2_500, async () => {
    for (let i = 0; i < 25; i++) {
      const [row] =
        await owner`select count(pg_terminate_backend(pid))::int n from pg_stat_activity where usename = 'keyhold_ledger' and datname = current_database()`
      cut += row?.n ?? 0
      await owner`select pg_sleep(0.08)`
    }
  })
  expect(cut).toBeGreaterThan(5)
  const rest = Object.keys(seen).filter(
    (outcome) => !ownMistakes.includes(outcome) && outcome !== 'failed: The database is not available',
  )
  expect(rest).toEqual([])
  expect(seen.right).toBeGreaterThan(20)
})

test('a read never sees the rows of another actor when a table changes under prepared statements', async () => {
  const seen = await hammer(2_500, async () => {
    for (let i = 0; i < 20; i++) {
      await owner.unsafe(
        i % 2
          ? 'alter table ledger.charges drop column extra'
          : 'alter table ledger.charges add column extra text default 1',
      )
      await owner`select pg_sleep(0.1)`
    }
  })
  expect(Object.keys(seen).filter((outcome) => !ownMistakes.includes(outcome))).toEqual([])
})

test('a builder that returns anything but statements is refused', async () => {
  const { db } = ledger
  const ann = landlords[0]!
  await expect(db.read(ann, (async (q: ReadSql) => q`select 1`) as never)).rejects.toThrow('no async function')
  await expect(db.read(ann, (() => 'select 1') as never)).rejects.toThrow('return the sql`…` itself')
})
