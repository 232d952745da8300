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
import { connectDatabase } from './connect-database.ts'
import { type DemoAccount, demoAdmin } from './demo/accounts.ts'
import { endOnSignal } from './end-on-signal.ts'
import { operatorCommands } from './operator-commands.ts'
import { loadServices, parseServiceNames } from './registry.ts'
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
 * `dead-letters [replay <service> <id>]` lists the events in the dead-letter queues or retries one.
 * @throws BadConfig naming every missing or wrong setting
 */
export async function main(options: MainOptions): Promise<Running> {
  const cleanups: (() => Promise<void>)[] = []
  const command = operatorCommands[options.argv[0] ?? '']
  const names = command ? [] : parseServiceNames(options.argv)
  const services = await loadServices(names)
  const isWhole = names.length === serviceNames.length
  const { process: config } = readConfig(
    {
      process: isWhole || command ? processSettings : partialProcessSettings(services),
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
    // One process knows where it listens; several must be told where people find the site.
    const env: Environment = {
      ...options.env,
      PUBLIC_URL: options.env.PUBLIC_URL || `http://localhost:${config.PORT}`,
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
  clock,
  log,
  cleanups,
}: RunOptions): Promise<Omit<Running, 'stop'>> {
  const connected = await connectDatabase(config, log)
  const { database, busUrl } = connected
  cleanups.push(() => connected.stop())
  const bus = await openBus(config, busUrl, log)
  cleanups.push(() => bus.close())
  const secret = config.INTERNAL_SECRET ?? ''
  const remote = isWhole ? noRemote : httpSend({ secret, urlOf: (service) => urlOf(service, env) })
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
    ...(await databaseProvisioning(services, database, env)),
    onJobRun: metrics.job,
    onEventBatch: metrics.eventBatch,
  })
  cleanups.push(() => runtime.stop())

  metrics.gauge('keyhold_dead_letters', 'Events in the dead-letter queues', () => runtime.deadLetters())
  metrics.gauge('keyhold_outbox_backlog', 'Events not published yet', () => runtime.backlog())
  addJobGauges(metrics, runtime)
  const withAdmin = env.SUPER_ADMIN_EMAIL === demoAdmin.email
  const demo =
    isWhole && config.DEMO_DATA === 'on'
      ? await (
          await import('./demo/seed-demo.ts')
        ).seedDemo({ runtime, dataDir: config.DATA_DIR, withAdmin, clock, log })
      : undefined

  const edge = services.some(({ name }) => name === 'gateway')
    ? await startEdge({ runtime, bus, env, clock, metrics, log })
    : undefined
  if (edge) cleanups.push(() => edge.stop())
  const app = edge?.app ?? serviceApp({ runtime, secret, metrics, log })
  const listening = await listen(app, { port: config.PORT, host: config.HOST })
  cleanups.push(() => listening.drain())
  // Before draining: an open event stream would hold it up.
  cleanups.push(async () => edge?.closeStreams())
  log.info({ url: listening.url, services: runtime.names }, 'listening')
  return { url: listening.url, ...(demo ? { demo } : {}), tick: () => runtime.tick() }
}

async function openBus({ NATS_URL }: ProcessSettings, databaseUrl: string, log: Log): Promise<Bus> {
  if (NATS_URL) return (await import('@keyhold/kit/messaging/bus-nats')).natsBus({ url: NATS_URL, log })
  return (await import('@keyhold/kit/messaging/bus-local')).localBus({ url: databaseUrl, log })
}

type EdgeOptions = Parameters<typeof createEdge>[0]

async function startEdge({ env, ...options }: Omit<EdgeOptions, 'config'> & { env: Environment }) {
  const edge = await import('@keyhold/gateway/edge/edge')
  const { gatewayConfig } = await import('@keyhold/gateway/service')
  return edge.createEdge({ ...options, config: readConfig({ gateway: gatewayConfig }, env).gateway })
}

const urlOf = (service: string, env: Environment): string =>
  env[`SERVICE_URL_${service.toUpperCase()}`] ?? `http://${service}:8080`

const noRemote: { send: Send; close(): Promise<void> } = {
  send: (service) => refuse('unavailable', `The ${service} service does not run here.`),
  close: async () => {},
}

/** Databases for single landlords can be made where identity runs and the owner's URL is known. They hold the schemas of all services. */
async function databaseProvisioning(
  services: ServiceDefinition[],
  database: RuntimeOptions['database'],
  env: Environment,
): Promise<Pick<RuntimeOptions, 'databases'>> {
  const identity = services.find(({ name }) => name === 'identity')
  if (!identity) return {}
  const { PROVISION_DATABASE_URL } = readConfig({ identity: identity.config }, env).identity as {
    PROVISION_DATABASE_URL?: string
  }
  const ownerUrl = PROVISION_DATABASE_URL ?? ('ownerUrl' in database ? database.ownerUrl : undefined)
  return ownerUrl === undefined ? {} : { databases: ownerDatabases({ ownerUrl, services: await loadServices() }) }
}

/** `node services/main.ts [migrate | dead-letters | service …]`. Stops cleanly on SIGTERM and SIGINT. */
export async function runFromCommandLine(argv: string[], env: Environment): Promise<void> {
  try {
    const starting = main({ argv, env })
    endOnSignal(starting)
    await starting
  } catch (error) {
    console.error(error instanceof BadConfig ? error.message : error)
    process.exit(1)
  }
}
