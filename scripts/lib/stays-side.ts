import { performance } from 'node:perf_hooks'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { noPriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { localBus } from '@keyhold/kit/messaging/bus-local'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import { type Runtime, startServices } from '@keyhold/kit/runtime/start-services'
import { properties } from '@keyhold/properties/service'
import sqlOf from 'postgres'
import { v7 } from 'uuid'

export interface HostSeed {
  homes: number
  /** Of all homes together, 3 nights each, a quarter of them still to come. */
  bookings: number
}

/** The properties service on a database of its own, asked as one landlord. */
export interface HostSide {
  /** How long one answer takes, in milliseconds, and its size in bytes. */
  time(endpoint: Endpoint, query: Record<string, string>): Promise<{ ms: number; bytes: number }>
}

export async function startStaysBench(dir: string, seeds: HostSeed[], others: number) {
  const stops: (() => unknown)[] = []
  const postgres = await startPostgres({ dataDir: dir })
  stops.push(() => postgres.stop())
  const bus = await localBus({ url: postgres.url, log: silentLog })
  stops.push(() => bus.close())
  const app = await startServices({
    services: [properties],
    env: { DATA_DIR: dir, TEST_CARDS: 'on' },
    clock: systemClock,
    log: silentLog,
    bus,
    database: { ownerUrl: postgres.url, roleSecret: 'bench' },
    // Repairs cost nothing here: their own service would be measured too.
    remote: async () => ({
      status: 200,
      body: JSON.stringify({ costs: [], byStatus: { open: 0, in_progress: 0, completed: 0, cancelled: 0 } }),
      headers: [],
    }),
  })
  stops.push(() => app.stop())
  // Other landlords, so that no statement reads a whole table instead of an index.
  for (let i = 0; i < others; i++) await seedHost(postgres.url, v7(), { homes: 10, bookings: 500 })
  const sides: HostSide[] = []
  for (const seed of seeds) {
    const landlordId = v7()
    await seedHost(postgres.url, landlordId, seed)
    sides.push({ time: (endpoint, query) => timeOf(app, landlordId, endpoint, query) })
  }
  await vacuum(postgres.url)
  return {
    sides,
    async stop() {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

async function timeOf(app: Runtime, landlordId: string, endpoint: Endpoint, query: Record<string, string>) {
  const start = performance.now()
  const { status, body } = await app.send('properties', endpoint, {
    actor: { role: 'landlord', userId: landlordId, landlordId, sessionId: v7() },
    params: {},
    query,
    body: '',
    requestId: v7(),
    ip: '127.0.0.1',
    secure: false,
    isFromService: false,
    header: () => undefined,
  })
  const ms = performance.now() - start
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${String(body)}`)
  return { ms, bytes: body?.length ?? 0 }
}

async function vacuum(url: string): Promise<void> {
  const sql = sqlOf(url, { max: 1, onnotice: () => {} })
  await sql.unsafe('vacuum analyze')
  await sql.end()
}

/** Prices that use most rules. */
const rules = {
  ...noPriceRules,
  weekdays: [
    { weekday: 5, percent: 20, minimumStay: null },
    { weekday: 6, percent: 20, minimumStay: 2 },
  ],
  seasons: [{ name: 'Summer', from: '2020-06-01', to: '2020-08-31', everyYear: true, percent: 40, minimumStay: 3 }],
  lastMinute: { days: 15, percent: -30, gradual: true, minimumStay: null },
  orphanGap: { nights: 3, percent: -10, allowShorter: true },
  minimumPrice: 60,
}

const line = {
  kind: 'tax',
  name: 'Occupancy tax',
  basis: '7 % of $300.00',
  amount: 21,
  isInTotal: true,
  jurisdiction: 'Austin',
  remittedBy: 'landlord',
  appliesTo: ['nights'],
  percent: 7,
}

async function seedHost(url: string, landlordId: string, { homes, bookings }: HostSeed): Promise<void> {
  const sql = sqlOf(url, { max: 1, onnotice: () => {}, connection: { search_path: 'properties, public' } })
  const perHome = Math.ceil(bookings / homes)
  try {
    await sql.begin(async (tx) => {
      for (const table of ['property', 'unit', 'rental', 'rental_day', 'booking', 'booking_night', 'night_claim'])
        await tx.unsafe(`alter table ${table} no force row level security`)
      await tx`create temp table home on commit drop as select n, uuidv7() as id, uuidv7() as rental_id from generate_series(1, ${homes}::int) n`
      await tx`
        insert into property (id, landlord_id, name, address, property_type, monthly_rent, time_zone)
        select id, ${landlordId}, 'Home ' || n, n || ' Oak St', 'house', 1500, 'America/Chicago' from home`
      await tx`insert into unit (id, landlord_id, property_id, name) select id, ${landlordId}, id, 'Unit 1' from home`
      await tx`
        insert into rental (id, landlord_id, property_id, unit_id, listing_name, max_guests, base_price, cleaning_fee, extra_guest_fee, guests_included,
          min_stay_nights, max_stay_nights, direct_booking_enabled, is_active, instant_book_enabled, check_in_time, check_out_time, house_rules, amenities,
          safety_features, instructions_days_before, cancellation_policy, cancellation_tiers, taxes, fees, channel_fees, preparation_days, advance_notice_days,
          closed_to_arrival, closed_to_departure, price_rules, slug_words, public_code, created_at)
        select rental_id, ${landlordId}, id, id, 'Stay ' || n, 4, 100, 60, 0, 4, 1, 365, true, true, true, '15:00', '11:00', '[]', '["Wifi"]', '[]', 2, 'moderate',
          '[]', '[]', '[]', '{}', 0, 0, '[]', '[]', ${JSON.stringify(rules)}::text::jsonb, 'stay', md5(rental_id::text), now() - interval '2 years'
        from home`
      await tx`
        insert into rental_day (landlord_id, rental_id, date, price_per_night)
        select ${landlordId}, rental_id, current_date + d * 3, 150 from home, generate_series(0, 30) d`
      // Every 11 days, the last quarter still to come.
      await tx`
        create temp table stay on commit drop as
        select uuidv7() as id, h.id as unit_id, h.rental_id, current_date - (${perHome}::int * 11 * 3 / 4) + (k * 11) + (h.n % 7) as first, k, h.n
        from home h, generate_series(0, ${perHome - 1}::int) k`
      await tx`
        insert into booking (id, landlord_id, rental_id, property_id, unit_id, guest_name, guest_email, number_of_guests, check_in_date, check_out_date, booking_source,
          base_price_total, extra_guest_total, cleaning_fee, service_fee, taxes, total_amount, platform_fee, net_revenue, terms, lines, cancellation, status, payment_status,
          paid_amount, created_at)
        select id, ${landlordId}, rental_id, unit_id, unit_id, 'Guest ' || k, 'guest' || k || '@example.com', 2, first, first + 3,
          (array['airbnb', 'vrbo', 'booking_com', 'direct'])[1 + (k + n) % 4], 300, 0, 60, 0, 21, 381, 40, 341, '{}',
          ${JSON.stringify([line, { ...line, kind: 'nights' }, { ...line, kind: 'cleaning' }])}::text::jsonb, '{"policy": "moderate", "tiers": [], "text": ""}',
          case when first + 3 < current_date then 'checked_out' else 'confirmed' end, 'paid', 381, (first - 30)::timestamptz + n * interval '1 minute'
        from stay`
      await tx`
        insert into booking_night (landlord_id, booking_id, rental_id, date, price, list_price, extra_guests, explanation)
        select ${landlordId}, id, rental_id, first + d, 100, 100, 0, 'Base price $100.00' from stay, generate_series(0, 2) d`
      await tx`
        insert into night_claim (id, landlord_id, property_id, unit_id, kind, nights, source_id, label)
        select id, ${landlordId}, unit_id, unit_id, 'booking', daterange(first, first + 3), rental_id, 'Guest ' || k from stay`
      for (const table of ['property', 'unit', 'rental', 'rental_day', 'booking', 'booking_night', 'night_claim'])
        await tx.unsafe(`alter table ${table} force row level security`)
    })
  } finally {
    await sql.end()
  }
}
