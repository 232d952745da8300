import { bySpecificity } from '@keyhold/contracts/endpoint'
import type { ServiceName } from '@keyhold/contracts/services'
import { type Database, openDatabase } from '../database/database.ts'
import { requestedDatabases } from '../database/database-requests.ts'
import type { LandlordDatabases } from '../database/landlord-databases.ts'
import { migrateAll, roleUrl, type ServiceDatabase } from '../database/service-roles.ts'
import { type Call, createCall, type Send } from '../http/call.ts'
import { pruneKeys } from '../http/idempotency.ts'
import { refuse } from '../http/problem.ts'
import type { Tools } from '../http/request.ts'
import type { Route } from '../http/serve.ts'
import { type JobFigures, jobFigures } from '../jobs/figures.ts'
import { startWorker, type Worker, type WorkerOptions } from '../jobs/worker.ts'
import { every, type Schedules, startSchedules } from '../jobs/schedule.ts'
import type { Bus } from '../messaging/bus.ts'
import { listDeadLetters } from '../messaging/dead-letters.ts'
import type { EventHandler } from '../messaging/handlers.ts'
import { type Consumer, type ConsumerOptions, startConsumer } from '../messaging/inbox.ts'
import { type Relay, startRelay } from '../messaging/outbox.ts'
import type { Clock } from './clock.ts'
import { type Environment, readConfig } from './config.ts'
import type { Log } from './log.ts'
import type { ServiceDefinition, ServiceParts } from './service.ts'

export interface RuntimeOptions {
  services: ServiceDefinition[]
  env: Environment
  clock: Clock
  log: Log
  bus: Bus
  /** Sends a request to a service that runs in another process. */
  remote: Send
  database: ServiceDatabase
  /** Creates further databases on the server; without it they are asked for, of the process that provisions. */
  databases?: LandlordDatabases
  /** Called after each run of a job, for metrics. */
  onJobRun?: WorkerOptions['onRun']
  /** Called after each transaction in which events were handled, for metrics. */
  onEventBatch?: ConsumerOptions['onBatch']
}

/** The services that run in this process. */
export interface Runtime {
  names: ServiceName[]
  routes: { service: ServiceName; route: Route; tools: Tools }[]
  send: Send
  call: Call
  databaseOf(service: string): Database | undefined
  /** Whether each part is ready, by name; the reason where it is not. */
  readiness(): Promise<Record<string, true | string>>
  /** Runs what is due by the clock, of all services or of `only` some; for tests and tools. */
  tick(only?: ServiceName[]): Promise<void>
  /** Number of events in the dead-letter queues of these services. */
  deadLetters(): Promise<number>
  /** Number of queued, running and dead jobs, by service and name. */
  jobs(): Promise<({ service: ServiceName } & JobFigures)[]>
  /** Number of events that these services have not published yet. */
  backlog(): Promise<number>
  /** Lets running work end, then closes everything. */
  stop(): Promise<void>
}

/** A service that is built but does no work by itself yet. */
interface Built {
  definition: ServiceDefinition
  parts: ServiceParts
  handlers: EventHandler[]
  tools: Tools
  db: Database
  log: Log
  url: string
}

/** What works in the background for a service with a schema. */
interface Background {
  service: ServiceName
  relay: Relay
  consumer: Consumer | undefined
  schedules: Schedules
  worker: Worker
}

/** Migrates, builds and starts the services. @throws BadConfig naming every wrong setting, before anything is started */
export async function startServices(options: RuntimeOptions): Promise<Runtime> {
  const { services, env, bus, database } = options
  const configs = readConfig(Object.fromEntries(services.map(({ name, config }) => [name, config])), env)
  if ('ownerUrl' in database) await migrateAll(services, database)

  const { send, register } = inMemoryTransport(options.remote)
  const call = createCall(send)
  const built: Built[] = []
  for (const definition of services) {
    const service = await build(definition, configs[definition.name], options, call)
    register(service)
    built.push(service)
  }
  const background: Background[] = []
  for (const service of built)
    if (service.definition.migrations) background.push(await startBackground(service, options))

  return {
    names: services.map(({ name }) => name),
    routes: built
      .flatMap(({ definition, parts, tools }) =>
        parts.routes.map((route) => ({ service: definition.name, route, tools })),
      )
      .toSorted((a, b) => bySpecificity(a.route.endpoint, b.route.endpoint)),
    send,
    call,
    databaseOf: (service) => built.find(({ definition }) => definition.name === service)?.db,
    readiness: () => readiness(built, background, bus),
    async tick(only) {
      for (const { service, schedules, consumer, worker } of background) {
        if (only && !only.includes(service)) continue
        await schedules.tick()
        await worker.tick()
        await consumer?.retry()
      }
    },
    async deadLetters() {
      const withSchema = built.filter(({ definition }) => definition.migrations)
      const lists = await Promise.all(withSchema.map(({ db }) => listDeadLetters(db)))
      return lists.reduce((sum, list) => sum + list.length, 0)
    },
    jobs: () => listJobFigures(built, options.clock),
    async backlog() {
      const lags = await Promise.all(background.map(({ relay }) => relay.lag()))
      return lags.reduce((sum, lag) => sum + lag, 0)
    },
    stop: () => stop(built, background),
  }
}

/** Sends to the services of this process by a function call, and to all others through `remote`. */
function inMemoryTransport(remote: Send): { send: Send; register: (service: Built) => void } {
  const local = new Map<string, Map<unknown, { route: Route; tools: Tools }>>()
  return {
    register: ({ definition, parts, tools }) =>
      void local.set(definition.name, new Map(parts.routes.map((route) => [route.endpoint, { route, tools }]))),
    async send(service, endpoint, request) {
      const routes = local.get(service)
      if (!routes) return remote(service, endpoint, request)
      const found = routes.get(endpoint)
      return found ? found.route.answer(request, found.tools) : refuse('not-found', 'Not found')
    },
  }
}

async function build(
  definition: ServiceDefinition,
  config: unknown,
  { database, databases, clock, log: parentLog }: RuntimeOptions,
  call: Call,
): Promise<Built> {
  const { name, migrations } = definition
  const log = parentLog.child({ service: name })
  const url = roleUrl(database, name)
  const db = migrations ? openDatabase({ url, service: name }) : noDatabase(name)
  const tools: Tools = { db, call, clock, log }
  const parts = await definition.build(config, { ...tools, databases: databases ?? requestedDatabases(url) })
  return { definition, parts, handlers: definition.events?.(config) ?? [], tools, db, log, url }
}

async function startBackground(
  { definition, parts, handlers, tools, db, log, url }: Built,
  { bus, clock, onJobRun: onRun, onEventBatch: onBatch }: RuntimeOptions,
): Promise<Background> {
  const service = definition.name
  const relay = startRelay({ url, service, bus, log })
  const consumer =
    handlers.length > 0 ? await startConsumer({ service, db, bus, handlers, log, clock, onBatch }) : undefined
  const pruning = every({
    name: 'forget-idempotency-keys',
    cron: '17 * * * *',
    run: () => pruneKeys(db, clock.now()),
  })
  const schedules = startSchedules({ service, db, schedules: [...(parts.schedules ?? []), pruning], clock, log })
  const worker = startWorker({ service, tools, handlers: parts.jobs ?? [], onRun })
  return { service, relay, consumer, schedules, worker }
}

async function listJobFigures(built: Built[], clock: Clock): Promise<({ service: ServiceName } & JobFigures)[]> {
  const lists = await Promise.all(
    built
      .filter(({ definition }) => definition.migrations)
      .map(async ({ definition: { name: service }, db }) =>
        (await jobFigures(db, clock.now())).map((figures) => ({ service, ...figures })),
      ),
  )
  return lists.flat()
}

async function readiness(built: Built[], background: Background[], bus: Bus): Promise<Record<string, true | string>> {
  const checks = built.flatMap(({ definition: { name, migrations }, parts, db }): [string, Promise<unknown>][] => [
    ...(migrations ? [[`${name}.database`, db.ping()] as [string, Promise<unknown>]] : []),
    ...Object.entries(parts.checks ?? {}).map(([part, check]): [string, Promise<unknown>] => [
      `${name}.${part}`,
      check(),
    ]),
  ])
  const results = await Promise.all(
    checks.map(async ([name, check]): Promise<[string, true | string]> => {
      try {
        await check
        return [name, true]
      } catch (error) {
        return [name, error instanceof Error ? error.message : String(error)]
      }
    }),
  )
  const connected = background.flatMap(({ service, relay, consumer }): [string, true | string][] => [
    [`${service}.relay`, relay.ready() || 'not connected'],
    ...(consumer ? [[`${service}.events`, consumer.ready() || 'not connected'] as [string, true | string]] : []),
  ])
  return { ...Object.fromEntries([...results, ...connected]), bus: bus.ready() || 'not connected' }
}

async function stop(built: Built[], background: Background[]): Promise<void> {
  // At once: a job of one service may wait for another service.
  await Promise.all(background.map(({ worker }) => worker.stop()))
  for (const { schedules, consumer, relay } of background) {
    await schedules.stop()
    await consumer?.stop()
    await relay.stop()
  }
  for (const { parts, db } of built) {
    await parts.stop?.()
    await db.close()
  }
}

/** Stands in for the database of a service without a schema: every use of it is a mistake in the code. */
function noDatabase(service: string): Database {
  const none = () => Promise.reject(new Error(`${service} has no database`))
  return {
    transaction: none,
    read: none,
    adminTransaction: none,
    ping: async () => {},
    close: async () => {},
  } as Database
}
