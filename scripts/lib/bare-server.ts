import { serve } from '@hono/node-server'
import { systemClock } from '@keyhold/kit/runtime/clock'
import type { ReadSql } from '@keyhold/kit/database/database'
import { countOf, pageOf } from '@keyhold/payments/domain/ledger/payment-list'
import { imagesColumn } from '@keyhold/properties/domain/photos/photos'
import { Hono } from 'hono'
import postgres, { type PendingQuery, type Row } from 'postgres'

// What the benchmark compares with: the same two queries on bare Hono and postgres.js, with no gateway, sign-in,
// isolation, validation or log before them. Numbers and dates are turned into what the wire wants, as any server must.

const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 8,
  connection: { search_path: 'payments, properties, public' },
  onnotice: () => {},
  types: {
    numeric: { to: 1700, from: [1700, 20], serialize: String, parse: Number },
    date: { to: 1082, from: [1082], serialize: String, parse: String },
  },
  transform: postgres.toCamel,
})
const landlord = process.env.LANDLORD_ID ?? ''
const app = new Hono()

app.get('/readyz', (c) => c.text('ready'))

app.get('/api/properties', async (c) => {
  const limit = Number(c.req.query('limit') ?? 100) + 1
  const mine = sql`landlord_id = ${landlord} and deleted_at is null and archived_at is null`
  const images = imagesColumn(sql as unknown as ReadSql) as never
  const [rows, [count]] = await Promise.all([
    sql`select *, ${images} from properties.property where ${mine} order by created_at desc, id desc limit ${limit}`,
    sql`select count(*) as total from properties.property where ${mine}`,
  ])
  c.header('x-total-count', String(count?.total))
  return c.json(rows.slice(0, limit - 1))
})

app.get('/api/payments', async (c) => {
  const limit = Number(c.req.query('limit') ?? 100) + 1
  const scope = { landlordId: landlord, filter: {}, now: systemClock.now().toISOString() }
  const [rows, [count]] = await Promise.all([
    sql`${pageOf<PendingQuery<Row[]>>(sql, scope, { order: 'newest', limit, after: null })}`,
    sql`${countOf<PendingQuery<Row[]>>(sql, scope)}`,
  ])
  c.header('x-total-count', String(count?.total))
  return c.json(rows.slice(0, limit - 1))
})

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1', overrideGlobalObjects: true })
