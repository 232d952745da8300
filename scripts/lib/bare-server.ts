import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import postgres from 'postgres'

// What the benchmark compares with: the same two queries on bare Hono and postgres.js, with no gateway, sign-in,
// isolation, validation or log before them. Numbers and dates are turned into what the wire wants, as any server must.

const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 8,
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
  const limit = Number(c.req.query('limit') ?? 100)
  const [rows, [count]] = await Promise.all([
    sql`select * from properties.property where landlord_id = ${landlord} and deleted_at is null order by id desc limit ${limit}`,
    sql`select count(*) as total from properties.property where landlord_id = ${landlord} and deleted_at is null`,
  ])
  c.header('x-total-count', String(count?.total))
  return c.json(rows)
})

app.get('/api/payments', async (c) => {
  const limit = Number(c.req.query('limit') ?? 100)
  const [rows, [count]] = await Promise.all([
    sql`
      select c.*, t.first_name, t.last_name, p.name as property_name, coalesce(r.received, 0) as received
      from (select * from payments.charge where landlord_id = ${landlord} order by due_date desc, id desc limit ${limit}) c
      left join payments.tenant t on t.landlord_id = c.landlord_id and t.id = c.tenant_id
      left join payments.property p on p.landlord_id = c.landlord_id and p.id = c.property_id
      left join lateral (select sum(a.amount) as received from payments.allocation a where a.charge_id = c.id) r on true
      order by c.due_date desc, c.id desc`,
    sql`select count(*) as total from payments.charge where landlord_id = ${landlord}`,
  ])
  c.header('x-total-count', String(count?.total))
  return c.json(rows)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1', overrideGlobalObjects: true })
