import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../lib/free-port.ts'
import { natsConfig, natsUserOf } from '../messaging/nats-rights.mjs'
import { selfSignedCertificate } from './certificate.ts'
import { until } from './wait.ts'

/** Path of a `nats-server` of version 2.12 or later: `$NATS_SERVER`, the PATH, or where Debian puts it. Undefined when there is none. */
export function findNatsServer(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const places = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  return [env.NATS_SERVER, ...places.map((place) => join(place, 'nats-server'))].find(
    (path) => path !== undefined && path !== '' && executable(path) && isRecent(path),
  )
}

/** The bus gives each partition to one replica by the broker's pinned consumers, and changes their filters. */
function isRecent(binary: string): boolean {
  const version = /v(\d+)\.(\d+)/.exec(spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout ?? '')
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])]
  return major > 2 || (major === 2 && minor >= 12)
}

export interface RunningNats {
  /** Of the owner, who may do everything. */
  url: string
  /** With the rights of one of the services that it was started with. */
  urlOf: (service: string) => string
  /** File with the server's certificate, where it has one. */
  caFile?: string
  /** Kills the broker without a warning; its store stays. */
  down: () => Promise<void>
  /** Starts it again on the same port and store. */
  up: () => Promise<void>
  /** Stops it and removes the store. */
  stop: () => Promise<void>
}

/**
 * A real broker with JetStream, on a free loopback port and a temp folder, with the users and rights that docker-compose.yml gives it. Throws when there
 * is no recent `nats-server`.
 */
export async function startNats({
  services = [],
  tls = false,
}: { services?: readonly string[]; tls?: boolean } = {}): Promise<RunningNats> {
  const binary = findNatsServer()
  if (binary === undefined) throw new Error('No nats-server 2.12 or later found: put it on the PATH or set NATS_SERVER')
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-nats-'))
  const port = await freePort()
  const config = join(folder, 'nats.conf')
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  if (tls)
    for (const [name, text] of Object.entries(selfSignedCertificate())) writeFileSync(files[name as 'cert'], text)
  writeFileSync(
    config,
    natsConfig(
      services,
      `host: 127.0.0.1
port: ${port}
jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))}, max_mem: 64M, max_file: 1G }
${tls ? `tls { cert_file: ${JSON.stringify(files.cert)}, key_file: ${JSON.stringify(files.key)} }` : ''}`,
    ),
  )
  const passwords = Object.fromEntries(
    ['owner', ...services].map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, passwordOf(user)]),
  )
  let child: ChildProcess | undefined
  const killAtExit = () => void child?.kill('SIGKILL')
  process.once('exit', killAtExit)

  async function up(): Promise<void> {
    const server = spawn(binary as string, ['-c', config], { stdio: 'ignore', env: passwords })
    child = server
    await until(() => answers(port), { what: `nats-server on port ${port}` })
  }
  async function down(): Promise<void> {
    const server = child
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  }
  const urlOf = (user: string, name: string) =>
    `${tls ? 'tls' : 'nats'}://${user}:${passwordOf(name)}@127.0.0.1:${port}`
  await up()
  return {
    url: urlOf('owner', 'owner'),
    urlOf: (service) => urlOf(natsUserOf(service), service),
    ...(tls ? { caFile: files.cert } : {}),
    up,
    down,
    stop: async () => {
      await down()
      process.removeListener('exit', killAtExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const passwordOf = (user: string) => `of-${user}`

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false)) // the server greets with INFO
    socket.once('close', () => resolve(false))
  })
}
