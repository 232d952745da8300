// Runs a script on the Node that package-lock.json pins, installing first when node_modules is not what the lockfile says.
// Needs nothing but some Node and npm:   node scripts/bootstrap.mjs scripts/start.ts [arguments]
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const pinnedNode = join(bin, 'node')
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
  if (!existsSync(pinnedNode)) return 'node_modules is missing or incomplete'
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
    if (have.version !== want.version || (have.integrity && want.integrity && have.integrity !== want.integrity)) return `${path} changed`
  }
  const extra = Object.keys(installed).find((path) => path.startsWith('node_modules/') && !wanted[path])
  return extra ? `${extra} is no longer needed` : ''
}

/** Runs a command to its end, passing our signals on; ends it when npm, our parent, was killed without telling us. */
function run(command, args, env, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, env })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const parent = process.ppid
    const watch = process.env.npm_lifecycle_event && setInterval(() => process.ppid === parent || abandon(), 500)
    let abandoned = false
    function abandon() {
      if (abandoned) return
      abandoned = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    }
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
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run('npm', args, { ...process.env, PATH: path }).catch((error) => {
    say(`npm could not be started (${error.code}): it has to be on the PATH`)
    return 1
  })
  if (code) {
    say(`npm ci failed (${code}); the lines above say why`)
    process.exit(code)
  }
}

async function install(why) {
  say(`${why}: npm ci (a minute or so the first time)`)
  await npmCi(outsidePath)
  if (!existsSync(pinnedNode)) {
    say(`no Node for ${process.platform} ${process.arch} among the optionalDependencies of package.json`)
    process.exit(1)
  }
  // npm leaves out native packages whose "engines" refuse the Node it runs on, without a word: install again on the pinned one.
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    const copy = join(cache, `node-${process.pid}`)
    mkdirSync(copy, { recursive: true })
    copyFileSync(pinnedNode, join(copy, 'node'))
    say(`once more on the pinned Node, since ${process.version} is older than some packages allow`)
    await npmCi(copy + delimiter + outsidePath)
    rmSync(copy, { recursive: true, force: true })
  }
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
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
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (holder && isAlive(holder)) await wait(500)
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
const env = { NODE_COMPILE_CACHE: join(cache, 'node'), ...process.env, PATH: bin + delimiter + outsidePath }
// The channel tells the script when this process is gone, even by kill -9.
process.exit(
  await run(pinnedNode, process.argv.slice(2), env, ['inherit', 'inherit', 'inherit', 'ipc']).catch((error) => {
    say(`the pinned Node does not start: ${error.message}`)
    return 1
  }),
)
