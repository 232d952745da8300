import { createHmac } from 'node:crypto'
import { type ServiceName } from '@keyhold/contracts/services'
import { bySpecificity } from '@keyhold/contracts/endpoint'
import type { Bus } from '../messaging/bus.ts'
import { type Call, createCall, type Send } from '../http/call.ts'
import type { Clock } from './clock.ts'
import { type Environment, readConfig } from './config.ts'
import { type LandlordDatabases, migrateLandlordDatabases, watchedDatabases } from '../database/landlord-databases.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { pruneKeys } from '../http/idempotency.ts'
import { type Consumer, listDeadLetters, startConsumer } from '../messaging/inbox.ts'
import type { Log } from './log.ts'
import { migrateService, serviceUrl } from '../database/migrate.ts'
import { type Relay, startRelay } from '../messaging/outbox.ts'
import { refuse } from '../http/problem.ts'
import { every, type Schedules, startSchedules } from '../jobs/schedule.ts'
import type { Route } from '../http/serve.ts'
import type { Tools } from '../http/request.ts'
import type { ServiceDefinition, ServiceParts } from './service.ts'

export interface RuntimeOptions {
  services: ServiceDefinition[]
  env: Environment
  clock: Clock
  log: Log
  bus: Bus
  /** How a service that does not live in this process is reached. */
  remote: Send
  /** The owner's database: schemas are migrated and services log in with roles of their own. Or, per service, the URL of its role. */
  database: { ownerUrl: string; roleSecret: string } | { urlOf(service: string): string }
  /** Who makes further databases; unless given, nobody here may. */
  databases?: LandlordDatabases
}

/** Services that run in this process. */
export interface Runtime {
  names: ServiceName[]
  routes: { service: ServiceName; route: Route; tools: Tools }[]
  send: Send
  call: Call
  databaseOf(service: string): Database | undefined
  /** Each part by name and whether it is ready; a reason where it is not. */
  readiness(): Promise<Record<string, true | string>>
  /** Runs what is due by the clock; for tests and tools. */
  tick(): Promise<void>
  /** Events given up by the services here. */
  deadLetters(): Promise<number>
  /** Unpublished facts of all services here. */
  backlog(): Promise<number>
  stop(): Promise<void>
}

interface Part {
  definition: ServiceDefinition
  built: ServiceParts
  tools: Tools
  db: Database
  log: Log
  url: string
}

interface Running {
  service: ServiceName
  relay: Relay
  consumer: Consumer | undefined
  schedules: Schedules
}

/** The password of a service's database role, from one secret, so that every process agrees without sharing a list. */
export const rolePassword = (secret: string, service: string) =>
  createHmac('sha256', secret).update(`keyhold_${service}`).digest('hex')

/** Where a service logs in, as its own role. */
export const roleUrl = (database: RuntimeOptions['database'], service: string): string =>
  'urlOf' in database
    ? database.urlOf(service)
    : serviceUrl(database.ownerUrl, service, rolePassword(database.roleSecret, service))

/** Migrates the schema of every service, in the shared database and then in those of single landlords. @throws on a table without landlord_id that is not declared shared */
export async function migrateAll(
  services: ServiceDefinition[],
  database: { ownerUrl: string; roleSecret: string },
): Promise<void> {
  for (const { name, migrations, shared } of services) {
    if (migrations)
      await migrateService({
        url: database.ownerUrl,
        service: name,
        migrations,
        shared: shared ?? [],
        rolePassword: rolePassword(database.roleSecret, name),
      })
  }
  await migrateLandlordDatabases(services, database.ownerUrl)
}

/** Starts the services: settings, schema, door, routes, consumers, relay, schedules. */
export async function startServices(options: RuntimeOptions): Promise<Runtime> {
  const { services, env, clock, bus, database } = options
  // All settings are read before anything is started, so that every fault is named at once.
  const configs = readConfig(Object.fromEntries(services.map(({ name, config }) => [name, config])), env)
  if ('ownerUrl' in database) await migrateAll(services, database)

  const local = new Map<string, Map<unknown, { route: Route; tools: Tools }>>()
  const send: Send = async (service, endpoint, request) => {
    const routes = local.get(service)
    if (!routes) return options.remote(service, endpoint, request)
    const found = routes.get(endpoint)
    return found ? found.route.answer(request, found.tools) : refuse('not-found', 'Not found')
  }
  const call = createCall(send)

  const parts: Part[] = []
  for (const definition of services) {
    const { name } = definition
    const log = options.log.child({ service: name })
    const url = roleUrl(database, name)
    const db = definition.migrations ? openDatabase({ url, service: name }) : noDatabase(name)
    const tools: Tools = { db, call, clock, log }
    const built = await definition.build(configs[name], {
      ...tools,
      databases: options.databases ?? watchedDatabases(url),
    })
    local.set(name, new Map(built.routes.map((route) => [route.endpoint, { route, tools }])))
    parts.push({ definition, built, tools, db, log, url })
  }

  const running: Running[] = []
  for (const { definition, built, db, log, url } of parts) {
    const service = definition.name
    if (!definition.migrations) continue
    const relay = startRelay({ url, service, bus, log })
    const consumer = built.events?.length
      ? await startConsumer({ service, db, bus, handlers: built.events, log, clock })
      : undefined
    const housekeeping = every({
      name: 'forget-idempotency-keys',
      cron: '17 * * * *',
      run: () => pruneKeys(db, clock.now()),
    })
    const schedules = startSchedules({ service, db, schedules: [...(built.schedules ?? []), housekeeping], clock, log })
    running.push({ service, relay, consumer, schedules })
  }

  return {
    names: services.map(({ name }) => name),
    routes: parts
      .flatMap(({ definition, built, tools }) =>
        built.routes.map((route) => ({ service: definition.name, route, tools })),
      )
      .toSorted((a, b) => bySpecificity(a.route.endpoint, b.route.endpoint)),
    send,
    call,
    databaseOf: (service) => parts.find(({ definition }) => definition.name === service)?.db,
    async readiness() {
      const entries = parts.flatMap(({ definition, built, db }): [string, Promise<unknown>][] => [
        ...(definition.migrations ? [[`${definition.name}.database`, db.ping()] as [string, Promise<unknown>]] : []),
        ...Object.entries(built.checks ?? {}).map(([name, check]): [string, Promise<unknown>] => [
          `${definition.name}.${name}`,
          check(),
        ]),
      ])
      const judged = await Promise.all(
        entries.map(
          async ([name, check]) =>
            [
              name,
              await check.then(
                () => true as const,
                (error: unknown) => (error instanceof Error ? error.message : String(error)),
              ),
            ] as const,
        ),
      )
      const attached = running.flatMap(({ service, relay, consumer }): [string, true | string][] => [
        [`${service}.relay`, relay.ready() || 'not connected'],
        ...(consumer ? [[`${service}.events`, consumer.ready() || 'not attached'] as [string, true | string]] : []),
      ])
      return { ...Object.fromEntries(judged), ...Object.fromEntries(attached), bus: bus.ready() || 'not connected' }
    },
    async tick() {
      for (const { schedules, consumer } of running) {
        await schedules.tick()
        await consumer?.retry()
      }
    },
    async deadLetters() {
      const lists = await Promise.all(
        parts.filter(({ definition }) => definition.migrations).map(({ db }) => listDeadLetters(db)),
      )
      return lists.reduce((sum, list) => sum + list.length, 0)
    },
    async backlog() {
      const lags = await Promise.all(running.map(({ relay }) => relay.lag()))
      return lags.reduce((sum, lag) => sum + lag, 0)
    },
    async stop() {
      for (const { schedules, consumer, relay } of running) {
        await schedules.stop()
        await consumer?.stop()
        await relay.stop()
      }
      for (const { built, db } of parts) {
        await built.stop?.()
        await db.close()
      }
    },
  }
}

/** A service without a schema has no door; asking for one is a mistake in the code. */
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
