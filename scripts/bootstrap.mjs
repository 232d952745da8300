// Runs a script on the Node that package-lock.json pins, installing first when node_modules is not what the lockfile says.
// Needs nothing but some Node and npm:   node scripts/bootstrap.mjs scripts/start.ts [arguments]
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
// By its package, not by node_modules/.bin/node: several packages bring a bin of that name, and some npm 10 then links none.
const nodePackages = ['node', 'node-bin'].map((name) =>
  join(root, 'node_modules', `${name}-${process.platform}-${process.arch}`, 'bin'),
)
const pinnedNode = () => nodePackages.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
const cache = join(root, '.cache')

// npm ci deletes node_modules, and `npm start` puts node_modules/.bin first: npm has to run on a Node from elsewhere.
const outsidePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder && !folder.includes(join('node_modules', '.bin')))
  .join(delimiter)

const say = (text) => console.error(`[bootstrap] ${text}`)
const readPackages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages

/** Why node_modules is not what package-lock.json says, or '' when it is. */
function staleness() {
  if (!pinnedNode()) return 'node_modules is missing or incomplete'
  let wanted, installed
  try {
    wanted = readPackages('package-lock.json')
    installed = readPackages('node_modules/.package-lock.json')
  } catch {
    return 'node_modules is incomplete'
  }
  for (const [path, want] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const have = installed[path]
    // What is optional may be for another platform, and then it is rightly absent.
    if (!have && (want.optional || want.devOptional)) continue
    if (!have) return `${path} is missing`
    if (have.version !== want.version || (have.integrity && want.integrity && have.integrity !== want.integrity))
      return `${path} changed`
  }
  const extra = Object.keys(installed).find((path) => path.startsWith('node_modules/') && !wanted[path])
  return extra ? `${extra} is no longer needed` : ''
}

/**
 * Runs a command to its end, passing our signals on; ends it when npm, our parent, was killed without telling us.
 * `patience`: milliseconds that it then has before it is killed.
 */
function run(command, args, { env, stdio = 'inherit', patience }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, env })
    const forward = (signal) => {
      child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), patience).unref()
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent || !process.env.npm_lifecycle_event) return
      clearInterval(watch)
      forward('SIGTERM')
    }, 500)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

async function npmCi(path) {
  // No install scripts: nothing here needs them, and npm runs them or not depending on its version and the user's settings.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // npm finishes what it unpacks before it heeds a signal; half an install is found and made good the next time.
  const code = await run('npm', args, { env: { ...process.env, PATH: path }, patience: 2000 }).catch((error) => {
    say(`npm could not be started (${error.code}): it has to be on the PATH`)
    return 1
  })
  if (code) {
    say(`npm ci failed (${code}); the lines above say why`)
    process.exit(code)
  }
}

const fits = (wanted, own) => wanted === undefined || [wanted].flat().includes(own)

/** Optional packages made for this platform that are not there. npm drops those that it failed to fetch, and those whose "engines" refuse its Node, without a word. */
function droppedPackages() {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.entries(readPackages('package-lock.json'))
    .filter(([, { optional, os, cpu }]) => optional && (os || cpu))
    .filter(
      ([, { os, cpu, libc: made }]) =>
        fits(os, process.platform) && fits(cpu, process.arch) && (process.platform !== 'linux' || fits(made, libc)),
    )
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)))
}

async function install(why) {
  say(`${why}: npm ci (a minute or so the first time)`)
  await npmCi(outsidePath)
  const dropped = droppedPackages()
  if (dropped.length > 0) {
    say(`npm left out ${dropped.join(', ')}; once more`)
    const copy = join(cache, `node-${process.pid}`)
    const pinned = pinnedNode()
    if (pinned) {
      // On a copy of the pinned Node, which every package accepts: npm ci deletes the original.
      mkdirSync(copy, { recursive: true })
      copyFileSync(pinned, join(copy, 'node'))
    }
    await npmCi(copy + delimiter + outsidePath)
    rmSync(copy, { recursive: true, force: true })
  }
  if (!pinnedNode()) {
    say(
      `npm brought no Node for ${process.platform} ${process.arch}: not among the optionalDependencies of package.json, or not to be had just now`,
    )
    process.exit(1)
  }
}

/** Whether the process that wrote the lock still installs; ten minutes are too long, so its number belongs to another by then. */
function isHeld(lock) {
  try {
    return Date.now() - statSync(lock).mtimeMs < 600_000 && process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two installs at once would delete each other's files: the second one (`npm test` beside `npm start`) waits. */
async function alone(work) {
  const lock = join(cache, 'installing')
  mkdirSync(cache, { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isHeld(lock)) await wait(500)
      else rmSync(lock, { force: true })
    }
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  await work()
  rmSync(lock, { force: true })
}

if (staleness()) {
  await alone(async () => {
    const why = staleness()
    if (why) await install(why)
  })
}
const node = pinnedNode()
const env = {
  NODE_COMPILE_CACHE: join(cache, 'node'),
  ...process.env,
  PATH: [dirname(node), bin, outsidePath].join(delimiter),
}
// The channel tells the script when this process is gone, even by kill -9.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exit(
  await run(node, process.argv.slice(2), { env, stdio, patience: 30_000 }).catch((error) => {
    say(`the pinned Node does not start: ${error.message}`)
    return 1
  }),
)
