// `npm start`: the whole of Keyhold in one process on this machine, with demo data. docs/operations.md lists the settings.
import type { main as Main } from '../services/main.ts'
import { onStop } from './lib/lifetime.ts'
import { localEnv } from './lib/local-env.ts'
import { buildPage } from './lib/page.ts'
import { exitWith, usablePort } from './lib/ports.ts'
import { endAll } from './lib/run.ts'

type Running = Awaited<ReturnType<typeof Main>>

const stopWithinMs = 20_000
const env = localEnv(process.env)

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
  // While it is still starting, the code below sees `stopping` and calls this again.
  if (!running) return
  await running.stop()
  process.exit(0)
}

function banner({ url, demo = [] }: Running): string {
  const lines = [`Keyhold is ready: ${url}`]
  if (demo.length > 0) {
    const width = Math.max(...demo.map((account) => account.email.length))
    const accounts = demo.map(
      ({ email, password, role }) => `  ${email.padEnd(width)}  ${password}  (${role.replace('_', ' ')})`,
    )
    lines.push('', 'Sign in as', ...accounts)
  }
  if (env.DEV_OUTBOX === 'on') lines.push('', `Texts and mails are not sent; read them at ${url}/dev/outbox`)
  return ['', ...lines, '', 'Ctrl-C stops it.', ''].join('\n')
}

const port = await usablePort(env.PORT, env.HOST, 'npm start')
if ((await buildPage()) !== 0) process.exit(stopping ? 0 : 1)
if (stopping) process.exit(0)

const { main } = await import('../services/main.ts')
try {
  running = await main({ argv: process.argv.slice(2), env })
} catch (error) {
  if (stopping) process.exit(0)
  const problem = error as NodeJS.ErrnoException
  if (problem.code === 'EADDRINUSE') exitWith(`Port ${port} is in use by another program: PORT=${port + 1} npm start`)
  console.error(error)
  exitWith('Keyhold could not start; the lines above say why.')
}
if (stopping) await stop()
console.log(banner(running))
