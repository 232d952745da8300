import type {
  BodyInput,
  BodyOf,
  Endpoint,
  HeaderOf,
  ParamsOf,
  QueryInput,
  QueryOf,
  ResponseOf,
} from '@keyhold/contracts/endpoint'
import type { Problem } from '@keyhold/contracts/errors'
import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { v7 } from 'uuid'
import { type Actor, type LandlordActor, serviceActor, type TenantActor } from '../runtime/actor.ts'
import { localBus } from '../messaging/bus-local.ts'
import type { Bus } from '../messaging/bus.ts'
import { settableClock } from '../runtime/clock.ts'
import type { Environment } from '../runtime/config.ts'
import type { LandlordDatabases } from '../database/landlord-databases.ts'
import type { Database } from '../database/database.ts'
import { startServices, type Runtime } from '../runtime/start-services.ts'
import { silentLog } from '../runtime/log.ts'
import { writeParts } from '../http/multipart.ts'
import { Refusal } from '../http/problem.ts'
import { refused } from '../http/serve.ts'
import type { ForwardedHeader, ServiceResponse } from '../http/request.ts'
import type { ServiceDefinition } from '../runtime/service.ts'
import { freshDatabase, testRoleSecret } from './database.ts'
import { until } from './wait.ts'

export interface Answer<E extends Endpoint> {
  status: number
  /** What the endpoint answers; look at `problem` where the status says it refused. */
  body: ResponseOf<E>
  problem: Problem
  headers: Record<string, string>
  cookies: string[]
}

interface Input<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryInput<E> | Record<string, unknown>
  body?: BodyInput<E> | Record<string, unknown>
  headers?: Partial<Record<ForwardedHeader | HeaderOf<E>, string>>
  ip?: string
  secure?: boolean
}

export interface Stub {
  endpoint: Endpoint
  answer(input: { actor: Actor; params: Record<string, string>; query: unknown; body: unknown }): unknown
}

/** Answers an endpoint of a service that the test does not run. Throw a `Refusal` to refuse. */
export function stub<E extends Endpoint>(
  endpoint: E,
  answer: (input: {
    actor: Actor
    params: ParamsOf<E>
    query: QueryOf<E>
    body: BodyOf<E>
  }) => ResponseOf<E> | Promise<ResponseOf<E>>,
): Stub {
  return { endpoint, answer }
}

export interface TestApp {
  clock: ReturnType<typeof settableClock>
  runtime: Runtime
  bus: Bus
  databaseUrl: string
  send<E extends Endpoint>(endpoint: E, actor: Actor, input?: Input<E>): Promise<Answer<E>>
  db(service: string): Database
  /** A fact as if another service had published it. `id` to publish the same one again. */
  publish<D extends z.ZodObject>(contract: EventContract<D>, data: z.output<D>, id?: string): Promise<void>
  /** The data of every fact of this kind published since the start, in order. */
  published<D extends z.ZodObject>(contract: EventContract<D>): z.output<D>[]
  /** Resolves when every fact was published and handled. */
  settled(): Promise<void>
  tick(): Promise<void>
  stop(): Promise<void>
}

/** Services on a database of their own, with a real bus and a clock that stands still (2026-03-15 15:00 UTC unless set). */
export async function startTestApp(
  services: ServiceDefinition[],
  options: {
    env?: Environment
    stubs?: Stub[]
    clock?: ReturnType<typeof settableClock>
    log?: typeof silentLog
    databases?: (ownerUrl: string) => LandlordDatabases
    /** What is there before the services come up: an older schema, with the rows of its time. */
    before?: (ownerUrl: string) => Promise<void>
  } = {},
): Promise<TestApp> {
  const clock = options.clock ?? settableClock('2026-03-15T15:00:00Z')
  const log = options.log ?? silentLog
  const database = await freshDatabase(options.before ? [] : services)
  await options.before?.(database.url)
  const bus = await localBus({ url: database.url, log })
  const seen: Envelope[] = []
  const watch = await bus.watch((event) => void seen.push(event))
  const stubs = new Map(options.stubs?.map((one) => [one.endpoint, one]))
  const runtime = await startServices({
    services,
    // Tests create more accounts than one network may.
    env: { SIGNUPS_PER_HOUR: '0', SIGNING_KEY_SECRET: 'of the tests, 32 characters long', ...options.env },
    clock,
    log,
    bus,
    database: { ownerUrl: database.url, roleSecret: testRoleSecret },
    ...(options.databases ? { databases: options.databases(database.url) } : {}),
    async remote(service, endpoint, request): Promise<ServiceResponse> {
      const found = stubs.get(endpoint)
      if (!found)
        throw new Refusal('unavailable', `No ${service} in this test: stub ${endpoint.method} ${endpoint.path}`)
      try {
        const answer = await found.answer({
          actor: request.actor,
          params: request.params,
          query: endpoint.query.parse(request.query),
          body: endpoint.body.parse(
            typeof request.body !== 'string' ? request.body : request.body === '' ? {} : JSON.parse(request.body),
          ),
        })
        return { status: endpoint.status, body: JSON.stringify(endpoint.response.parse(answer) ?? null), headers: [] }
      } catch (error) {
        return refused(error, request, log)
      }
    },
  })
  const owner = new Map(runtime.routes.map(({ route, service }) => [route.endpoint, service]))
  const settled = async () =>
    void (await until(async () => (await bus.idle()) && (await runtime.backlog()) === 0 && (await bus.idle()), {
      what: 'every fact to be published and handled',
      timeoutMs: 20_000,
    }))

  return {
    clock,
    runtime,
    bus,
    databaseUrl: database.url,
    async send(endpoint, actor, input = {}) {
      const service = owner.get(endpoint)
      if (!service) throw new Error(`${endpoint.path} is not answered in this test`)
      const headers: Record<string, string | undefined> = { ...input.headers }
      const encode = (body: unknown) =>
        body instanceof Uint8Array
          ? body
          : endpoint.encoding === 'form'
            ? new URLSearchParams(body as Record<string, string>).toString()
            : JSON.stringify(body)
      const sent = endpoint.encoding === 'multipart' ? await writeParts(input.body ?? {}) : undefined
      if (sent) headers['content-type'] = sent.type
      const response = await runtime.send(service, endpoint, {
        actor,
        isFromService: endpoint.access === 'service',
        params: input.params ?? {},
        query: Object.fromEntries(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)])),
        body: sent ? sent.bytes : input.body === undefined ? '' : encode(input.body),
        requestId: v7(),
        ip: input.ip ?? '127.0.0.1',
        secure: input.secure ?? false,
        header: (name) => headers[name],
      })
      const sentBody = response.stream ? Buffer.concat(await Array.fromAsync(response.stream)) : response.body
      const isJson = response.headers.some(([name, value]) => name === 'content-type' && value.includes('json'))
      const body: unknown =
        sentBody === null ? undefined : isJson ? JSON.parse(Buffer.from(sentBody).toString('utf8')) : sentBody
      return {
        status: response.status,
        body: body as ResponseOf<typeof endpoint>,
        problem: body as Problem,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : [])),
      }
    },
    db(service) {
      const db = runtime.databaseOf(service)
      if (!db) throw new Error(`${service} is not in this test`)
      return db
    },
    async publish(contract, data, id = v7()) {
      const fields = data as Record<string, unknown>
      await bus.publish([
        {
          specversion: '1.0',
          id,
          source: `/${contract.type.split('.')[0]}`,
          type: contract.type,
          time: clock.now().toISOString(),
          subject: String(fields[contract.subject]),
          datacontenttype: 'application/json',
          dataversion: contract.version,
          ...(typeof fields.landlordId === 'string' ? { landlordid: fields.landlordId } : {}),
          ...(typeof fields.tenantId === 'string' ? { tenantid: fields.tenantId } : {}),
          data,
        },
      ])
      await settled()
    },
    published: (contract) =>
      seen.filter((event) => event.type === contract.type).map((event) => event.data as z.output<typeof contract.data>),
    settled,
    tick: () => runtime.tick(),
    async stop() {
      await runtime.stop()
      await watch.stop()
      await bus.close()
      await database.drop()
    },
  }
}

/** People to act as, each with fresh ids. */
export const actors = {
  visitor: (): Actor => ({ role: 'visitor', ip: '127.0.0.1' }),
  landlord: (): LandlordActor => {
    const id = v7()
    return { role: 'landlord', userId: id, landlordId: id, sessionId: v7() }
  },
  superAdmin: (): LandlordActor => {
    const id = v7()
    return { role: 'super_admin', userId: id, landlordId: id, sessionId: v7() }
  },
  tenantOf: (landlord: LandlordActor, tenantId: string = v7()): TenantActor => ({
    role: 'tenant',
    userId: v7(),
    landlordId: landlord.landlordId,
    tenantId,
    sessionId: v7(),
  }),
  unlinkedTenant: (): TenantActor => ({
    role: 'tenant',
    userId: v7(),
    landlordId: null,
    tenantId: null,
    sessionId: v7(),
  }),
  service: (name: string, landlordId: string | null = null): Actor => serviceActor(name, landlordId),
}
