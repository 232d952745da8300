import type { Envelope } from '@keyhold/contracts/event'
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ackWaitMs } from '../testing/buses.ts'
import { findNatsServer, type RunningNats, startNats } from '../testing/nats.ts'
import { until } from '../testing/wait.ts'
import { natsBus, provisionNats } from './bus-nats.ts'
import type { Bus } from './bus.ts'
import { natsUserOf } from './nats-rights.mjs'
import { consumerName, streamName, subjectOf } from './nats-stream.ts'

const services = ['gateway', 'payments', 'messaging']
const paid = 'payments.charge.paid'
const secretType = 'identity.session.revoked'

const event = (type: string, landlordid = v7()): Envelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/test',
  type,
  time: '2026-03-15T15:00:00.000Z',
  subject: 'record',
  datacontenttype: 'application/json',
  dataversion: 1,
  landlordid,
  data: {},
})

describe.runIf(findNatsServer())('the user of a service at the broker', { timeout: 60_000 }, () => {
  let server: RunningNats
  let owner: Bus
  let provisioning: ReturnType<typeof provisionNats>
  const open: { close(): Promise<unknown> }[] = []
  beforeAll(async () => {
    server = await startNats({ services })
    owner = natsBus({ url: server.url, ackWaitMs })
    const consumers = [{ consumer: 'messaging', types: [paid] }]
    provisioning = provisionNats({ url: server.url, consumers, ackWaitMs })
    await until(() => owner.ready() && provisioning.ready())
  })
  afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))))
  afterAll(async () => {
    await Promise.all([owner.close(), provisioning.close()])
    await server.stop()
  })

  async function busOf(service: string): Promise<Bus> {
    const bus = natsBus({ url: server.urlOf(service), ackWaitMs })
    open.push(bus)
    await until(() => bus.ready())
    return bus
  }
  /** A connection as a service whose process somebody else controls would open it. */
  async function intruderAs(service: string): Promise<NatsConnection> {
    const { host, username: user, password: pass } = new URL(server.urlOf(service))
    const nc = await connect({ servers: host, user, pass, inboxPrefix: `_INBOX.${natsUserOf(service)}` })
    open.push(nc)
    return nc
  }
  async function asOwner() {
    const { host, username: user, password: pass } = new URL(server.url)
    const nc = await connect({ servers: host, user, pass })
    open.push(nc)
    return jetstreamManager(nc)
  }
  async function stored(type: string): Promise<string[]> {
    const { state } = await (await asOwner()).streams.info(streamName, { subjects_filter: `keyhold.*.${type}` })
    return Object.keys(state.subjects ?? {})
  }
  async function unacknowledged(): Promise<number> {
    let count = 0
    for await (const { name, num_ack_pending } of (await asOwner()).consumers.list(streamName))
      if (name.startsWith('messaging-')) count += num_ack_pending
    return count
  }

  it('publishes the service’s events, consumes what the service consumes, and lets the gateway watch', async () => {
    const [payments, messaging, gateway] = [await busOf('payments'), await busOf('messaging'), await busOf('gateway')]
    const [got, seen]: [string[], string[]] = [[], []]
    const subscription = await messaging.subscribe('messaging', [paid], async (events) => {
      got.push(...events.map(({ id }) => id))
    })
    const watch = await gateway.watch(({ id }) => void seen.push(id))
    await until(() => subscription.ready() && watch.ready())
    const events = Array.from({ length: 50 }, () => event(paid))
    await payments.publish(events)
    await until(() => got.length >= 50 && seen.length >= 50)
    const ids = events.map(({ id }) => id).toSorted()
    expect([got.toSorted(), seen.toSorted()]).toEqual([ids, ids])
    await until(async () => (await unacknowledged()) === 0, { what: 'the acknowledgements' })
  })

  it('handles what waits at the durable of before there were partitions, and removes it', async () => {
    const jsm = await asOwner()
    const pending = event(paid)
    await jetstream(open.at(-1) as NatsConnection).publish(`keyhold.${paid}`, JSON.stringify(pending))
    await jsm.consumers.add(streamName, { durable_name: 'messaging', ack_policy: AckPolicy.Explicit })
    await provisioning.close()
    provisioning = provisionNats({ url: server.url, consumers: [{ consumer: 'messaging', types: [paid] }], ackWaitMs })
    await until(() => provisioning.ready())
    const got: string[] = []
    const messaging = await busOf('messaging')
    await messaging.subscribe('messaging', [paid], async (events) => void got.push(...events.map(({ id }) => id)))
    await until(() => got.includes(pending.id))
    await until(async () => (await jsm.consumers.info(streamName, 'messaging').catch(() => undefined)) === undefined)
  })

  it('publishes no other service’s events', async () => {
    const forged = event('identity.user.created')
    await expect((await busOf('payments')).publish([forged])).rejects.toThrow(/permission/i)
    await expect((await busOf('gateway')).publish([event(paid)])).rejects.toThrow(/permission/i)
    const raw = await intruderAs('payments')
    await expect(jetstream(raw).publish(subjectOf(forged), '{}')).rejects.toThrow(/permission/i)
    expect(await stored('identity.user.created')).toEqual([])
  })

  it('reads nothing that the service does not consume', async () => {
    await owner.publish([event(secretType)])
    const raw = await intruderAs('messaging')
    const jsm = await jetstreamManager(raw, { checkAPI: false, timeout: 2_000 })
    const filter_subjects = ['keyhold.>']
    const refused: [string, () => Promise<unknown>][] = [
      ['a new consumer', () => jsm.consumers.add(streamName, { ack_policy: AckPolicy.None, filter_subjects })],
      [
        'its own consumer widened',
        () => jsm.consumers.update(streamName, consumerName('messaging', 3), { filter_subjects }),
      ],
      ['another’s consumer', () => raw.request(`$JS.API.CONSUMER.MSG.NEXT.${streamName}.payments-3`, '{"batch":1}')],
      ['a message by its number', () => jsm.streams.getMessage(streamName, { seq: 1 })],
      ['a message from the store', () => jsm.direct.getMessage(streamName, { seq: 1 })],
      ['the stream’s settings', () => jsm.streams.update(streamName, { subjects: ['keyhold.>', 'more.>'] })],
      ['a stream of its own', () => jsm.streams.add({ name: 'COPY', sources: [{ name: streamName }] })],
      ['the stream emptied', () => jsm.streams.purge(streamName)],
    ]
    for (const [what, attempt] of refused) await expect(attempt(), what).rejects.toThrow(/permission/i)
    for (const subject of ['keyhold.>', '_INBOX.>', `_INBOX.${natsUserOf('payments')}.>`, '$JS.>']) {
      const subscription = raw.subscribe(subject)
      await expect(subscription.closed, subject).resolves.toMatchObject({ name: 'PermissionViolationError' })
    }
  })

  it('of the gateway takes nothing away from the consumers of services', async () => {
    const raw = await intruderAs('gateway')
    const jsm = await jetstreamManager(raw, { checkAPI: false, timeout: 2_000 })
    const name = consumerName('messaging', 3)
    for (const attempt of [
      () => jsm.consumers.delete(streamName, name),
      () => jsm.consumers.update(streamName, name, { filter_subjects: ['keyhold.3.nothing'] }),
      () => raw.request(`$JS.API.CONSUMER.MSG.NEXT.${streamName}.${name}`, '{"batch":1}'),
    ])
      await expect(attempt()).rejects.toThrow(/permission/i)
  })

  it('is refused without its password', async () => {
    const { host } = new URL(server.url)
    await expect(connect({ servers: host })).rejects.toThrow(/authorization/i)
    await expect(connect({ servers: host, user: natsUserOf('payments'), pass: 'guessed' })).rejects.toThrow(
      /authorization/i,
    )
  })
})

it.runIf(findNatsServer())(
  'the broker is reached by TLS, and not where its certificate is unknown',
  { timeout: 60_000 },
  async () => {
    const server = await startNats({ tls: true })
    const [known, unknown] = [
      natsBus({ url: server.url, caFile: server.caFile, ackWaitMs }),
      natsBus({ url: server.url, ackWaitMs }),
    ]
    try {
      await until(() => known.ready())
      await known.publish([event(paid)])
      await expect(unknown.publish([event(paid)])).rejects.toThrow('down')
    } finally {
      await Promise.all([known.close(), unknown.close()])
      await server.stop()
    }
  },
)
