// `npm start`: the whole of Keyhold in one process on this machine, with demo data. See docs/operations.md for the settings.
import { createServer } from 'node:net'
import { onStop } from './lib/lifetime.ts'
import { buildPage } from './lib/page.ts'
import { endAll } from './lib/run.ts'
import type { main as Main } from '../services/main.ts'
import { demoAdmin } from '../services/demo/accounts.ts'

type Running = Awaited<ReturnType<typeof Main>>

const stopWithinMs = 20_000
// The unsafe conveniences are switched on here, by name; a service or an image never assumes them.
// The log is for operators: a person who tries Keyhold gets the banner, warnings and errors.
const defaults = { PORT: '8080', DATA_DIR: '.data', DEMO_DATA: 'on', DEV_OUTBOX: 'on', LOG_LEVEL: 'warn' }
const given = Object.entries(process.env).filter(([, value]) => value !== '')
const env: Record<string, string | undefined> & typeof defaults = { ...defaults, ...Object.fromEntries(given) }
// The demo has an administrator too, unless somebody else is named.
if (env.DEMO_DATA === 'on' && !Object.keys(env).some((name) => name.startsWith('SUPER_ADMIN_')))
  Object.assign(env, {
    SUPER_ADMIN_EMAIL: demoAdmin.email,
    SUPER_ADMIN_NAME: `${demoAdmin.firstName} ${demoAdmin.lastName}`,
    SUPER_ADMIN_PHONE: demoAdmin.phone,
  })

let running: Running | undefined
let stopping = false

onStop((why) => {
  stopping = true
  console.log(`\nstopping (${why})`)
  setTimeout(() => {
    console.error(`did not stop within ${stopWithinMs / 1000} s`)
    process.exit(1)
  }, stopWithinMs).unref()
  void stop()
})

async function stop(): Promise<void> {
  await endAll()
  // Still starting: the start below sees `stopping` and comes back here.
  if (!running) return
  await running.stop()
  process.exit(0)
}

function fail(sentence: string): never {
  console.error(`\n${sentence}`)
  process.exit(1)
}

function isFree(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

function banner({ url, demo = [] }: Running): string {
  const lines = [`Keyhold is ready: ${url}`]
  if (demo.length > 0) {
    const width = Math.max(...demo.map((account) => account.email.length))
    lines.push(
      '',
      'Sign in as',
      ...demo.map(
        (account) => `  ${account.email.padEnd(width)}  ${account.password}  (${account.role.replace('_', ' ')})`,
      ),
    )
  }
  if (env.DEV_OUTBOX === 'on') lines.push('', `Texts and mails it would have sent: ${url}/dev/outbox`)
  return ['', ...lines, '', 'Ctrl-C stops it.', ''].join('\n')
}

const port = Number(env.PORT)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`PORT has to be a number from 0 to 65535, not "${env.PORT}".`)
if (!(await isFree(port, env.HOST)))
  fail(`Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`)
if ((await buildPage()) !== 0) process.exit(stopping ? 0 : 1)
if (stopping) process.exit(0)

const { main } = await import('../services/main.ts')
try {
  running = await main({ argv: process.argv.slice(2), env })
} catch (error) {
  if (stopping) process.exit(0)
  const problem = error as NodeJS.ErrnoException
  if (problem.code === 'EADDRINUSE') fail(`Port ${port} is taken by another program: PORT=${port + 1} npm start`)
  console.error(error)
  fail('Keyhold could not start; the lines above say why.')
}
if (stopping) await stop()
console.log(banner(running))
