import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeOfTx, violated } from './database.ts'
import { requestContext } from '../runtime/request-context.ts'
import { systemClock } from '../runtime/clock.ts'
import {
  aLandlord,
  aTenantOf,
  aVisitor,
  charges,
  type Ledger,
  notes,
  notices,
  openLedger,
} from '../testing/fixture/ledger.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const charge = (landlordId: string, tenantId: string, amount = 1200) => ({
  landlordId,
  tenantId,
  amount,
  dueOn: '2026-03-01',
})
type Row = { id: string; landlordId: string; tenantId: string }

describe('rows', () => {
  const ann = aLandlord()
  const bob = aLandlord()
  const tenant = aTenantOf(ann)
  const neighbour = aTenantOf(ann)
  beforeAll(async () => {
    const { db } = ledger
    await db.transaction(ann, (tx) =>
      tx
        .insert(charges)
        .values([charge(ann.landlordId, tenant.tenantId), charge(ann.landlordId, neighbour.tenantId, 900)]),
    )
    await db.transaction(bob, (tx) => tx.insert(charges).values(charge(bob.landlordId, aTenantOf(bob).tenantId)))
    await db.transaction(ann, (tx) => tx.insert(notes).values({ landlordId: ann.landlordId, body: 'late again' }))
    await db.transaction(ann, (tx) =>
      tx.insert(notices).values([
        { landlordId: ann.landlordId, body: 'water off', forTenants: true },
        { landlordId: ann.landlordId, body: 'private' },
      ]),
    )
    await db.transaction(bob, (tx) =>
      tx.insert(notices).values({ landlordId: bob.landlordId, body: 'roof', forTenants: true }),
    )
  })

  test("a landlord cannot read another landlord's rows, by a read or in a transaction", async () => {
    const { db } = ledger
    const read = await db.read<Row[]>(ann, (q) => q`select * from charges`)
    const written = await db.transaction(ann, (tx) => tx.select().from(charges))
    const viewed = await db.read<{ landlordId: string; totalDue: number }[]>(ann, (q) => q`select * from totals`)
    for (const rows of [read, written])
      expect(rows.map((row) => row.landlordId)).toEqual([ann.landlordId, ann.landlordId])
    expect(viewed).toEqual([{ landlordId: ann.landlordId, totalDue: 2100 }])
  })

  test("a landlord cannot write into another landlord's rows", async () => {
    const { db } = ledger
    await expect(
      db.transaction(ann, (tx) => tx.insert(charges).values(charge(bob.landlordId, tenant.tenantId))),
    ).rejects.toMatchObject({
      cause: { code: '42501' },
    })
    expect(
      await db.transaction(ann, (tx) =>
        tx.update(charges).set({ amount: 1 }).where(eq(charges.landlordId, bob.landlordId)).returning(),
      ),
    ).toEqual([])
    await expect(
      db.transaction(ann, (tx) => tx.update(charges).set({ landlordId: bob.landlordId })),
    ).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test('a tenant sees their own rows only, and nothing of a table without tenants', async () => {
    const { db } = ledger
    expect((await db.read<Row[]>(tenant, (q) => q`select * from charges`)).map((row) => row.tenantId)).toEqual([
      tenant.tenantId,
    ])
    expect(await db.transaction(tenant, (tx) => tx.select().from(notes))).toEqual([])
    expect(await db.read(tenant, (q) => q`select * from notes`)).toEqual([])
  })

  test("a migration's own policy shows a tenant what it says, of their landlord alone, and lets them write nothing", async () => {
    const { db } = ledger
    expect(await db.read(tenant, (q) => q`select body from notices`)).toEqual([{ body: 'water off' }])
    expect(await db.read(ann, (q) => q`select body from notices order by id`)).toHaveLength(2)
    await expect(
      db.transaction(tenant, (tx) => tx.insert(notices).values({ landlordId: ann.landlordId, body: 'mine' })),
    ).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  })

  test('visitors, tenants without a record and services without a landlord see nothing', async () => {
    const { db } = ledger
    const nobodies = [
      aVisitor,
      { ...tenant, tenantId: null },
      { ...tenant, landlordId: null, tenantId: null },
      { role: 'service', name: 'ai', landlordId: null },
    ] as const
    for (const nobody of nobodies) {
      expect(await db.read(nobody, (q) => q`select * from charges`)).toEqual([])
      expect(await db.transaction(nobody, (tx) => tx.select().from(charges))).toEqual([])
    }
  })

  test('an admin transaction sees all rows, and nothing after it does', async () => {
    const { db } = ledger
    expect(await db.adminTransaction('count everything', (tx) => tx.select().from(charges))).toHaveLength(3)
    expect(await db.transaction(aVisitor, (tx) => tx.select().from(charges))).toEqual([])
  })

  test('a table without landlords is for everyone', async () => {
    const { db } = ledger
    await db.transaction(ann, (tx) => tx.execute(sql`insert into rates values ('late', 5)`))
    expect(await db.read(aVisitor, (q) => q`select * from rates`)).toEqual([{ code: 'late', percent: 5 }])
  })

  test('a read cannot write', async () => {
    await expect(
      ledger.db.read(ann, (q) => q`insert into notes (landlord_id, body) values (${ann.landlordId}, 'x') returning id`),
    ).rejects.toMatchObject({ code: '25006' })
  })
})

describe('values', () => {
  const ann = aLandlord()
  const tenant = aTenantOf(ann)
  const paidAt = '2026-03-08T09:30:00.120Z'

  test('reads and transactions give the same values, as the API sends them', async () => {
    const { db } = ledger
    const [made] = await db.transaction(ann, (tx) =>
      tx
        .insert(charges)
        .values({ ...charge(ann.landlordId, tenant.tenantId, 12.5), paidAt, details: { note: 'half' } })
        .returning(),
    )
    const [read] = await db.read(
      ann,
      (q) => q`select *, count(*) over () as how_many, array[due_on] as days, array[paid_at] as moments from charges`,
    )
    expect(made).toMatchObject({ amount: 12.5, dueOn: '2026-03-01', paidAt, details: { note: 'half' } })
    expect(made?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(read).toEqual({ ...made, howMany: 1, days: ['2026-03-01'], moments: [paidAt] })
    const [raw] = await db.transaction(ann, (tx) =>
      tx.execute(sql`select amount, due_on, paid_at, details, count(*) over () as n from charges`),
    )
    expect(raw).toEqual({ amount: 12.5, due_on: '2026-03-01', paid_at: paidAt, details: { note: 'half' }, n: 1 })
  })

  test('an instant is written from a Date and other offsets too, and found by what was read', async () => {
    const { db } = ledger
    const found = (at: string | Date) => db.read(ann, (q) => q`select id from charges where paid_at = ${at}`)
    expect(await found(paidAt)).toHaveLength(1)
    expect(await found(new Date(paidAt))).toHaveLength(1)
    expect(await found('2026-03-08T10:30:00.120+01:00')).toHaveLength(1)
    await db.transaction(ann, (tx) => tx.update(charges).set({ paidAt: '2026-03-08T10:30:00+01:00' }))
    expect(
      await db.transaction(ann, (tx) =>
        tx.select({ paidAt: charges.paidAt }).from(charges).where(eq(charges.paidAt, '2026-03-08T09:30:00.000Z')),
      ),
    ).toEqual([{ paidAt: '2026-03-08T09:30:00.000Z' }])
  })

  test('several statements are read in one round trip, each with its rows', async () => {
    const [one, many] = await ledger.db.read(ann, (q) => [
      q<{ n: number }[]>`select count(*) as n from charges`,
      q<Row[]>`select * from charges where landlord_id = any(${[ann.landlordId]}) ${q`and amount > ${1}`}`,
    ])
    expect(one[0]?.n).toBe(1)
    expect(many).toHaveLength(1)
  })
})

test('a read is put together from parts, lists of parts and names', async () => {
  const ann = aLandlord()
  const { db } = ledger
  await db.transaction(ann, (tx) =>
    tx.insert(charges).values([100, 200, 300].map((amount) => charge(ann.landlordId, ann.userId, amount))),
  )
  const bounds = [150, 250]
  const found = await db.read(
    ann,
    (q) => q`
      select ${q(['amount', 'due_on'])} from ${q('charges')} where ${q`tenant_id = ${ann.userId}`}
        ${bounds.map((bound, i) => q`and amount ${i ? q`<` : q`>`} ${bound}`)}and due_on = any(${['2026-03-01']})`,
  )
  expect(found).toEqual([{ amount: 200, dueOn: '2026-03-01' }])
})

describe('transactions', () => {
  const ann = aLandlord()
  const tenant = aTenantOf(ann)

  test('what a transaction did is gone when it fails', async () => {
    const { db } = ledger
    await expect(
      db.transaction(ann, async (tx) => {
        await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'gone' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(
      db.transaction(ann, async (tx) => {
        await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'gone too' })
        await tx.execute(sql`select 1/0`).catch(() => {})
      }),
    ).rejects.toMatchObject({ code: '22012' })
    expect(await db.read(ann, (q) => q`select * from notes`)).toEqual([])
  })

  test('a savepoint fails alone', async () => {
    const { db } = ledger
    await db.transaction(ann, async (tx) => {
      await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'kept' })
      await tx
        .transaction(async (inner) => {
          expect(scopeOfTx(inner).actor).toBe(ann)
          await inner.insert(notes).values({ landlordId: ann.landlordId, body: 'dropped' })
          await inner.execute(sql`select 1/0`)
        })
        .catch(() => {})
    })
    expect(await db.read(ann, (q) => q`select body from notes`)).toEqual([{ body: 'kept' }])
  })

  test('a transaction that is over can do nothing more', async () => {
    let kept: Parameters<Parameters<typeof ledger.db.transaction>[1]>[0] | undefined
    await ledger.db.transaction(ann, async (tx) => void (kept = tx))
    await expect(kept?.select().from(notes)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is over') },
    })
  })

  test('a transaction knows its actor and request', async () => {
    const seen = await requestContext.run({ requestId: 'r1', clock: systemClock }, () =>
      ledger.db.transaction(ann, async (tx) => scopeOfTx(tx)),
    )
    expect(seen).toEqual({ actor: ann, requestId: 'r1' })
    expect(await ledger.db.adminTransaction('look', async (tx) => scopeOfTx(tx))).toEqual({ actor: null })
  })

  test('two transactions in a deadlock both succeed', async () => {
    const { db } = ledger
    const ids = (
      await db.transaction(ann, (tx) =>
        tx
          .insert(notes)
          .values([
            { landlordId: ann.landlordId, body: 'a' },
            { landlordId: ann.landlordId, body: 'b' },
          ])
          .returning(),
      )
    ).map((row) => row.id)
    let runs = 0
    const bothHoldOne = Promise.withResolvers<void>()
    const both = [ids, ids.toReversed()].map(([first = '', second = '']) =>
      db.transaction(ann, async (tx) => {
        const change = (id: string) => tx.update(notes).set({ body: 'x' }).where(eq(notes.id, id))
        await change(first)
        if (++runs === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await change(second)
      }),
    )
    await Promise.all(both)
    expect(runs).toBe(3)
  })

  test('a transaction whose prepared statements went stale is run again', async () => {
    const { db } = ledger
    const owner = postgres(ledger.url, { max: 1, onnotice: () => {} })
    const countAll = () =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          db.transaction(
            ann,
            async (tx) => (await tx.execute(sql`select * from notes where body <> ${'none'}`)).length,
          ),
        ),
      )
    const before = await countAll()
    await owner`alter table ledger.notes add column extra text`
    expect(await countAll()).toEqual(before)
    await owner`alter table ledger.notes drop column extra`
    expect(await countAll()).toEqual(before)
    await owner.end()
  })

  test('an undefined parameter is an error of that statement alone', async () => {
    const { db } = ledger
    const bad = undefined as unknown as string
    await expect(
      db.transaction(ann, (tx) => Promise.all([tx.select().from(notes), tx.execute(sql`select ${bad}::text`)])),
    ).rejects.toThrow(/./)
    await expect(db.read(ann, (q) => q`select ${bad}::text`)).rejects.toThrow('undefined')
    expect(await db.transaction(ann, (tx) => tx.select().from(notes))).not.toEqual([])
  })

  test('a broken constraint is named by its kind and name', async () => {
    const { db } = ledger
    const outcome = async (work: Promise<unknown>) =>
      violated(
        await work.then(
          () => null,
          (error: unknown) => error,
        ),
      )
    const add = (amount: number) =>
      db.transaction(ann, (tx) => tx.insert(charges).values(charge(ann.landlordId, tenant.tenantId, amount)))
    const stay = () =>
      db.transaction(ann, (tx) =>
        tx.execute(sql`insert into stays (landlord_id, stay) values (${ann.landlordId}, '[2026-01-01,2026-01-05)')`),
      )
    expect(await outcome(add(70))).toBeNull()
    expect(await outcome(add(70))).toEqual({ kind: 'unique', constraint: 'charges_once_a_day' })
    expect(await outcome(add(-1))).toEqual({ kind: 'check', constraint: 'charges_amount_positive' })
    expect(
      await outcome(
        db.transaction(ann, (tx) =>
          tx.insert(notes).values({ landlordId: ann.landlordId, body: '', chargeId: ann.userId }),
        ),
      ),
    ).toEqual({
      kind: 'foreign-key',
      constraint: 'notes_charge_fk',
    })
    expect(await outcome(stay())).toBeNull()
    expect(await outcome(stay())).toEqual({ kind: 'exclusion', constraint: 'stays_apart' })
    expect(violated(new Error('other'))).toBeNull()
  })
})

test("a service cannot read another service's schema, the migrations' owner, or the password file", async () => {
  const owner = postgres(ledger.url, { max: 1, onnotice: () => {} })
  await owner.unsafe(
    `create schema other; create table other.secrets (word text); insert into other.secrets values ('x')`,
  )
  await owner.end()
  const { db } = ledger
  await expect(db.read(aLandlord(), (q) => q`select * from other.secrets`)).rejects.toMatchObject({ code: '42501' })
  await expect(db.adminTransaction('try', (tx) => tx.execute(sql`select * from other.secrets`))).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  await expect(
    db.transaction(aLandlord(), (tx) => tx.execute(sql`alter table charges disable row level security`)),
  ).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  await expect(
    db.transaction(aLandlord(), (tx) => tx.execute(sql`create table ledger.mine (x int)`)),
  ).rejects.toMatchObject({ cause: { code: '42501' } })
  await expect(
    db.transaction(aLandlord(), (tx) => tx.execute(sql`select pg_read_file('/etc/passwd')`)),
  ).rejects.toMatchObject({ cause: { code: '42501' } })
})
