import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../lib/free-port.ts'
import { accountFor, findBinaries, keepPassword, prepareDataDir } from './postgres-files.ts'
import { claim, clearLeftovers, pidIn, readText } from './postgres-process.ts'

export interface RunningPostgres {
  /** With the superuser, on 127.0.0.1. */
  url: string
  port: number
  /** Shuts the server down, closing open connections, and resolves when it has exited. */
  stop: () => Promise<void>
}

export interface PostgresOptions {
  /** `<dataDir>.password` (0600), `<dataDir>.lock` and, by default, `<dataDir>.log` are written next to it. */
  dataDir: string
  /** 0 (the default) picks a free one. */
  port?: number
  /** Path of the server's log. */
  log?: string
  /** Settings that override ours. */
  flags?: Record<string, string | number>
}

const modest = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // TCP only: sockets can go stale, and their paths are limited in length
  max_connections: 300,
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  io_method: 'sync', // the default starts three more processes
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts the embedded PostgreSQL 18 on a data directory, which is created at the first start. Cleans up after a launcher or server
 * that was killed, and restarts a server that dies.
 * @throws Error when another launcher uses the directory, or when the server does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const path = resolve(options.dataDir)
  const lock = `${path}.lock`
  mkdirSync(dirname(path), { recursive: true })
  claim(
    lock,
    (pid) => `Another Keyhold (process ${pid}) runs the database in ${path}: stop it first, or set another DATA_DIR`,
  )
  try {
    return await launch(path, lock, options)
  } catch (error) {
    rmSync(lock, { force: true })
    throw error
  }
}

async function launch(path: string, lock: string, options: PostgresOptions): Promise<RunningPostgres> {
  const account = accountFor(path)
  const native = findBinaries(account)
  const { password, isNew } = keepPassword(`${path}.password`)
  const hadData = existsSync(join(path, 'PG_VERSION'))
  const dataDir = prepareDataDir(path, native, account, password, options.flags?.fsync !== 'off')
  const log = options.log ?? `${path}.log`
  const place = { ...account, cwd: dataDir, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } }
  await clearLeftovers(dataDir)
  if (hadData && isNew) resetPassword(password, { native, dataDir, path, place })

  let port = options.port || Number(options.flags?.port) || 0
  const chosen = port === 0
  let stopping = false
  let reviving: Promise<void> | undefined
  let child: ChildProcess | undefined
  for (let attempt = 1; !child; attempt++) {
    if (chosen) port = await freePort()
    try {
      child = await run()
    } catch (error) {
      if (!chosen || attempt === 5 || !/could not bind|in use/.test(String(error))) throw error
    }
  }
  const signalAtExit = () => void child?.kill('SIGINT')
  process.once('exit', signalAtExit)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    stop: async () => {
      stopping = true
      child?.kill('SIGINT')
      const late = setTimeout(() => child?.kill('SIGQUIT'), 15_000)
      await gone(child)
      await reviving
      clearTimeout(late)
      process.removeListener('exit', signalAtExit)
      rmSync(lock, { force: true })
    },
  }

  /** Starts one server process and waits until it accepts connections. */
  async function run(): Promise<ChildProcess> {
    const settings = { ...modest, ...options.flags, port }
    const out = openSync(log, 'a', 0o600)
    const from = statSync(log).size
    // Detached, so that Ctrl-C reaches this process only, which stops the server last.
    const args = ['-D', dataDir, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
    const server = spawn(join(native, 'bin/postgres'), args, { ...place, stdio: ['ignore', out, out], detached: true })
    closeSync(out)
    const failed = new Promise<never>((_, reject) => server.once('error', reject))
    failed.catch(() => {})
    const pidFile = join(dataDir, 'postmaster.pid')
    while (pidIn(pidFile) !== server.pid || readText(pidFile).split('\n')[7]?.trim() !== 'ready') {
      if (isGone(server)) throw new Error(`Postgres did not start: ${readText(log).slice(from).trim() || `see ${log}`}`)
      await Promise.race([sleep(10), failed])
    }
    server.once('exit', () => {
      reviving = revive()
    })
    return server
  }

  async function revive(): Promise<void> {
    for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
      await sleep(wait)
      if (stopping) return
      try {
        await clearLeftovers(dataDir)
        child = await run()
        if (!stopping) return
        child.kill('SIGINT')
        await gone(child)
      } catch {
        // The server's log has the reason; the port may be free at the next attempt.
      }
    }
  }
}

interface PasswordOptions {
  native: string
  dataDir: string
  path: string
  place: { cwd: string; env: NodeJS.ProcessEnv }
}

/** Sets a new password after the password file was deleted: single-user mode needs none. */
function resetPassword(password: string, { native, dataDir, path, place }: PasswordOptions): void {
  const { status, stderr } = spawnSync(join(native, 'bin/postgres'), ['--single', '-D', dataDir, 'postgres'], {
    ...place,
    input: `alter role postgres password '${password}'\n`,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The password of ${path} is lost and could not be reset: ${stderr}`)
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function gone(child: ChildProcess | undefined): Promise<void> {
  if (child && !isGone(child)) await new Promise<void>((done) => child.once('exit', () => done()))
}
