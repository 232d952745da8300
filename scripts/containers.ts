// `npm run test:containers`: the unit and integration tests on the database that deployments use, PostgreSQL in a container of Testcontainers,
// in place of the embedded one. NATS stays a process of the tests' own: they kill it and bring it back on the same port and store.
// `npm run test:containers -- payments` runs only files whose path contains "payments".
import { execFileSync } from 'node:child_process'
import { findNatsServer } from '@keyhold/kit/testing/nats'
import { onStop } from './lib/lifetime.ts'
import { endAll } from './lib/run.ts'
import { runVitest } from './lib/vitest.ts'

const image = 'postgres:18.4'
const suiteMs = 8 * 60_000
// The data is thrown away: no need to wait for a disk. Every test file has a database and pools of its own, hence the connections.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

if (!hasDocker()) {
  console.log('No Docker here (`docker info` has to work): the tests were not run in containers.')
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

// Loaded now: without Docker nothing of it is needed.
const { GenericContainer, Wait } = await import('testcontainers')
const password = 'only-on-this-machine'
const started = performance.now()
const postgres = await new GenericContainer(image)
  .withEnvironment({ POSTGRES_PASSWORD: password })
  .withCommand(['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])])
  .withExposedPorts(5432)
  // The server that runs the image's first set-up says so, too.
  .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
  .withStartupTimeout(120_000)
  .start()

let stopped = false
onStop(() => {
  stopped = true
  void endAll()
})

try {
  const url = `postgres://postgres:${password}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`
  const nats = findNatsServer()
  console.log(
    `${image} is up after ${((performance.now() - started) / 1000).toFixed(1)} s; ${nats ? `NATS: ${nats}` : 'no nats-server found, so not on NATS'}`,
  )
  const outcome = await runVitest(['node'], suiteMs, {
    filters: process.argv.slice(2),
    env: { KEYHOLD_TEST_DATABASE_URL: url, ...(nats ? { NATS_SERVER: nats } : {}) },
  })
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`)
  console.log(
    `${outcome.passed} passed, ${outcome.failed} failed${outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''}`,
  )
  process.exitCode = outcome.failed > 0 || stopped ? 1 : 0
} finally {
  await postgres.stop()
}

function hasDocker(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
