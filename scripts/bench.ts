import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { freePort } from '@keyhold/kit/lib/free-port'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { seedBulkPayments } from '@keyhold/payments/testing/seed-bulk'
import autocannon from 'autocannon'
import sqlOf from 'postgres'
import { createClient } from '../services/testing/product.ts'

// Requests a second and p99 of two lists through the gateway, against the same queries on bare Hono + postgres.js,
// and against nginx in front of that when nginx is installed. Everything in one run on one machine, in turns, so that
// a slow minute of the machine hurts all alike.

const seconds = Number(process.argv.find((argument) => argument.startsWith('--seconds='))?.slice(10) ?? 6)
const rounds = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 3)
const connections = 32
const landlords = 200
const charges = 100_000

const root = fileURLToPath(new URL('..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
const stops: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]

const end = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    if (child.exitCode !== null || !child.kill('SIGTERM')) resolve(undefined)
  })

/** Starts a program of the project and resolves when it listens. */
async function start(script: string[], env: Record<string, string>, url: string): Promise<void> {
  const child = spawn(process.execPath, script, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  stops.push(() => end(child))
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`${script.join(' ')} ended with ${child.exitCode}`)
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${script.join(' ')} does not get ready`)
}

async function startNginx(upstream: string): Promise<string | undefined> {
  const nginx = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0)
  if (!nginx) return undefined
  const port = await freePort()
  const config = join(dir, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log;
events { worker_connections 512; }
http { access_log off; client_body_temp_path ${dir}; proxy_temp_path ${dir}; fastcgi_temp_path ${dir}; uwsgi_temp_path ${dir}; scgi_temp_path ${dir};
upstream bare { server ${new URL(upstream).host}; keepalive 64; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://bare; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  )
  const child = spawn(nginx, ['-c', config, '-p', dir], { stdio: ['ignore', 'ignore', 'inherit'] })
  stops.push(() => end(child))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 50; attempt++) {
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return url
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

interface Target {
  name: string
  url: string
  headers: Record<string, string>
}

async function measure({ url, headers }: Target, path: string): Promise<{ rps: number; p99: number }> {
  const result = await autocannon({ url: url + path, connections, duration: seconds, headers })
  if (result.non2xx || result.errors)
    throw new Error(`${url}${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return { rps: result.requests.average, p99: result.latency.p99 }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  const postgres = await startPostgres({ dataDir: join(dir, 'postgres') })
  stops.push(() => postgres.stop())
  const [gatewayPort, barePort] = [await freePort(), await freePort()]
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`
  const bareUrl = `http://127.0.0.1:${barePort}`
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_ROLE_SECRET: 'bench',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '2000000',
    SIGNUPS_PER_HOUR: '0',
    DATA_DIR: dir,
  }
  await start(['services/main.ts'], { ...env, PORT: String(gatewayPort) }, gatewayUrl)

  const client = createClient(gatewayUrl)
  const json = { 'content-type': 'application/json' }
  const account = { email: 'bench@keyhold.test', password: 'correct-horse-42', userType: 'landlord' }
  await client.fetch('/api/auth/signup', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...account, firstName: 'Ben', lastName: 'Chmark', phone: '+1 555 010 0100' }),
  })
  const owner = sqlOf(postgres.url, { max: 1, onnotice: () => {} })
  const user = (await (
    await client.fetch('/api/auth/login', { method: 'POST', headers: json, body: JSON.stringify(account) })
  ).json()) as {
    id: string
  }
  // The cap of a trial is for people; the benchmark writes its houses itself.
  await owner`insert into properties.property (landlord_id, name, address, city, state, zip_code, property_type, monthly_rent, time_zone)
    select l.id, 'House ' || n, n || ' Main St', 'Portland', 'OR', '97201', 'house', 1000 + n, 'America/Los_Angeles'
    from (select case when k = 1 then ${user.id}::uuid else uuidv7() end as id from generate_series(1, ${landlords}) k) l, generate_series(1, 40) n`
  await seedBulkPayments(postgres.url, { landlords, charges, including: user.id })
  await owner`vacuum analyze`
  await owner.end()
  await start(
    ['scripts/lib/bare-server.ts'],
    { DATABASE_URL: postgres.url, LANDLORD_ID: user.id, PORT: String(barePort) },
    bareUrl,
  )
  const nginxUrl = await startNginx(bareUrl)

  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const targets: Target[] = [
    { name: 'bare Hono + postgres.js', url: bareUrl, headers: {} },
    { name: 'Keyhold, one process', url: gatewayUrl, headers: { cookie } },
    ...(nginxUrl ? [{ name: 'nginx before the bare server', url: nginxUrl, headers: {} }] : []),
  ]
  const first = await client.api(listPayments, { query: { limit: 25 } })
  console.log(
    `${cpus().length} cores, Node ${process.version}, ${charges} payments of ${landlords} landlords (${first.headers.get('x-total-count')} of this one), pages of 25, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
  )
  for (const path of ['/api/properties?limit=25', '/api/payments?limit=25']) {
    const results = new Map(targets.map((target) => [target, [] as { rps: number; p99: number }[]]))
    for (const target of targets)
      await autocannon({ url: target.url + path, connections, duration: 2, headers: target.headers })
    for (let round = 0; round < rounds; round++)
      for (const target of targets) results.get(target)?.push(await measure(target, path))
    const base = median(results.get(targets[0] as Target)?.map(({ rps }) => rps) ?? [])
    console.log(`\nGET ${path}`)
    for (const [{ name }, figures] of results) {
      const rps = median(figures.map((figure) => figure.rps))
      const spread = Math.max(...figures.map((figure) => figure.rps)) / Math.min(...figures.map((figure) => figure.rps))
      console.log(
        `  ${name.padEnd(30)} ${String(Math.round(rps)).padStart(6)} req/s  ${(rps / base).toFixed(2)} of bare  p99 ${median(figures.map(({ p99 }) => p99))} ms  (spread ${spread.toFixed(2)})`,
      )
    }
  }
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit(0)
