// `npm run db:generate -- <service> <name>`: a migration from the difference between a service's schema and its last snapshot.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.ts'
import { run } from './lib/run.ts'

const [service = '', name = ''] = process.argv.slice(2)
const folder = join(root, 'services', service)
if (!name || !existsSync(join(folder, 'drizzle.config.ts'))) {
  console.error('Say which service and what changes: npm run db:generate -- properties pets_allowed')
  process.exit(2)
}
process.exitCode = await run('drizzle-kit', ['generate', '--name', name], { cwd: folder })
