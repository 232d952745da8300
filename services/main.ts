import '../scripts/fast-drizzle.mjs'
import module from 'node:module'
import v8 from 'node:v8'
import vm from 'node:vm'

// Types are stripped and code is compiled once for all processes of this machine, not in each of them.
module.enableCompileCache()
// A start leaves some 60 MB of garbage, which an idle process would keep: it is started with small heaps, and cleaned up once it is up.
// Seeding the demo leaves far more, and takes several times as long with small heaps.
if (import.meta.main && process.env.DEMO_DATA !== 'on') v8.setFlagsFromString('--optimize-for-size')

// The hook above has to stand before Drizzle is looked up, hence the import at run time: it saves 0.35 s and 200 MB a process.
const { main, runFromCommandLine } = await import('./app.ts')
export { main }

if (import.meta.main) {
  await runFromCommandLine(process.argv.slice(2), process.env)
  module.flushCompileCache()
  collectGarbage()
  v8.setFlagsFromString('--no-optimize-for-size')
}

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  collect()
  v8.setFlagsFromString('--no-expose-gc')
}
