// `npm run format`: formats the sources and rewrites what is generated from them, so that a check in CI finds nothing to say.
import { run } from './lib/run.ts'

for (const args of [['scripts/settings.ts'], ['scripts/spec-coverage.ts'], ['scripts/lock-clean.ts']]) {
  const code = await run('node', args)
  if (code !== 0) process.exit(code)
}
process.exitCode = await run('oxfmt', ['.'])
