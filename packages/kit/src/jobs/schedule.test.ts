import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settableClock, systemClock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import {
  dueSlots,
  every,
  startSchedules,
  type Occurrence,
  type Schedule,
  type ScheduleOptions,
  type Schedules,
} from './schedule.ts'
import { openLedger, type Ledger } from '../testing/fixture/ledger.ts'
import { until } from '../testing/wait.ts'

let ledger: Ledger
const open: Schedules[] = []
beforeAll(async () => void (ledger = await openLedger()))
afterEach(async () => void (await Promise.all(open.splice(0).map((schedules) => schedules.stop()))))
afterAll(() => ledger.close())

/** One replica. Its own looking around is rare: tests tick. */
function replica(schedules: Schedule[], options: Partial<ScheduleOptions> & Pick<ScheduleOptions, 'clock'>): Schedules {
  const started = startSchedules({
    service: 'ledger',
    db: ledger.db,
    schedules,
    log: silentLog,
    pollMs: 60_000,
    ...options,
  })
  open.push(started)
  return started
}

function recorded(
  schedule: Omit<Schedule, 'run'>,
  work: (occurrence: Occurrence) => Promise<void> = async () => {},
): { schedule: Schedule; slots: string[] } {
  const slots: string[] = []
  const run = async (occurrence: Occurrence) => {
    slots.push(occurrence.slot.toISOString())
    await work(occurrence)
  }
  return { schedule: every({ ...schedule, run }), slots }
}

describe('a schedule', () => {
  it('begins from now, and runs each occurrence once over three replicas', async () => {
    const clock = settableClock('2026-03-15T15:00:30Z')
    const { schedule, slots } = recorded({ name: 'each-minute', cron: '* * * * *' })
    const replicas = [1, 2, 3].map(() => replica([schedule], { clock }))
    await Promise.all(replicas.map((one) => one.tick()))
    expect(slots).toEqual([])
    for (let n = 0; n < 3; n++) {
      clock.advance(60_000)
      await Promise.all(replicas.map((one) => one.tick()))
      await Promise.all(replicas.map((one) => one.tick()))
    }
    expect(slots).toEqual(['2026-03-15T15:01:00.000Z', '2026-03-15T15:02:00.000Z', '2026-03-15T15:03:00.000Z'])
  })

  it('catches up after a downtime: the last occurrence, or all in order', async () => {
    const clock = settableClock('2026-03-01T12:00:00Z')
    const last = recorded({ name: 'catch-last', cron: '0 6 * * *' })
    const all = recorded({ name: 'catch-all', cron: '0 6 * * *', catchUp: 'all' })
    const before = replica([last.schedule, all.schedule], { clock })
    await before.tick()
    await before.stop()
    clock.set('2026-03-04T07:00:00Z')
    const after = replica([last.schedule, all.schedule], { clock })
    await after.tick()
    expect(last.slots).toEqual(['2026-03-04T06:00:00.000Z'])
    expect(all.slots).toEqual(['2026-03-02T06:00:00.000Z', '2026-03-03T06:00:00.000Z', '2026-03-04T06:00:00.000Z'])
  })

  it('tries a failed run again and gives it up in the end; the next occurrence runs all the same', async () => {
    const clock = settableClock('2026-03-15T15:00:30Z')
    const failing = recorded({ name: 'failing', cron: '* * * * *' }, async ({ slot }) => {
      if (slot.getUTCMinutes() === 1) throw new Error('no luck')
    })
    const one = replica([failing.schedule], { clock, delaysMs: [1, 1] })
    await one.tick()
    clock.advance(60_000)
    const state = async () =>
      (
        await ledger.db.adminTransaction('look', (tx) =>
          tx.execute(
            sql`select attempts, error, failed_at is not null as failed from schedule_run where name = 'failing' and attempts > 0`,
          ),
        )
      )[0]
    await until(async () => {
      await one.tick()
      return (await state())?.failed
    })
    expect(await state()).toEqual({ attempts: 3, error: 'no luck', failed: true })
    clock.advance(60_000)
    await one.tick()
    expect(failing.slots.at(-1)).toBe('2026-03-15T15:02:00.000Z')
    expect(failing.slots).toHaveLength(4)
  })

  it('does not overlap itself, however long a run takes', async () => {
    const clock = settableClock('2026-03-15T15:00:30Z')
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const long = recorded({ name: 'long', cron: '* * * * *', catchUp: 'all' }, () => gate)
    const replicas = [
      replica([long.schedule], { clock, leaseMs: 150 }),
      replica([long.schedule], { clock, leaseMs: 150 }),
    ]
    await Promise.all(replicas.map((one) => one.tick()))
    clock.advance(60_000)
    const ticks = replicas.map((one) => one.tick())
    await until(() => long.slots.length === 1)
    clock.advance(60_000)
    // Twice the lease: it lives by its signs of life.
    const lease = () =>
      ledger.db
        .adminTransaction('look', (tx) =>
          tx.execute<{ until: string }>(
            sql`select lease_until as until from schedule_run where name = 'long' and holder is not null`,
          ),
        )
        .then((rows) => Date.parse(rows[0]?.until ?? ''))
    const first = await lease()
    await until(async () => (await lease()) > first + 300)
    expect(long.slots).toHaveLength(1)
    letGo()
    await Promise.all(ticks)
    await Promise.all(replicas.map((one) => one.tick()))
    expect(long.slots).toEqual(['2026-03-15T15:01:00.000Z', '2026-03-15T15:02:00.000Z'])
  })

  it('is not held up by a long run of another schedule', async () => {
    const clock = settableClock('2026-03-15T15:00:30Z')
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const slow = recorded({ name: 'slow', cron: '* * * * *' }, () => gate)
    const quick = recorded({ name: 'quick', cron: '* * * * *' })
    const one = replica([slow.schedule, quick.schedule], { clock, pollMs: 20 })
    await one.tick()
    clock.advance(60_000)
    await until(() => slow.slots.length === 1 && quick.slots.length === 1)
    clock.advance(60_000)
    await until(() => quick.slots.length === 2)
    expect(slow.slots).toHaveLength(1)
    letGo()
    await until(() => slow.slots.length === 2)
  })

  it('is run again by another replica after a crash', async () => {
    const script = fileURLToPath(new URL('../testing/crashing-schedule.ts', import.meta.url))
    const child = spawn(process.execPath, [script, ledger.serviceUrl, '300'], { stdio: ['pipe', 'inherit', 'inherit'] })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    const { schedule, slots } = recorded({ name: 'crash', cron: '* * * * * *' })
    replica([schedule], { clock: systemClock, pollMs: 50 })
    await until(() => slots.length > 0)
    const [row] = await ledger.db.adminTransaction('look', (tx) =>
      tx.execute<{ slot: string; attempts: number }>(
        sql`select slot, attempts from schedule_run where name = 'crash' and attempts > 1`,
      ),
    )
    expect(row).toEqual({ slot: slots[0], attempts: 2 })
  })

  it('lets the effect and the mark commit together, for the one who still holds the lease', async () => {
    const clock = settableClock('2026-03-15T15:00:30Z')
    let taken = false
    const fenced = recorded({ name: 'fenced', cron: '* * * * *' }, async ({ finish }) => {
      if (!taken)
        await ledger.db.adminTransaction('as if another replica had taken over', (tx) =>
          tx.execute(
            sql`update schedule_run set holder = gen_random_uuid(), lease_until = now() where name = 'fenced' and attempts > 0`,
          ),
        )
      taken = true
      await ledger.db.adminTransaction('the effect', async (tx) => {
        await tx.execute(sql`insert into rates values ('fenced', ${fenced.slots.length})`)
        await finish(tx)
      })
    })
    const one = replica([fenced.schedule], { clock })
    await one.tick()
    clock.advance(60_000)
    await one.tick()
    expect(fenced.slots).toHaveLength(2)
    expect(
      await ledger.db.adminTransaction('look', (tx) =>
        tx.execute(sql`select percent from rates where code = 'fenced'`),
      ),
    ).toEqual([{ percent: 2 }])
  })
})

describe('occurrences', () => {
  const slots = (cron: string, timeZone: string, from: string, to: string) =>
    dueSlots({ name: 'x', cron, timeZone, catchUp: 'all', run: async () => {} }, new Date(from), new Date(to)).map(
      (slot) => slot.toISOString(),
    )

  it('of a daily schedule come once a day across both changes of the clock', () => {
    // Berlin springs forward on 2026-03-29 (02:30 does not exist) and falls back on 2026-10-25 (02:30 comes twice).
    expect(slots('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(slots('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('of an hourly schedule come each hour across both changes', () => {
    expect(slots('0 * * * *', 'America/New_York', '2026-03-08T05:30:00Z', '2026-03-08T08:30:00Z')).toEqual([
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
    ])
    expect(slots('0 * * * *', 'America/New_York', '2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z')).toEqual([
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ])
  })

  it('are found to the second: one that is due now is due', () => {
    const at = (now: string) =>
      dueSlots(
        { name: 'x', cron: '0 6 * * *', run: async () => {} },
        new Date('2026-03-01T12:00:00Z'),
        new Date(now),
      ).map((slot) => slot.toISOString())
    expect([at('2026-03-02T05:59:59.999Z'), at('2026-03-02T06:00:00Z'), at('2026-03-02T06:00:00.500Z')]).toEqual([
      [],
      ['2026-03-02T06:00:00.000Z'],
      ['2026-03-02T06:00:00.000Z'],
    ])
  })

  it('of a pattern or time zone that does not exist are refused when it is declared', () => {
    expect(() => every({ name: 'x', cron: '61 * * * *', run: async () => {} })).toThrow()
    expect(() => every({ name: 'x', cron: '* * * * *', timeZone: 'Europe/Atlantis', run: async () => {} })).toThrow()
  })
})
