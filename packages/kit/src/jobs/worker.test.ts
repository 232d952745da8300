import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../runtime/actor.ts'
import { settableClock, systemClock } from '../runtime/clock.ts'
import { requestContext } from '../runtime/request-context.ts'
import { writeNote } from '../testing/fixture/jobs.ts'
import { aLandlord, aTenantOf, aVisitor, openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { until } from '../testing/wait.ts'
import { jobFigures, listDeadJobs, replayDeadJob } from './figures.ts'
import { cancelJob, enqueue, enqueueAll, enqueueHeld, type JobRun, onJob, Postpone } from './queue.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

type Run = JobRun<{ text: string }>

let ledger: Ledger
let clock: ReturnType<typeof settableClock>
const open: Worker[] = []
const { log, lines } = recordedLog()
beforeAll(async () => void (ledger = await openLedger()))
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()))
  await ledger.db.adminTransaction('the next test begins anew', (tx) => tx.execute(sql`delete from job`))
})
afterAll(() => ledger.close())

const call = () => Promise.reject(new Error('nobody to call'))
/** One process. Its own looking around is rare: tests tick, or wake it by adding a job. */
function worker(
  run: (run: Run) => Promise<void>,
  options: Parameters<typeof onJob>[2] & Partial<WorkerOptions> = {},
): Worker {
  const { delaysMs, leaseMs, concurrency, ...more } = {
    delaysMs: [1_000, 5_000],
    leaseMs: 60_000,
    concurrency: 5,
    ...options,
  }
  const handlers = [onJob(writeNote, run, { delaysMs, leaseMs, concurrency })]
  const started = startWorker({
    service: 'ledger',
    tools: { db: ledger.db, call, clock, log },
    handlers,
    pollMs: 60_000,
    ...more,
  })
  open.push(started)
  return started
}
const begin = () => void (clock = settableClock('2026-03-15T15:00:00Z'))
const add = (actor: Actor, text: string, wish = {}) =>
  requestContext.run({ requestId: 'r', clock }, () =>
    ledger.db.transaction(actor, (tx) => enqueue(tx, writeNote, { text }, wish)),
  )
const rows = () =>
  ledger.db.adminTransaction('look', async (tx) => [
    ...(await tx.execute<{ attempts: number; error: string | null; state: string }>(sql`
      select attempts, error, case when done_at is not null then 'done' when dead_at is not null then 'dead' when holder is not null then 'held' else 'waiting' end as state
      from job order by run_at, id`)),
  ])
const note = (
  { actor, landlordId, data, db, finish }: Run,
  then: (finished: Promise<void>) => Promise<void> = (finished) => finished,
) =>
  db.transaction(actor, async (tx) => {
    await tx.execute(sql`insert into notes (landlord_id, body) values (${landlordId}::uuid, ${data.text})`)
    await then(finish(tx))
  })
const notesOf = async (actor: Actor) =>
  (
    await ledger.db.transaction(actor, (tx) => tx.execute<{ body: string }>(sql`select body from notes order by id`))
  ).map(({ body }) => body)

describe('a job', () => {
  it('runs if its transaction commits, once over two processes, for its landlord and with the request that asked for it', async () => {
    begin()
    const ann = aLandlord()
    const seen: string[] = []
    const both = [1, 2].map(() => worker(async (run) => (seen.push(run.data.text), note(run))))
    await expect(
      ledger.db.transaction(ann, async (tx) => {
        await enqueue(tx, writeNote, { text: 'never' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await requestContext.run({ requestId: 'of-ann', clock }, () =>
      ledger.db.transaction(ann, (tx) =>
        enqueueAll(
          tx,
          writeNote,
          ['a', 'b', 'c', 'd'].map((text) => ({ text })),
        ),
      ),
    )
    await Promise.all(both.map((one) => one.tick()))
    expect(seen.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual(['a', 'b', 'c', 'd'])
    expect((await notesOf(ann)).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(lines.filter(({ message }) => message === 'job').at(-1)).toMatchObject({
      service: 'ledger',
      job: 'write-note',
      outcome: 'done',
      attempt: 1,
      landlordId: ann.landlordId,
      requestId: 'of-ann',
    })
  })

  it('of a visitor or a tenant runs as well, and none is seen or taken back by another landlord', async () => {
    begin()
    const ann = aLandlord()
    const seen: unknown[] = []
    const one = worker(async ({ data, landlordId }) => void seen.push([data.text, landlordId]))
    const id = await add(ann, 'hers', { runAt: new Date('2026-03-15T16:00:00Z') })
    await expect(add(ann, 'not hers', { landlordId: aLandlord().landlordId })).rejects.toThrow()
    for (const other of [aLandlord(), aVisitor])
      expect(
        await ledger.db.transaction(other, async (tx) => [
          (await tx.execute(sql`select from job`)).length,
          await cancelJob(tx, writeNote, id),
        ]),
      ).toEqual([0, false])
    const runAt = new Date('2026-03-15T15:30:00Z')
    await add(aVisitor, 'of a visitor', { runAt })
    for (let n = 0; n < 2; n++) await add(aTenantOf(ann), 'of a tenant', { key: 'twice', runAt })
    clock.set(runAt)
    await one.tick()
    expect(seen.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['of a tenant', ann.landlordId],
      ['of a visitor', null],
    ])
    expect(await ledger.db.transaction(ann, (tx) => cancelJob(tx, writeNote, id))).toBe(true)
  })

  it('that fails is tried again after each delay, is then a dead letter, and an operator can run it again', async () => {
    begin()
    let isBroken = true
    const one = worker(async (run) => {
      if (isBroken) throw new Error('no luck', { cause: new Error('rain') })
      await note(run)
    })
    const ann = aLandlord()
    const id = await add(ann, 'late')
    for (const [delay, state, attempts] of [
      [0, 'waiting', 1],
      [999, 'waiting', 1],
      [1, 'waiting', 2],
      [4_999, 'waiting', 2],
      [1, 'dead', 3],
      [86_400_000, 'dead', 3],
    ] as const) {
      clock.advance(delay)
      await one.tick()
      expect(await rows()).toEqual([{ state, attempts, error: 'no luck ← rain' }])
    }
    expect(await listDeadJobs(ledger.db)).toEqual([
      {
        id,
        name: 'write-note',
        landlordId: ann.landlordId,
        data: { text: 'late' },
        attempts: 3,
        error: 'no luck ← rain',
        deadAt: '2026-03-15T15:00:06.000Z',
      },
    ])
    expect(await jobFigures(ledger.db, clock.now())).toEqual([
      { name: 'write-note', queued: 0, running: 0, dead: 1, oldestSeconds: 0 },
    ])
    isBroken = false
    expect([await replayDeadJob(ledger.db, id), await replayDeadJob(ledger.db, id)]).toEqual([true, false])
    await one.tick()
    expect([await notesOf(ann), await listDeadJobs(ledger.db)]).toEqual([['late'], []])
  })

  it('that is postponed runs again when it said, and the attempt does not count', async () => {
    begin()
    const seen: number[][] = []
    const one = worker(async ({ attempt, postponed }) => {
      seen.push([attempt, postponed])
      if (postponed < 4) throw new Postpone(10_000, 'not yet')
    })
    await add(aLandlord(), 'wait')
    for (let n = 0; n < 5; n++) {
      await one.tick()
      clock.advance(10_000)
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => [1, n]))
    expect(await rows()).toEqual([{ state: 'done', attempts: 1, error: null }])
  })

  it('commits its result and its end together, or neither', async () => {
    begin()
    const ann = aLandlord()
    let fails = true
    const one = worker((run) =>
      note(run, async (finished) => {
        await finished
        if (fails) throw new Error('the commit never came')
      }),
    )
    await add(ann, 'whole')
    await one.tick()
    expect([await notesOf(ann), await rows()]).toEqual([
      [],
      [{ state: 'waiting', attempts: 1, error: 'the commit never came' }],
    ])
    fails = false
    clock.advance(1_000)
    await one.tick()
    expect([await notesOf(ann), (await rows())[0]?.state]).toEqual([['whole'], 'done'])
  })

  it('whose lease was lost cannot commit a result any more', async () => {
    begin()
    const ann = aLandlord()
    const one = worker(async (run) => {
      if (run.attempt === 1)
        await ledger.db.adminTransaction('as if another process had taken it', (tx) =>
          tx.execute(sql`update job set holder = gen_random_uuid(), lease_until = now()`),
        )
      await note(run)
    })
    await add(ann, 'fenced')
    await one.tick()
    expect([await notesOf(ann), await rows()]).toEqual([['fenced'], [{ state: 'done', attempts: 2, error: null }]])
  })

  it('is done by another process after a crash', async () => {
    clock = settableClock(new Date())
    const ann = aLandlord()
    await add(ann, 'crash')
    const script = fileURLToPath(new URL('../testing/crashing-job.ts', import.meta.url))
    const child = spawn(process.execPath, [script, ledger.serviceUrl, '300'], { stdio: ['pipe', 'inherit', 'inherit'] })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    worker((run) => note(run), { pollMs: 50, tools: { db: ledger.db, call, clock: systemClock, log } })
    await until(async () => (await rows())[0]?.state === 'done')
    expect([await notesOf(ann), await rows()]).toEqual([
      ['crash: begun', 'crash'],
      [{ state: 'done', attempts: 2, error: null }],
    ])
  })

  it('that ends its process each time is given up without running once more', async () => {
    begin()
    const seen: string[] = []
    await add(aLandlord(), 'deadly')
    await ledger.db.adminTransaction('as processes that died left it', (tx) =>
      tx.execute(
        sql`update job set attempts = 3, holder = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 second'`,
      ),
    )
    const one = worker(async ({ data }) => void seen.push(data.text))
    await one.tick()
    expect([seen, await rows()]).toEqual([
      [],
      [{ state: 'dead', attempts: 4, error: 'The process ended in the middle of each of 3 attempts' }],
    ])
  })

  it('lives by its signs of life, however long it takes', async () => {
    begin()
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const seen: string[] = []
    const two = [1, 2].map(() => worker(async ({ data }) => (seen.push(data.text), gate), { leaseMs: 150, pollMs: 20 }))
    await add(aLandlord(), 'long')
    const lease = async () => {
      const [row] = await ledger.db.adminTransaction('look', (tx) =>
        tx.execute<{ until: string }>(sql`select lease_until as until from job where holder is not null`),
      )
      return Date.parse(row?.until ?? '')
    }
    const first = await until(lease)
    await until(async () => (await lease()) > first + 300)
    letGo()
    await Promise.all(two.map((one) => one.tick()))
    expect([seen, await rows()]).toEqual([['long'], [{ state: 'done', attempts: 1, error: null }]])
  })

  it('that its caller does itself is left to the caller while that one lives, and then to a worker', async () => {
    begin()
    const ann = aLandlord()
    const one = worker((run) => note(run))
    const hold = (text: string, leaseMs: number) =>
      requestContext.run({ requestId: 'r', clock }, () =>
        ledger.db.transaction(ann, (tx) => enqueueHeld(tx, writeNote, { text }, { leaseMs })),
      )
    const held = await hold('by the caller', 60_000)
    await one.tick()
    await ledger.db.transaction(ann, (tx) => held.finish(tx))
    const late = await hold('by a worker', 0)
    await one.tick()
    expect(await notesOf(ann)).toEqual(['by a worker'])
    await expect(ledger.db.transaction(ann, (tx) => late.finish(tx))).rejects.toThrow('taken by another worker')
  })
})

describe('jobs of one key', () => {
  it('wait as one, at the earliest time asked for; while it runs, one more waits behind it', async () => {
    begin()
    const [ann, bob] = [aLandlord(), aLandlord()]
    const seen: string[] = []
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const one = worker(async ({ data }) => (seen.push(data.text), gate))
    const key = 'same'
    await add(ann, 'first', { key, runAt: new Date('2026-03-15T17:00:00Z') })
    await add(ann, 'second', { key, runAt: new Date('2026-03-15T16:00:00Z') })
    await add(bob, 'of another landlord', { key })
    await until(() => seen.length === 1)
    clock.advance(3_600_000)
    const ticked = one.tick()
    await until(() => seen.length === 2)
    for (const text of ['meanwhile', 'and again']) await add(ann, text, { key })
    expect((await rows()).map(({ state }) => state)).toEqual(['held', 'held', 'waiting'])
    letGo()
    await ticked
    expect(seen).toEqual(['of another landlord', 'first', 'meanwhile'])
  })

  it('never miss a change: what commits while the one that waits is about to run is seen by a run', async () => {
    begin()
    const ann = aLandlord()
    const key = 'changes'
    const seen: number[] = []
    const one = worker(async ({ actor }) => void seen.push((await notesOf(actor)).length))
    await add(ann, 'x', { key, runAt: new Date('2026-03-15T15:00:01Z') })
    await ledger.db.transaction(ann, async (tx) => {
      await enqueue(tx, writeNote, { text: 'x' }, { key, runAt: clock.now() })
      clock.advance(1_000)
      await one.tick()
      expect(seen).toEqual([])
      await tx.execute(sql`insert into notes (landlord_id, body) values (${ann.landlordId}::uuid, 'a change')`)
    })
    await one.tick()
    expect(seen).toEqual([1])
  })

  it('pause for as long as the one before asked, and those of another key do not', async () => {
    begin()
    const ann = aLandlord()
    const seen: string[] = []
    const one = worker(async ({ data, actor, finish }) => {
      seen.push(data.text)
      await ledger.db.transaction(actor, (tx) => finish(tx, { pauseMs: 60_000 }))
    })
    await add(ann, 'first', { key: 'a' })
    await one.tick()
    await add(ann, 'too soon', { key: 'a' })
    await add(ann, 'of another key', { key: 'b' })
    await one.tick()
    expect(seen).toEqual(['first', 'of another key'])
    await ledger.db.adminTransaction('a minute later', (tx) =>
      tx.execute(sql`update job set lease_until = clock_timestamp() where done_at is not null`),
    )
    await one.tick()
    expect(seen.at(-1)).toBe('too soon')
  })

  it('that fail while another waits become one', async () => {
    begin()
    const ann = aLandlord()
    const key = 'fails'
    const one = worker(async () => {
      await add(ann, 'another', { key, runAt: new Date('2026-03-15T16:00:00Z') })
      throw new Error('no luck')
    })
    await add(ann, 'x', { key })
    await one.tick()
    expect((await rows()).map(({ state }) => state)).toEqual(['done', 'waiting'])
  })
})

describe('a worker', () => {
  it('lets a hundred jobs of one landlord pass another’s one at the next turn', async () => {
    begin()
    const [many, single] = [aLandlord(), aLandlord()]
    const seen: string[] = []
    const one = worker(async ({ data }) => void seen.push(data.text), { concurrency: 2 })
    await requestContext.run({ requestId: 'r', clock }, async () => {
      await ledger.db.transaction(many, (tx) =>
        enqueueAll(
          tx,
          writeNote,
          Array.from({ length: 100 }, (_, n) => ({ text: `many ${n}` })),
        ),
      )
      await until(() => seen.length >= 10)
      await add(single, 'one')
    })
    const before = seen.length
    await one.tick()
    expect(seen).toHaveLength(101)
    // Two at a time, and two may have begun before it was added.
    expect(seen.indexOf('one')).toBeLessThanOrEqual(before + 4)
  })

  it('is woken by a commit in its process, and stops after the run under way, which it asks to end and does not count', async () => {
    begin()
    const ann = aLandlord()
    const seen: string[] = []
    const one = worker(
      async ({ data, signal }) => {
        seen.push(data.text)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('asked to end'))))
      },
      { concurrency: 1 },
    )
    await add(ann, 'under way')
    await until(() => seen.length === 1)
    await add(ann, 'not begun')
    await one.stop()
    expect([seen, await rows()]).toEqual([
      ['under way'],
      [
        { state: 'waiting', attempts: 0, error: null },
        { state: 'waiting', attempts: 0, error: null },
      ],
    ])
  })

  it('looks on while the database is away', async () => {
    begin()
    const ann = aLandlord()
    let isAway = true
    const db = {
      ...ledger.db,
      adminTransaction: ((...args) =>
        isAway
          ? Promise.reject(new Error('away'))
          : ledger.db.adminTransaction(...args)) as typeof ledger.db.adminTransaction,
    }
    worker((run) => note(run), { pollMs: 20, tools: { db, call, clock, log } })
    await add(ann, 'later')
    await until(() => lines.some(({ message }) => message === 'could not look for due jobs'))
    isAway = false
    await until(async () => (await notesOf(ann)).length === 1)
  })

  it('forgets done jobs after a week', async () => {
    begin()
    const first = worker(async () => {})
    await add(aLandlord(), 'old')
    await first.tick()
    clock.advance(7 * 86_400_000 + 1)
    worker(async () => {})
    await until(async () => (await rows()).length === 0)
  })

  it('is refused two handlers of one job', () => {
    const handler = onJob(writeNote, async () => {})
    const tools = { db: ledger.db, call, clock: systemClock, log }
    expect(() => startWorker({ service: 'ledger', tools, handlers: [handler, handler] })).toThrow('same job')
  })
})
