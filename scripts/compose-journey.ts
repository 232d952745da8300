// `npm run test:compose`: the journeys of e2e/ through docker-compose.yml, one container per service, and a service that goes away and comes back.
// Everything is its own: project, volumes, secrets, image and port. Nothing of a deployment that runs here is touched.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { serviceNames } from '@keyhold/contracts/services'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { login, signup } from '@keyhold/contracts/identity/accounts'
import { freePort } from '@keyhold/kit/lib/free-port'
import { type Client, createClient } from '../services/testing/product.ts'
import { completeEnv, writeNatsSettings } from './compose-env.mjs'
import { onStop } from './lib/lifetime.ts'
import { root, toolEnv } from './lib/paths.ts'
import { endAll, run } from './lib/run.ts'
import type { Outcome } from './lib/steps.ts'
import { runVitest } from './lib/vitest.ts'

const buildMs = 6 * 60_000
const journeysMs = 4 * 60_000
const conformanceMs = 2 * 60_000

if (!hasDocker()) {
  console.log(
    'No Docker here (`docker compose version` and `docker info` have to work): the compose wiring was not tried.',
  )
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

let passed = 0
let failed = 0
const started = performance.now()
function check(what: string, holds: boolean, detail = ''): void {
  if (holds) passed += 1
  else failed += 1
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${holds ? '✓' : '✗'} ${what} (after ${seconds} s)${detail ? `: ${detail}` : ''}`)
}

const project = `keyhold-journey-${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'keyhold-compose-'))
const envFile = join(folder, 'env')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = {
  PORT: `${port}`,
  PUBLIC_URL: url,
  DEV_OUTBOX: 'on',
  SIGNUPS_PER_HOUR: '0',
  TEST_CARDS: 'on',
  DEMO_DATA: 'off',
  KEYHOLD_IMAGE: 'keyhold-journey',
  LOG_LEVEL: 'warn',
}
// Secrets of its own and no .env of a real deployment: a journey must not text or mail anybody.
writeFileSync(
  envFile,
  `${completeEnv('')}${Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}`,
  { mode: 0o600 },
)

// The same for every deployment: it holds no password.
writeNatsSettings()

// MinIO is nobody's business outside; here the blob stores' conformance suite has to reach it.
const portsFile = join(folder, 'ports.yml')
writeFileSync(portsFile, "services:\n  minio:\n    networks: [back, front]\n    ports: ['127.0.0.1::9000']\n")
const about = [
  'compose',
  '--project-name',
  project,
  '--env-file',
  envFile,
  '--file',
  'docker-compose.yml',
  '--file',
  portsFile,
  '--progress',
  'quiet',
]

const compose = (...args: string[]) => run('docker', [...about, ...args], { env, timeoutMs: buildMs })

let stopped = false
onStop((why) => {
  stopped = true
  console.log(`stopping: ${why}`)
  void endAll()
})

try {
  check('the image is built', (await compose('build')) === 0)
  if (failed === 0)
    check('every container gets healthy', (await compose('up', '--wait', '--wait-timeout', '240')) === 0)
  if (failed === 0) await until('/readyz', async () => (await fetch(`${url}/readyz`)).ok)
  if (failed === 0 && !stopped) await blobStore()
  if (failed === 0 && !stopped) await recovery()
  if (failed === 0 && !stopped) {
    count(await runVitest(['journeys'], journeysMs, { filters: ['month'], env: { E2E_URL: url } }))
    count(
      await runVitest(['long-journeys'], journeysMs, {
        filters: ['properties', 'documents', 'two-landlords'],
        env: { E2E_URL: url },
      }),
    )
  }
} catch (error) {
  check('nothing unforeseen', false, String(error))
} finally {
  if (failed > 0) await compose('logs', '--tail', '25', 'migrate', 'provision', 'nats', ...serviceNames)
  check(
    'everything is taken down again',
    (await compose('down', '--volumes', '--timeout', '20', '--remove-orphans')) === 0,
  )
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || stopped ? 1 : 0)

function count(outcome: Outcome): void {
  passed += outcome.passed
  failed += outcome.failed
}

/** What holds for a folder holds for a real S3 server: the same suite, against the one that stands here. */
async function blobStore(): Promise<void> {
  const address = execFileSync('docker', [...about, 'port', 'minio', '9000'], {
    cwd: root,
    env: toolEnv(env),
    timeout: 20_000,
    encoding: 'utf8',
  })
  const secrets = parseEnv(readFileSync(envFile, 'utf8'))
  const store = {
    S3_TEST_ENDPOINT: `http://${address.trim()}`,
    S3_TEST_BUCKET: 'keyhold-conformance',
    S3_TEST_KEY: secrets.S3_ACCESS_KEY_ID ?? '',
    S3_TEST_SECRET: secrets.S3_SECRET_ACCESS_KEY ?? '',
  }
  count(await runVitest(['node'], conformanceMs, { filters: ['packages/kit/src/files/blobs-conformance'], env: store }))
}

/** One service goes away and comes back: what it missed reaches it, once. */
async function recovery(): Promise<void> {
  const client = await newLandlord()
  const property = await client.api(createProperty, {
    body: {
      name: 'Harbor Flat',
      address: '1 Quay St',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      propertyType: 'apartment',
      monthlyRent: 1000,
    },
  })
  await compose('stop', 'payments')
  const away = await client.api(listPayments)
  check(
    'payments stopped: its calls answer 503 with Retry-After',
    away.status === 503 && away.headers.has('retry-after'),
    `${away.status}`,
  )
  const tenant = await client.api(createTenant, {
    body: {
      firstName: 'Ada',
      lastName: 'Quay',
      email: 'ada@journey.test',
      propertyId: property.body.id,
      monthlyRent: 1000,
      leaseStartDate: '2026-01-01',
    },
  })
  check('payments stopped: the other services work on', tenant.status === 201, `${tenant.status}`)
  await compose('start', 'payments')
  const rents = async () => (await client.api(listPayments, { query: { limit: 100 } })).body.length
  await until('the rents that payments missed', async () => (await rents()) >= 12).catch(() => {})
  check('payments back: the twelve rents it missed stand', (await rents()) === 12)

  await compose('restart', 'nats')
  const second = await client.api(createTenant, {
    body: {
      firstName: 'Bea',
      lastName: 'Quay',
      email: 'bea@journey.test',
      propertyId: property.body.id,
      monthlyRent: 900,
      leaseStartDate: '2026-01-01',
    },
  })
  await until('the rents of the next tenant', async () => (await rents()) >= 24).catch(() => {})
  check('NATS restarted: facts travel again', second.status === 201 && (await rents()) === 24)
}

async function newLandlord(): Promise<Client> {
  const client = createClient(url)
  const account = { email: 'compose@journey.test', password: 'correct-horse-42', userType: 'landlord' as const }
  await client.api(signup, { body: { ...account, firstName: 'Cleo', lastName: 'Compose', phone: '+1 503 555 0111' } })
  const answer = await client.api(login, { body: account })
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`)
  return client
}

async function until(what: string, condition: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(200))
    if (await condition().catch(() => false)) return
  throw new Error(`waited in vain for ${what}`)
}

function hasDocker(): boolean {
  try {
    for (const args of [['compose', 'version'], ['info']])
      execFileSync('docker', args, { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
