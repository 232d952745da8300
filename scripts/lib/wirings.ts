import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@keyhold/contracts/services'
import { freePort } from '@keyhold/kit/lib/free-port'
import { rolePassword } from '@keyhold/kit/database/service-roles'
import { serviceUrl } from '@keyhold/kit/database/migrate'
import type { RunningNats } from '@keyhold/kit/testing/nats'
import { s3Place } from '@keyhold/kit/testing/blob-stores'
import { type Client, createClient } from '../../services/testing/product.ts'

// The product in processes of its own, for scripts that kill them or measure them.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const roleSecret = 'role-secret'

export interface Account {
  email: string
  password: string
  userType: 'landlord'
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Polls until the condition holds. @throws when it does not within `ms` */
export async function until(what: string, condition: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(100))
    if (await condition().catch(() => false)) return
  throw new Error(`waited in vain for ${what}`)
}

/** The product, running in one process or in a process per service. */
export interface Wiring {
  name: string
  url: string
  /** Addresses of its processes. */
  processes: string[]
  start(): Promise<void>
  /** kill -9 of everything that is ours, or of one service's process. */
  kill(): Promise<void>
  /** kill -9 of one service's process, which is then started again. Where services have processes of their own. */
  killOne?(name: string): Promise<void>
  /** Of the one process. */
  pid?(): number | undefined
  stop(): Promise<void>
}

/** Starts the product. What the process logs goes into a file of its name in `dir`. */
function run(dir: string, args: string[], env: Record<string, string>): ChildProcess {
  const log = openSync(logOf(dir, args[0] ?? 'all'), 'a')
  const child = spawn(process.execPath, ['services/main.ts', ...args], {
    cwd: repository,
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '200000',
      SIGNUPS_PER_HOUR: '0',
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

const logOf = (dir: string, name: string) => join(dir, `${name}.log`)
const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))
const ready = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then((response) => response.ok)

/** All services in one process, on an embedded database unless `env` names another. */
export async function oneProcess(dir: string, env: Record<string, string> = {}): Promise<Wiring> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async () => {
    child = run(dir, [], { ...env, DATA_DIR: join(dir, 'data'), PORT: String(port) })
    await until('the process', () => ready(url))
  }
  return {
    name: 'one process',
    url,
    processes: [url],
    start,
    pid: () => child.pid,
    async kill() {
      child.kill('SIGKILL')
      await ended(child)
      await start()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

/** Each service in a process of its own, with its own role at the database and its own user at the broker, which was started with all services. */
export async function processPerService(dir: string, ownerUrl: string, nats: RunningNats): Promise<Wiring> {
  const secret = 'an-internal-secret-of-32-characters-or-more'
  const ports = Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const)),
  )
  const urls = Object.fromEntries(
    serviceNames.map((name) => [`SERVICE_URL_${name.toUpperCase()}`, `http://127.0.0.1:${ports[name]}`]),
  )
  const children = new Map<string, ChildProcess>()
  // Photos have to lie where every process finds them.
  const files = await s3Place()
  const migrate = run(dir, ['migrate'], { DATABASE_URL: ownerUrl, DATABASE_ROLE_SECRET: roleSecret })
  await ended(migrate)
  if (migrate.exitCode !== 0)
    throw new Error(`the databases could not be made: ${readFileSync(logOf(dir, 'migrate'), 'utf8').slice(-4000)}`)
  const url = `http://127.0.0.1:${ports.gateway}`
  const startOne = (name: string) =>
    children.set(
      name,
      run(dir, [name], {
        ...urls,
        ...files.env,
        NATS_URL: nats.urlOf(name),
        INTERNAL_SECRET: secret,
        ...(name === 'identity' ? { SIGNING_KEY_SECRET: secret } : {}),
        PUBLIC_URL: url,
        PORT: String(ports[name]),
        ...(name === 'gateway' ? {} : { DATABASE_URL: serviceUrl(ownerUrl, name, rolePassword(roleSecret, name)) }),
      }),
    )
  const allReady = async () => {
    let missing: string[] = []
    const areReady = async () => {
      const answers = await Promise.all(
        serviceNames.map((name) => ready(`http://127.0.0.1:${ports[name]}`).catch(() => false)),
      )
      missing = serviceNames.filter((_, index) => !answers[index])
      return missing.length === 0
    }
    await until('the processes', areReady, 90_000).catch((error: unknown) => {
      const last = missing.map(
        (name) =>
          `${name} (exit code ${children.get(name)?.exitCode}): ${readFileSync(logOf(dir, name), 'utf8').slice(-2000)}`,
      )
      throw new Error(`not ready within 90 s: ${last.join('\n')}`, { cause: error })
    })
  }
  const startProvisioning = () =>
    children.set(
      'provision',
      run(dir, ['provision'], { DATABASE_URL: ownerUrl, DATABASE_ROLE_SECRET: roleSecret, NATS_URL: nats.url }),
    )
  return {
    name: 'a process per service',
    url,
    processes: serviceNames.map((name) => `http://127.0.0.1:${ports[name]}`),
    async start() {
      startProvisioning()
      for (const name of serviceNames) startOne(name)
      await allReady()
    },
    async kill() {
      const victims = serviceNames.filter(() => randomInt(2) === 0)
      for (const name of victims) children.get(name)?.kill('SIGKILL')
      await Promise.all(victims.map((name) => ended(children.get(name) as ChildProcess)))
      for (const name of victims) startOne(name)
      await allReady()
    },
    async killOne(name) {
      children.get(name)?.kill('SIGKILL')
      await ended(children.get(name) as ChildProcess)
      startOne(name)
      await allReady()
    },
    async stop() {
      for (const child of children.values()) child.kill('SIGTERM')
      await Promise.all([...children.values()].map(ended))
      await files.stop()
    },
  }
}

/** Signs a landlord in, and up before where there is none of that address. */
export async function signIn(url: string, account: Account): Promise<Client> {
  const client = createClient(url)
  const headers = { 'content-type': 'application/json' }
  await client.fetch('/api/auth/signup', {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...account, firstName: 'Cora', lastName: 'Landlord', phone: '+1 555 010 0100' }),
  })
  const answer = await client.fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(account) })
  if (!answer.ok) throw new Error(`could not sign in: ${await answer.text()}`)
  return client
}
