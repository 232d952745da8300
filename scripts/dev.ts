// `npm run dev`: Keyhold for development. Services restart when one of their files changes, the page reloads its
// modules in place, and both are at one address, the one that Vite listens on.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@keyhold/kit/lib/free-port'
import { onStop } from './lib/lifetime.ts'
import { localEnv } from './lib/local-env.ts'
import { root } from './lib/paths.ts'
import { usablePort } from './lib/ports.ts'
import { endAll, run } from './lib/run.ts'
import { watchSources } from './lib/watch-sources.ts'

const env = localEnv(process.env)
const port = await usablePort(env.PORT, env.HOST, 'npm run dev')
const apiPort = await freePort()
const url = `http://localhost:${port}`

let isStopping = false
onStop(() => {
  isStopping = true
  void endAll().then(() => process.exit(0))
})

const services = runServices()
const page = run('vite', ['--port', String(port), '--strictPort', '--clearScreen', 'false'], {
  cwd: join(root, 'web'),
  env: { API_URL: `http://127.0.0.1:${apiPort}` },
})
console.log(
  `\n${url} shows the page once both are up. Accounts of the demo: ${env.DATA_DIR}/demo.json. Ctrl-C stops it.\n`,
)
const code = await Promise.race([services, page])
await endAll()
process.exit(code)

/** Runs the services, and again whenever one of their sources changed. */
async function runServices(): Promise<number> {
  let restart = new AbortController()
  watchSources(
    ['services', 'packages'].map((folder) => join(root, folder)),
    () => restart.abort(),
  )
  for (;;) {
    const exitCode = await run('node', ['services/main.ts'], {
      env: { ...definedOnly(env), PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: url },
      signal: restart.signal,
    })
    if (isStopping) return exitCode
    if (!restart.signal.aborted) {
      console.log(`\nThe services ended with ${exitCode}; they start again when one of their sources changes.`)
      await once(restart.signal, 'abort')
    }
    console.log('\nA source changed: the services start again.')
    // Several files are often written at once.
    await wait(100)
    restart = new AbortController()
  }
}

function definedOnly(given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
