import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, listDatabases, monitorDatabase } from '@keyhold/contracts/identity/landlord-databases'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import { currentUser } from '@keyhold/contracts/identity/accounts'
import { httpSend } from '@keyhold/kit/http/call'
import { rolePassword } from '@keyhold/kit/database/service-roles'
import { serviceUrl } from '@keyhold/kit/database/migrate'
import { selfSignedCertificate } from '@keyhold/kit/testing/certificate'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { type Person, type Product, startProduct } from '../testing/product.ts'

let product: Product
let admin: Person
let landlord: Person
const name = `rentals_of_olive_${process.pid}`
beforeAll(async () => {
  product = await startProduct()
  landlord = await product.landlord('Olive')
  admin = await product.superAdmin()
}, 60_000)
afterAll(async () => {
  await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
  await product.stop()
})

async function onServer<T>(work: (sql: postgres.Sql) => Promise<T>, url = product.databaseUrl): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
const own = (database = name) => Object.assign(new URL(product.databaseUrl), { pathname: `/${database}` }).href
/** Every table of the services, with the state of its row level security. The local bus is no service's, and shared. */
const tables = (url: string) =>
  onServer(
    async (sql) =>
      (
        await sql<{ name: string }[]>`
          select format('%s.%s %s %s', schemaname, tablename, rowsecurity, (select count(*) from pg_policies p where p.schemaname = t.schemaname and p.tablename = t.tablename)) as name
          from pg_tables t where schemaname not in ('pg_catalog', 'information_schema', 'bus') order by 1`
      ).map((row) => row.name),
    url,
  )

describe('a database of one landlord', () => {
  it('has every schema of the product, row level security and all', async () => {
    const made = await admin.api(createDatabase, {
      body: { landlordId: landlord.user.id, databaseName: name },
      headers: { 'idempotency-key': v7() },
    })
    expect(made.status, made.text).toBe(201)
    const inOwn = await tables(own())
    expect(inOwn.length).toBeGreaterThan(60)
    expect(inOwn).toEqual(await tables(product.databaseUrl))
    expect((await admin.api(listDatabases)).body.map(({ databaseName, isActive }) => [databaseName, isActive])).toEqual(
      [
        [new URL(product.databaseUrl).pathname.slice(1), true],
        [name, false],
      ],
    )
    expect((await landlord.api(currentUser)).body.databaseName).toBe(name)
    expect((await admin.api(listActivity)).body).toMatchObject([
      { action: 'database_created', targetUserId: landlord.user.id },
    ])
    expect((await admin.api(monitorDatabase, { params: { name } })).body.tables.length).toBeGreaterThan(60)
  })

  it('is asked for by identity, which logs in as its own weak role, and made by the process that has the owner’s rights; without that one the answer says so', async () => {
    const otto = await product.landlord('Otto')
    const other = `${name}_2`
    const secret = 'x'.repeat(32)
    const tls = selfSignedCertificate()
    const folder = mkdtempSync(join(tmpdir(), 'keyhold-tls-'))
    for (const part of ['cert', 'key'] as const) writeFileSync(join(folder, part), tls[part])
    /** Asks identity, running by itself, as the gateway would. */
    async function ask(): Promise<{ status: number; body: string }> {
      const weak = serviceUrl(product.databaseUrl, 'identity', rolePassword('test', 'identity'))
      // No broker listens there: facts wait in the outbox.
      const distributed = {
        DATABASE_URL: weak,
        NATS_URL: 'nats://127.0.0.1:1',
        INTERNAL_SECRET: secret,
        SIGNING_KEY_SECRET: secret,
        PUBLIC_URL: product.url,
        PORT: '0',
        LOG_LEVEL: 'silent',
        INTERNAL_TLS_CERT: join(folder, 'cert'),
        INTERNAL_TLS_KEY: join(folder, 'key'),
        INTERNAL_TLS_CA: join(folder, 'cert'),
      }
      const alone = await main({ argv: ['identity'], env: distributed })
      expect(alone.url).toMatch(/^https:/)
      const { send, close } = httpSend({ secret, ca: tls.cert, urlOf: () => alone.url })
      const { user } = admin
      try {
        const { status, body } = await send('identity', createDatabase, {
          actor: { role: 'super_admin', userId: user.id, landlordId: user.id, sessionId: v7() },
          body: JSON.stringify({ landlordId: otto.user.id, databaseName: other }),
          params: {},
          query: {},
          requestId: 'alone',
          ip: '',
          secure: true,
          header: () => undefined,
        })
        return { status, body: String(body) }
      } finally {
        await close()
        await alone.stop()
      }
    }
    const without = await ask()
    expect([without.status, without.body]).toEqual([503, expect.stringContaining('does not run')])
    const env = { DATABASE_URL: product.databaseUrl, DATABASE_ROLE_SECRET: 'test', LOG_LEVEL: 'silent' }
    const provisioning = await main({ argv: ['provision'], env })
    try {
      await until(async () => (await ask()).status !== 503)
      const requests = await onServer((sql) => sql`select from identity.database_requests`)
      expect(requests).toHaveLength(0)
      const again = await ask()
      expect([again.status, again.body]).toEqual([409, expect.stringContaining('already has a database')])
      expect(await tables(own(other))).toEqual(await tables(product.databaseUrl))
    } finally {
      await provisioning.stop()
    }
    await onServer((sql) => sql.unsafe(`drop database ${other} with (force)`))
    rmSync(folder, { recursive: true })
  })

  it('is brought up to date by `migrate`, with the shared one', async () => {
    await onServer((sql) => sql.unsafe('drop table payments.idempotency'), own())
    await main({
      argv: ['migrate'],
      env: { DATABASE_URL: product.databaseUrl, DATABASE_ROLE_SECRET: 'test', LOG_LEVEL: 'silent' },
    })
    expect(await tables(own())).toContainEqual(expect.stringMatching(/^payments\.idempotency /))
  })
})
