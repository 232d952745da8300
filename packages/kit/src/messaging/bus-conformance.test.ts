import { execPath } from 'node:process'
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Envelope } from '@keyhold/contracts/event'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { natsBus } from './bus-nats.ts'
import type { Bus } from './bus.ts'
import { ackWaitMs, carriers, type Carrier } from '../testing/buses.ts'
import { findNatsServer, startNats } from '../testing/nats.ts'
import { until } from '../testing/wait.ts'

describe.each(carriers)('a bus on $name', ({ run, start }) => {
  if (!run) return it.skip('has no server to run on', () => {})
  let carrier: Carrier
  const open: Bus[] = []
  const children: ChildProcess[] = []
  beforeAll(async () => void (carrier = await start()))
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(open.splice(0).map((bus) => bus.close()))
  })
  afterAll(() => carrier.stop())

  async function connect(): Promise<Bus> {
    const bus = await carrier.open()
    open.push(bus)
    await until(() => bus.ready(), { what: 'the bus' })
    return bus
  }

  /** Collects what a consumer gets, on a bus of its own. */
  async function collect(consumer: string, types: string[], bus?: Bus): Promise<{ got: Envelope[]; bus: Bus }> {
    const on = bus ?? (await connect())
    const got: Envelope[] = []
    const subscription = await on.subscribe(consumer, types, async (events) => void got.push(...events))
    await until(() => subscription.ready(), { what: consumer })
    return { got, bus: on }
  }

  it('delivers every event of the given types, whole, and those of a record in publish order', async () => {
    const [a, b, other] = fresh('a', 'b', 'other')
    const { got, bus } = await collect(a, [a, b])
    const events = Array.from({ length: 300 }, (_, n) =>
      make(n % 3 === 0 ? b : a, `record-${n % 7}`, { n, text: 'Zoë’s “flat” \u0001' }),
    )
    await bus.publish([...events.slice(0, 100), make(other, 'x'), ...events.slice(100, 200)])
    await bus.publish(events.slice(200))
    await until(() => got.length === events.length)
    for (let record = 0; record < 7; record++)
      expect(of(got, `record-${record}`)).toEqual(of(events, `record-${record}`))
    expect(await until(() => bus.idle())).toBe(true)
  })

  it('knows an event that is published again', async () => {
    const [type] = fresh('type')
    const { got, bus } = await collect(type, [type])
    const [one, two, mark] = [make(type, 's'), make(type, 's'), make(type, 's')]
    await bus.publish([one, two])
    await bus.publish([two, one, two, mark])
    await until(() => got.some(({ id }) => id === mark.id))
    expect(ids(got)).toEqual(ids([one, two, mark]))
  })

  it('gives a consumer that was away, and one that is new, all it missed', async () => {
    const [type, name, late] = fresh('type', 'name', 'late')
    const first = await collect(name, [type])
    const publisher = await connect()
    const before = make(type, 's')
    await publisher.publish([before])
    await until(() => first.got.length === 1 && first.bus.idle())
    await first.bus.close()
    const missed = [make(type, 's'), make(type, 's'), make(type, 's')]
    await publisher.publish(missed)
    const again = await collect(name, [type])
    const newcomer = await collect(late, [type])
    await until(() => again.got.length >= 3 && newcomer.got.length >= 4)
    expect(ids(again.got)).toEqual(ids(missed))
    expect(ids(newcomer.got)).toEqual(ids([before, ...missed]))
  })

  it('delivers events that were refused again, before any later one of their record', async () => {
    const [type] = fresh('type')
    const bus = await connect()
    const applied: string[] = []
    let refusals = 3
    await bus.subscribe(type, [type], async (events) => {
      if (ids(events).includes(poison.id) && refusals-- > 0) throw new Error('not now')
      applied.push(...ids(events))
    })
    const [poison, next, other] = [make(type, 'a'), make(type, 'a'), make(type, 'b')]
    await bus.publish([poison, next, other])
    await until(() => applied.length === 3)
    expect(applied.filter((id) => id !== other.id)).toEqual([poison.id, next.id])
    expect(refusals).toBe(-1)
  })

  it('keeps the order and runs one handler at a time for a landlord’s partition, over two replicas', async () => {
    const [type] = fresh('type')
    const [one, two] = [await connect(), await connect()]
    const got: string[] = []
    let running = 0
    let together = 0
    for (const bus of [one, two])
      await bus.subscribe(type, [type], async (events) => {
        together = Math.max(together, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        got.push(...ids(events))
        running--
      })
    const events = Array.from({ length: 100 }, () => make(type, 's'))
    await one.publish(events)
    await until(() => got.length >= events.length)
    expect(got).toEqual(ids(events))
    expect(together).toBe(1)
  })

  it('handles other landlords’ events while one landlord’s handler does not come to an end', async () => {
    const [type] = fresh('type')
    const bus = await connect()
    const got: string[] = []
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const [busy, calm] = [v7(), v7()]
    await bus.subscribe(type, [type], async (events) => {
      if (events[0]?.landlordid === busy) await gate
      got.push(...ids(events))
    })
    const of = (landlordid: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...make(type, `${landlordid}-${n}`), landlordid }))
    await bus.publish(of(busy, 500))
    const others = of(calm, 50)
    await bus.publish(others)
    await until(() => got.length === 50)
    expect(got.toSorted()).toEqual(ids(others).toSorted())
    letGo()
    await until(() => got.length === 550)
  })

  it('lets another replica take over, and hands over again what a killed one had in hand', async () => {
    const [type] = fresh('type')
    const publisher = await connect()
    const events = [make(type, 's'), make(type, 's'), make(type, 't')]
    const child = spawn(
      execPath,
      [fileURLToPath(new URL('../testing/stuck-consumer.ts', import.meta.url)), carrier.url, type],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    children.push(child)
    const said: string[] = []
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    await publisher.publish(events)
    await until(() => said.join('').includes(events[0]!.id), { what: 'the child to get the event' })
    const standby = await collect(type, [type])
    child.kill('SIGKILL')
    await until(() => standby.got.length >= 3)
    expect(ids(of(standby.got, 's'))).toEqual(ids(of(events, 's')))
    expect(ids(of(standby.got, 't'))).toEqual(ids(of(events, 't')))
  })

  it('loses nothing and keeps the order of records while replicas join and leave in the middle of a burst', async () => {
    const [type] = fresh('type')
    const publisher = await connect()
    const events: Envelope[] = []
    const publish = async (count: number) => {
      const added = Array.from({ length: count }, (_, n) => {
        const record = (events.length + n) % 90
        return { ...make(type, `record-${record}`), landlordid: landlords[record % 3]! }
      })
      events.push(...added)
      await publisher.publish(added)
    }
    const applied: Envelope[] = []
    const seen = new Set<string>()
    const handled = new Map<number, number>()
    const replica = async (n: number) => {
      const bus = await connect()
      return bus.subscribe(type, [type], async (batch) => {
        handled.set(n, (handled.get(n) ?? 0) + batch.length)
        for (const event of batch.filter(({ id }) => !seen.has(id))) {
          applied.push(event)
          seen.add(event.id) // as an inbox does
        }
        await new Promise((resolve) => setTimeout(resolve, batch.length / 4))
      })
    }
    const first = await replica(1)
    await publish(1_000)
    await until(() => applied.length > 100)
    await replica(2)
    const hasShare = async () => {
      await publish(50)
      return (handled.get(2) ?? 0) > 50
    }
    await until(hasShare, { what: 'the second replica to have a share' })
    await publish(500)
    await replica(3)
    await first.stop()
    const atStop = handled.get(1)
    await until(() => applied.length === events.length)
    for (let n = 0; n < 90; n++) expect(ids(of(applied, `record-${n}`))).toEqual(ids(of(events, `record-${n}`)))
    expect(handled.get(1)).toBe(atStop)
  })

  it('shows live events to every watcher of every process, not what was before', async () => {
    const [type] = fresh('type')
    const [one, two] = [await connect(), await connect()]
    await one.publish([make(type, 's')])
    const seen: Envelope[][] = [[], []]
    const watches = await Promise.all([one, two].map((bus, n) => bus.watch((event) => void seen[n]!.push(event))))
    await one.watch(() => {
      throw new Error('a broken watcher')
    })
    await until(() => watches.every((watch) => watch.ready()))
    const events = [make(type, 's'), make(type, 't')]
    await two.publish(events)
    await until(() => seen.every((list) => list.length === 2))
    expect(seen.map(ids)).toEqual([ids(events), ids(events)])
  })

  it('refuses to publish while the carrier is away; afterwards consumers and watchers go on by themselves', async () => {
    const [type] = fresh('type')
    const { got, bus } = await collect(type, [type])
    const seen: Envelope[] = []
    const watch = await bus.watch((event) => void seen.push(event))
    await until(() => watch.ready())
    const events = [make(type, 's'), make(type, 's'), make(type, 's')]
    await bus.publish(events.slice(0, 1))
    await until(() => got.length === 1 && seen.length === 1)
    await carrier.down()
    await until(() => !bus.ready())
    await expect(bus.publish(events.slice(1, 2))).rejects.toThrow()
    await carrier.up()
    await until(() => bus.publish(events.slice(1)).then(() => true))
    await until(() => [got, seen].every((list) => ids(list).includes(events[2]!.id)))
    // An acknowledgement that died with the carrier brings its event once more.
    expect([...new Set(ids(got))]).toEqual(ids(events))
    expect(ids(seen)).toEqual(ids(events))
    expect(await until(() => bus.ready())).toBe(true)
  })

  it('takes a wider list of types under the same name and goes on where it was', async () => {
    const [a, b, name] = fresh('a', 'b', 'name')
    const bus = await connect()
    const got: Envelope[] = []
    const handle = async (events: readonly Envelope[]) => void got.push(...events)
    const narrow = await bus.subscribe(name, [a], handle)
    const events = [make(a, 's'), make(b, 's'), make(b, 's'), make(a, 's')]
    await bus.publish(events.slice(0, 2))
    await until(() => got.length === 1 && bus.idle())
    await narrow.stop()
    await bus.subscribe(name, [a, b], handle)
    await bus.publish(events.slice(2))
    await until(() => got.length === 3)
    expect(ids(got)).toEqual(ids([events[0]!, ...events.slice(2)]))
  })

  it('goes on with the same event when the carrier restarts under a running handler', async () => {
    const [type] = fresh('type')
    const bus = await connect()
    const applied: string[] = []
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    let calls = 0
    await bus.subscribe(type, [type], async (delivered) => {
      if (++calls === 1) await gate
      for (const { id } of delivered) if (!applied.includes(id)) applied.push(id) // as an inbox does
    })
    const events = [make(type, 's'), make(type, 's')]
    await bus.publish(events)
    await until(() => calls === 1)
    await carrier.down()
    await carrier.up()
    letGo()
    await until(() => applied.length === 2)
    expect(applied).toEqual(ids(events))
  })
})

describe('a bus on NATS', () => {
  it.runIf(findNatsServer())('starts while the broker is away and attaches when it comes', async () => {
    const server = await startNats()
    await server.down()
    const bus = natsBus({ url: server.url, ackWaitMs })
    try {
      const got: string[] = []
      const subscription = await bus.subscribe(
        'early',
        ['test.early.happened'],
        async (events) => void got.push(...ids(events)),
      )
      const event = make('test.early.happened', 's')
      await expect(bus.publish([event])).rejects.toThrow('down')
      expect([bus.ready(), subscription.ready()]).toEqual([false, false])
      await server.up()
      await until(() => subscription.ready())
      await bus.publish([event])
      await until(() => got.length === 1)
      expect(got).toEqual([event.id])
    } finally {
      await bus.close()
      await server.stop()
    }
  })
})

const landlords = [v7(), v7(), v7()]

let run = 0
/** Types (and consumer names) of this test alone: the carrier remembers those of the others. */
function fresh<N extends string[]>(...names: N): { [K in keyof N]: string } {
  run++
  return names.map((name) => `test-${run}-${name}`) as { [K in keyof N]: string }
}

function make(type: string, subject: string, data: Record<string, unknown> = {}): Envelope {
  return {
    specversion: '1.0',
    id: v7(),
    source: '/test',
    type,
    time: '2026-03-15T15:00:00.000Z',
    subject,
    datacontenttype: 'application/json',
    dataversion: 1,
    data,
  }
}

const of = (events: readonly Envelope[], subject: string) => events.filter((event) => event.subject === subject)

const ids = (events: readonly Envelope[]) => events.map(({ id }) => id)
