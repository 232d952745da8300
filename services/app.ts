import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { serviceNames } from '@keyhold/contracts/services'
import type { createEdge } from '@keyhold/gateway/edge/edge'
import { ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { httpSend, type Send } from '@keyhold/kit/http/call'
import { refuse } from '@keyhold/kit/http/problem'
import { addJobGauges } from '@keyhold/kit/jobs/gauges'
import type { Bus } from '@keyhold/kit/messaging/bus'
import { type Clock, systemClock } from '@keyhold/kit/runtime/clock'
import { BadConfig, type Environment, readConfig } from '@keyhold/kit/runtime/config'
import { listen, serviceApp } from '@keyhold/kit/runtime/http-server'
import { createLog, type Log } from '@keyhold/kit/runtime/log'
import { createMetrics } from '@keyhold/kit/runtime/metrics'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'
import { startServices, type RuntimeOptions } from '@keyhold/kit/runtime/start-services'
import { type ConnectedDatabase, connectDatabase } from './connect-database.ts'
import { type DemoAccount, demoAdmin } from './demo/accounts.ts'
import type { DemoOptions } from './demo/seed-demo.ts'
import { endOnSignal } from './end-on-signal.ts'
import { operatorCommands } from './operator-commands.ts'
import { startProvisioning } from './provision.ts'
import { loadServices, parseServiceNames } from './registry.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { partialProcessSettings, processSettings, type ProcessSettings } from './settings.ts'

// The composition root: which services run in this process, and on which database, bus and transport.

export interface MainOptions {
  argv: string[]
  env: Environment
  clock?: Clock
  log?: Log
}

export interface Running {
  url: string
  demo?: DemoAccount[]
  /** Runs what is due by the clock; for tests. */
  tick(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs the services that `argv` names, or all of them; or an operator's command: `migrate` brings the schemas up to date,
 * `dead-letters [replay <service> <id>]` lists the events in the dead-letter queues or retries one, `check-books [<landlord>]`
 * compares the books with what is shown of them. `provision` runs what needs the rights of the owner, beside services without them.
 * @throws BadConfig naming every missing or wrong setting
 */
export async function main(options: MainOptions): Promise<Running> {
  const cleanups: (() => Promise<void>)[] = []
  const command = operatorCommands[options.argv[0] ?? '']
  const provisions = options.argv[0] === 'provision'
  const names = command || provisions ? [] : parseServiceNames(options.argv)
  const services = await loadServices(names)
  const isWhole = names.length === serviceNames.length
  const { process: config } = readConfig(
    {
      process: isWhole || command || provisions ? processSettings : partialProcessSettings(services),
      ...Object.fromEntries(services.map(({ name, config: schema }) => [name, schema])),
    },
    options.env,
  )
  const log = options.log ?? createLog(config.LOG_LEVEL)
  const stop = async () => {
    for (const end of cleanups.splice(0).toReversed())
      await end().catch((error: unknown) => log.error({ error }, 'stopping'))
  }
  try {
    if (command) {
      const connected = await connectDatabase(config, log)
      cleanups.push(() => connected.stop())
      await command(options.argv.slice(1), connected.database)
      await stop()
      return { url: '', tick: async () => {}, stop }
    }
    if (provisions) {
      const provisioning = await startProvisioning(config, log)
      cleanups.push(() => provisioning.stop())
      return { url: '', tick: async () => {}, stop }
    }
    // One process knows where it listens; several must be told where people find the site.
    const env: Environment = {
      ...options.env,
      PUBLIC_URL: options.env.PUBLIC_URL || `http://localhost:${config.PORT}`,
      ...(isWhole && !options.env.SIGNING_KEY_SECRET
        ? { SIGNING_KEY_SECRET: readOrCreateSecret(resolve(config.DATA_DIR), 'signing-key-secret') }
        : {}),
    }
    const started = await run({ services, isWhole, config, env, clock: options.clock ?? systemClock, log, cleanups })
    return { ...started, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface RunOptions {
  services: ServiceDefinition[]
  isWhole: boolean
  config: ProcessSettings
  env: Environment
  clock: Clock
  log: Log
  /** What has to be stopped, last first. */
  cleanups: (() => Promise<void>)[]
}

async function run({
  services,
  isWhole,
  config,
  env,
  clock: realClock,
  log,
  cleanups,
}: RunOptions): Promise<Omit<Running, 'stop'>> {
  const demoSeed = isWhole && config.DEMO_DATA === 'on' ? await prepareDemo(config, realClock) : undefined
  const clock = demoSeed?.clock ?? realClock
  const tls = internalTls(config)
  const connected = services.some(({ migrations }) => migrations) ? await connectDatabase(config, log) : noDatabase
  const { database, busUrl } = connected
  cleanups.push(() => connected.stop())
  const bus = await openBus(config, busUrl, log)
  cleanups.push(() => bus.close())
  const secret = config.INTERNAL_SECRET ?? ''
  const remote = isWhole
    ? noRemote
    : httpSend({ secret, ca: tls.ca, urlOf: (service) => urlOf(service, env, tls.ca ? 'https' : 'http') })
  cleanups.push(() => remote.close())
  const metrics = createMetrics()
  const runtime = await startServices({
    services,
    env,
    clock,
    log,
    bus,
    remote: remote.send,
    database,
    ...(await databaseProvisioning(services, database)),
    onJobRun: metrics.job,
    onEventBatch: metrics.eventBatch,
  })
  cleanups.push(() => runtime.stop())

  metrics.gauge('keyhold_dead_letters', 'Events in the dead-letter queues', () => runtime.deadLetters())
  metrics.gauge('keyhold_outbox_backlog', 'Events not published yet', () => runtime.backlog())
  addJobGauges(metrics, runtime)
  const withAdmin = env.SUPER_ADMIN_EMAIL === demoAdmin.email
  const demo = await demoSeed?.seed({ runtime, bus, withAdmin, log })

  const edge = services.some(({ name }) => name === 'gateway')
    ? await startEdge({ runtime, bus, env, clock, metrics, log })
    : undefined
  if (edge) cleanups.push(() => edge.stop())
  const app = edge?.app ?? serviceApp({ runtime, secret, metrics, log })
  // The gateway is called by a proxy that ends TLS.
  const listening = await listen(app, { port: config.PORT, host: config.HOST, tls: edge ? undefined : tls.own })
  cleanups.push(() => listening.drain())
  // Before draining: an open event stream would hold it up.
  cleanups.push(async () => edge?.closeStreams())
  log.info({ url: listening.url, services: runtime.names }, 'listening')
  return { url: listening.url, ...(demo ? { demo } : {}), tick: () => runtime.tick() }
}

/** The demo's records are made on days that are past: until they are, its clock is the one of all services. */
async function prepareDemo({ DATA_DIR: dataDir }: ProcessSettings, realClock: Clock) {
  const [{ isSeeded, seedDemo }, { storyClock }] = await Promise.all([
    import('./demo/seed-demo.ts'),
    import('./demo/story/clock.ts'),
  ])
  const clock = storyClock(realClock)
  if (isSeeded(dataDir)) clock.moveBack()
  return { clock, seed: (options: Omit<DemoOptions, 'clock' | 'dataDir'>) => seedDemo({ ...options, clock, dataDir }) }
}

async function openBus({ NATS_URL, NATS_CA }: ProcessSettings, databaseUrl: string, log: Log): Promise<Bus> {
  if (NATS_URL)
    return (await import('@keyhold/kit/messaging/bus-nats')).natsBus({ url: NATS_URL, caFile: NATS_CA, log })
  return (await import('@keyhold/kit/messaging/bus-local')).localBus({ url: databaseUrl, log })
}

type EdgeOptions = Parameters<typeof createEdge>[0]

async function startEdge({ env, ...options }: Omit<EdgeOptions, 'config'> & { env: Environment }) {
  const edge = await import('@keyhold/gateway/edge/edge')
  const { gatewayConfig } = await import('@keyhold/gateway/service')
  return edge.createEdge({ ...options, config: readConfig({ gateway: gatewayConfig }, env).gateway })
}

const urlOf = (service: string, env: Environment, scheme: string): string =>
  env[`SERVICE_URL_${service.toUpperCase()}`] ?? `${scheme}://${service}:8080`

/** Certificates for calls between processes; none of them where they go by plain HTTP. @throws BadConfig on a part without the others */
function internalTls({ INTERNAL_TLS_CERT: cert, INTERNAL_TLS_KEY: key, INTERNAL_TLS_CA: ca }: ProcessSettings) {
  if ((cert === undefined) !== (key === undefined) || (cert !== undefined && ca === undefined))
    throw new BadConfig(['INTERNAL_TLS_CERT: needs INTERNAL_TLS_KEY and INTERNAL_TLS_CA besides'])
  const read = (file: string) => readFileSync(file, 'utf8')
  return { own: cert && key ? { cert: read(cert), key: read(key) } : undefined, ca: ca && read(ca) }
}

const noRemote: { send: Send; close(): Promise<void> } = {
  send: (service) => refuse('unavailable', `The ${service} service does not run here.`),
  close: async () => {},
}

const noDatabase: ConnectedDatabase = { database: { urlOf: () => '' }, busUrl: '', stop: async () => {} }

/** One process has the owner's URL and makes databases for single landlords itself. They hold the schemas of all services. */
async function databaseProvisioning(
  services: ServiceDefinition[],
  database: RuntimeOptions['database'],
): Promise<Pick<RuntimeOptions, 'databases'>> {
  if (!('ownerUrl' in database) || services.every(({ name }) => name !== 'identity')) return {}
  return { databases: ownerDatabases({ ownerUrl: database.ownerUrl, services: await loadServices() }) }
}

/** Loads all code, so that it is in the compile cache: for building an image. */
async function compile(): Promise<void> {
  await Promise.all([
    loadServices(),
    import('@keyhold/gateway/edge/edge'),
    import('@keyhold/kit/messaging/bus-nats'),
    import('@keyhold/kit/messaging/bus-local'),
  ])
}

/** `node services/main.ts [compile | migrate | provision | dead-letters | check-books | service …]`. Stops cleanly on SIGTERM and SIGINT. */
export async function runFromCommandLine(argv: string[], env: Environment): Promise<void> {
  try {
    if (argv[0] === 'compile') return await compile()
    const starting = main({ argv, env })
    endOnSignal(starting)
    await starting
  } catch (error) {
    console.error(error instanceof BadConfig ? error.message : error)
    process.exit(1)
  }
}
