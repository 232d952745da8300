// `npm run dev`: Keyhold for development. Services restart when one of their files changes, the page reloads its
// modules in place, and both are at one address, the one that Vite listens on.
import { join } from 'node:path'
import { freePort } from '@keyhold/kit/lib/free-port'
import { onStop } from './lib/lifetime.ts'
import { localEnv } from './lib/local-env.ts'
import { root } from './lib/paths.ts'
import { usablePort } from './lib/ports.ts'
import { endAll, run } from './lib/run.ts'

const env = localEnv(process.env)
const port = await usablePort(env.PORT, env.HOST, 'npm run dev')
const apiPort = await freePort()
const url = `http://localhost:${port}`

onStop(() => void endAll().then(() => process.exit(0)))

const services = run('node', ['--watch', '--watch-preserve-output', 'services/main.ts'], {
  env: { ...definedOnly(env), PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: url },
})
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

function definedOnly(given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
