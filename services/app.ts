import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serviceNames } from '@keyhold/contracts/api'
import { z } from '@keyhold/contracts/zod'
import { ai } from '@keyhold/ai/service'
import { billing } from '@keyhold/billing/service'
import { createEdge } from '@keyhold/gateway/edge/edge'
import { gateway, gatewayConfig } from '@keyhold/gateway/service'
import { identity } from '@keyhold/identity/service'
import { blobsElsewhere } from '@keyhold/kit/files/blobs-settings'
import { localBus } from '@keyhold/kit/messaging/bus-local'
import { natsBus } from '@keyhold/kit/messaging/bus-nats'
import { httpSend, type Send } from '@keyhold/kit/http/call'
import { type Clock, systemClock } from '@keyhold/kit/runtime/clock'
import { BadConfig, type Environment, readConfig } from '@keyhold/kit/runtime/config'
import { type LandlordDatabases, ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { openDatabase } from '@keyhold/kit/database/database'
import { startServices, type RuntimeOptions, migrateAll, roleUrl } from '@keyhold/kit/runtime/start-services'
import { listen, serviceApp } from '@keyhold/kit/runtime/http-server'
import { listDeadLetters, replayDeadLetter } from '@keyhold/kit/messaging/inbox'
import { createLog, type Log } from '@keyhold/kit/runtime/log'
import { createMetrics } from '@keyhold/kit/runtime/metrics'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { refuse } from '@keyhold/kit/http/problem'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'
import { maintenance } from '@keyhold/maintenance/service'
import { messaging } from '@keyhold/messaging/service'
import { payments } from '@keyhold/payments/service'
import { properties } from '@keyhold/properties/service'
import { tenancy } from '@keyhold/tenancy/service'
import { type DemoAccount, demoAdmin, seedDemo } from './demo/demo.ts'

// The composition root: which services, which wiring.

const all: Record<string, ServiceDefinition> = {
  gateway,
  identity,
  properties,
  tenancy,
  payments,
  maintenance,
  messaging,
  ai,
  billing,
}

const settings = z.object({
  PORT: gatewayConfig.shape.PORT,
  HOST: gatewayConfig.shape.HOST,
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, the keys made at first start and (without S3) files live'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least important log line to write'),
  DEMO_DATA: z
    .enum(['on', 'off'])
    .default('off')
    .describe('A small sample portfolio in an empty database; never on unless asked for by name (npm start asks)'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'PostgreSQL 18: the owner of the database, or, for a process of one service, that service’s own role; absent: an embedded one',
    ),
  DATABASE_ROLE_SECRET: z
    .string()
    .optional()
    .describe('What the passwords of the services’ roles are derived from; absent: the owner’s password'),
  NATS_URL: z.string().optional().describe('NATS with JetStream; absent: events travel through the database'),
  INTERNAL_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe('Shared by all processes: signs the calls between them'),
})

/** Every setting by who reads it, for the documentation. */
export const settingsByReader: [reader: string, schema: z.ZodType][] = [
  ['every process', settings],
  ...Object.values(all).map(({ name, config }): [string, z.ZodType] => [name, config]),
]

export interface Running {
  url: string
  demo?: DemoAccount[]
  /** Runs what is due by the clock; for tests. */
  tick(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs the services that `argv` names, all of them when it names none; `migrate` brings the schemas up to date and returns,
 * `dead-letters [replay <service> <id>]` shows the events that were given up, or runs one again.
 * @throws BadConfig naming every missing or wrong setting
 */
export async function main({
  argv,
  env: given,
  clock = systemClock,
  log: toLog,
}: {
  argv: string[]
  env: Environment
  clock?: Clock
  log?: Log
}): Promise<Running> {
  const isTool = argv[0] === 'migrate' || argv[0] === 'dead-letters'
  const services = isTool ? [] : pick(argv)
  const isWhole = services.length === Object.keys(all).length
  const { process: config } = readConfig(
    {
      process: isWhole || isTool ? settings : partSettings(services),
      ...Object.fromEntries(services.map(({ name, config: schema }) => [name, schema])),
    },
    given,
  )
  // One process knows where it listens; many must be told where people find them.
  const env: Environment = { ...given, PUBLIC_URL: given.PUBLIC_URL || `http://localhost:${config.PORT}` }
  const log = toLog ?? createLog(config.LOG_LEVEL)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed())
      await end().catch((error: unknown) => log.error({ error }, 'stopping'))
  }
  try {
    if (argv[0] === 'migrate') {
      const { database } = await chooseDatabase(config, log, stops)
      if ('ownerUrl' in database) await migrateAll(Object.values(all), database)
      await stop()
      return { url: '', tick: nothingDue, stop }
    }
    if (argv[0] === 'dead-letters') {
      const { database } = await chooseDatabase(config, log, stops)
      await deadLetters(argv.slice(1), database)
      await stop()
      return { url: '', tick: nothingDue, stop }
    }
    const { database, busUrl } = await chooseDatabase(config, log, stops)
    const bus = config.NATS_URL ? natsBus({ url: config.NATS_URL, log }) : await localBus({ url: busUrl, log })
    stops.push(() => bus.close())

    const secret = config.INTERNAL_SECRET ?? ''
    const remote = isWhole
      ? { send: unreachable, close: async () => {} }
      : httpSend({
          secret,
          urlOf: (service) => env[`SERVICE_URL_${service.toUpperCase()}`] ?? `http://${service}:8080`,
        })
    stops.push(() => remote.close())
    const runtime = await startServices({
      services,
      env,
      clock,
      log,
      bus,
      remote: remote.send,
      database,
      ...makerOf(services, database, env),
    })
    stops.push(() => runtime.stop())

    const metrics = createMetrics()
    metrics.gauge('keyhold_dead_letters', 'Events given up after every try', () => runtime.deadLetters())
    metrics.gauge('keyhold_outbox_backlog', 'Facts not published yet', () => runtime.backlog())
    const withAdmin = env.SUPER_ADMIN_EMAIL === demoAdmin.email
    const demo =
      isWhole && config.DEMO_DATA === 'on'
        ? await seedDemo({ runtime, dataDir: config.DATA_DIR, withAdmin, clock, log })
        : undefined

    const edge = services.includes(gateway)
      ? await createEdge({
          runtime,
          bus,
          config: readConfig({ gateway: gatewayConfig }, env).gateway,
          clock,
          metrics,
          log,
        })
      : undefined
    if (edge) stops.push(() => edge.stop())
    const app = edge?.app ?? serviceApp({ runtime, secret, metrics, log })
    const listening = await listen(app, { port: config.PORT, host: config.HOST })
    stops.push(() => listening.drain())
    // First of all: a page that listens for facts would hold the draining up.
    stops.push(async () => edge?.hangUp())
    log.info({ url: listening.url, services: runtime.names }, 'listening')
    return { url: listening.url, ...(demo ? { demo } : {}), tick: () => runtime.tick(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const nothingDue = async () => {}

type Settings = z.output<typeof settings>

function pick(names: string[]): ServiceDefinition[] {
  const unknown = names.filter((name) => !(name in all))
  if (unknown.length)
    throw new BadConfig([`no such service: ${unknown.join(', ')} (there are ${serviceNames.join(', ')})`])
  return names.length ? names.map((name) => all[name] as ServiceDefinition) : Object.values(all)
}

/** A part of the whole can't fall back on what lives inside one process. */
function partSettings(services: ServiceDefinition[]): z.ZodType<Settings> {
  const needsDatabase = services.some(({ migrations }) => migrations)
  const reads = (name: string) => services.some(({ config }) => config instanceof z.ZodObject && name in config.shape)
  return settings.extend({
    DATABASE_URL: needsDatabase
      ? z.string('missing; a process that runs some of the services needs a database they share')
      : settings.shape.DATABASE_URL,
    NATS_URL: z.string('missing; events between processes travel over NATS'),
    INTERNAL_SECRET: z.string('missing; it signs the calls between processes').min(32, 'at least 32 characters'),
    ...(reads('PUBLIC_URL')
      ? { PUBLIC_URL: z.string('missing; the addresses that people are sent start with it') }
      : {}),
    ...(reads('S3_BUCKET') ? blobsElsewhere : {}),
  })
}

async function chooseDatabase(
  config: Settings,
  log: Log,
  stops: (() => Promise<void>)[],
): Promise<{ database: RuntimeOptions['database']; busUrl: string }> {
  const given = config.DATABASE_URL
  if (!given) {
    const dataDir = resolve(config.DATA_DIR)
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
    stops.push(() => postgres.stop())
    log.info({ dataDir }, 'embedded PostgreSQL is up')
    return { database: { ownerUrl: postgres.url, roleSecret: keptSecret(dataDir) }, busUrl: postgres.url }
  }
  const { username, password } = new URL(given)
  // A service's own role can't make roles and schemas: the migrate job has done so.
  if (username.startsWith('keyhold_')) return { database: { urlOf: () => given }, busUrl: given }
  return {
    database: { ownerUrl: given, roleSecret: config.DATABASE_ROLE_SECRET ?? decodeURIComponent(password) },
    busUrl: given,
  }
}

/** Who makes databases for single landlords: whoever has the owner's URL, with the schemas of all services, wherever those run. */
function makerOf(
  services: ServiceDefinition[],
  database: RuntimeOptions['database'],
  env: Environment,
): { databases?: LandlordDatabases } {
  const given = services.includes(identity)
    ? readConfig({ identity: identity.config }, env).identity.PROVISION_DATABASE_URL
    : undefined
  const ownerUrl = given ?? ('ownerUrl' in database ? database.ownerUrl : undefined)
  return ownerUrl === undefined ? {} : { databases: ownerDatabases({ ownerUrl, services: Object.values(all) }) }
}

/** What an operator does about events that were given up: look, mend the cause, run them again. */
async function deadLetters([action, service, id]: string[], database: RuntimeOptions['database']): Promise<void> {
  if (action === 'replay') {
    const db = openDatabase({ url: roleUrl(database, service ?? ''), service: service ?? '' })
    const found = await replayDeadLetter(db, Number(id)).finally(() => void db.close())
    return console.log(found ? 'It will run again within a second or two of the service.' : 'No such dead letter.')
  }
  for (const { name, migrations } of Object.values(all)) {
    if (!migrations) continue
    const db = openDatabase({ url: roleUrl(database, name), service: name })
    for (const letter of await listDeadLetters(db).finally(() => void db.close()))
      console.log(`${name} ${letter.id}  ${letter.deadAt}  ${letter.handler} ${letter.event.subject}  ${letter.error}`)
  }
}

/** A secret of this data folder, made at the first start. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

const unreachable: Send = (service) => refuse('unavailable', `The ${service} service does not run here.`)

/** `node services/main.ts [migrate | service …]`. Ends on SIGTERM or SIGINT, cleanly. */
export async function runFromCommandLine(argv: string[], env: Environment): Promise<void> {
  try {
    const running = await main({ argv, env })
    const end = () => void running.stop().then(() => process.exit(0))
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  } catch (error) {
    console.error(error instanceof BadConfig ? error.message : error)
    process.exit(1)
  }
}
