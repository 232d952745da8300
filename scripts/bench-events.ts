import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@keyhold/contracts/services'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { findNatsServer, startNats } from '@keyhold/kit/testing/nats'
import { measureBurst } from './lib/bench-burst.ts'
import { measureBus } from './lib/bench-bus.ts'
import { measureImport } from './lib/bench-import.ts'
import { oneProcess, processPerService } from './lib/wirings.ts'

// How fast events take effect: an import with its rents in both wirings, while another landlord works; then the buses alone.
// `--tenants=10000` `--only=import|bus|burst` `--wiring=one|many`

const settingOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const tenants = Number(settingOf('tenants') ?? 10_000)
const only = settingOf('only')

const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
const stops: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
const missed: string[] = []
/** Prints a figure beside its limit. */
function figure(what: string, value: string, holds: boolean): void {
  console.log(`${holds ? 'ok    ' : 'MISSED'} ${what}: ${value}`)
  if (!holds) missed.push(what)
}
console.log(`load of the machine before: ${loadavg()[0]?.toFixed(2)}`)
try {
  const isNatsHere = findNatsServer() !== undefined
  if (!isNatsHere) console.log('no nats-server on this machine: only the local bus is measured')
  if (only === undefined || only === 'import') {
    if (settingOf('wiring') !== 'many') {
      const postgres = await startPostgres({ dataDir: join(dir, 'postgres-one') })
      const one = await oneProcess(dir, { DATABASE_URL: postgres.url, DATABASE_ROLE_SECRET: 'bench' })
      stops.push(() => postgres.stop())
      try {
        await measureImport(one, { tenants, databaseUrl: postgres.url, figure })
      } finally {
        await one.stop()
      }
    }
    if (isNatsHere && settingOf('wiring') !== 'one') {
      const server = await startPostgres({ dataDir: join(dir, 'postgres-many') })
      stops.push(() => server.stop())
      const nats = await startNats({ services: serviceNames })
      stops.push(() => nats.stop())
      const many = await processPerService(dir, server.url, nats)
      try {
        await measureImport(many, { tenants, databaseUrl: server.url, figure })
      } finally {
        await many.stop()
      }
    }
  }
  if (only !== 'import') {
    const postgres = await startPostgres({ dataDir: join(dir, 'postgres-bus') })
    stops.push(() => postgres.stop())
    process.env.KEYHOLD_TEST_DATABASE_URL = postgres.url
    for (const wiring of isNatsHere ? (['local', 'nats'] as const) : (['local'] as const)) {
      await measureBurst(wiring, figure)
      if (only !== 'burst') await measureBus(wiring, figure)
    }
  }
} finally {
  for (const stop of stops.toReversed()) await stop()
}
console.log(missed.length > 0 ? `missed: ${missed.join('; ')}` : 'all figures hold')
process.exit(missed.length > 0 ? 1 : 0)
