import type { Envelope } from '@keyhold/contracts/event'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { partitionCount, partitionOf } from './partitions.ts'

const tables = `
create schema if not exists bus;
create table if not exists bus.message (
  seq bigint generated always as identity primary key,
  partition smallint not null,
  event_id uuid not null unique,
  type text not null,
  envelope jsonb not null,
  published_at timestamptz not null default now()
);
create index if not exists message_published_at on bus.message (published_at);

-- How far a consumer has handled each partition.
create table if not exists bus.consumer_position (
  consumer text not null,
  partition smallint not null,
  seq bigint not null,
  seen_at timestamptz not null default now(),
  primary key (consumer, partition)
) with (fillfactor = 50);`

/** Creates the bus's tables as their owner, idempotently. `role`, if given, may use them and nothing else. */
export async function prepareLocalBus(ownerUrl: string, role?: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const [row] = await sql`select to_regclass('bus.consumer_position') is not null as exists`
    if (row?.exists && role === undefined) return
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('keyhold bus tables', 0))`
      await divideOlderBus(tx)
      await tx.unsafe(tables)
      if (role === undefined) return
      await tx`grant usage on schema bus to ${tx(role)}`
      await tx`grant select, insert, update, delete on all tables in schema bus to ${tx(role)}`
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Before version 0.2 the bus had no partitions: the position of each consumer becomes its position in all of them. */
async function divideOlderBus(sql: TransactionSql): Promise<void> {
  const [row] = await sql`select to_regclass('bus.position') is not null as exists`
  if (!row?.exists) return
  await sql`lock table bus.message, bus.position in access exclusive mode`
  await sql`alter table bus.message add column if not exists partition smallint not null default 0`
  await sql`alter table bus.message alter column partition drop default`
  await sql.unsafe(tables)
  await sql`
    insert into bus.consumer_position (consumer, partition, seq, seen_at)
    select consumer, partition, seq, seen_at from bus.position, generate_series(0, ${partitionCount - 1}) partition`
  for (let last = 0, more = true; more;) {
    const rows = await sql<{ seq: number; envelope: Envelope }[]>`
      select seq::float8 as seq, envelope from bus.message
      where message.seq > ${last} and message.seq > coalesce((select min(seq) from bus.position), 0)
      order by message.seq limit 1000`
    const divided = rows.map(({ seq, envelope }) => ({ seq, partition: partitionOf(envelope) }))
    await sql`
      update bus.message m set partition = d.partition
      from json_to_recordset(${JSON.stringify(divided)}::text::json) as d (seq bigint, partition smallint) where m.seq = d.seq`
    last = rows.at(-1)?.seq ?? last
    more = rows.length > 0
  }
  await sql`drop table bus.position`
}

/** The number of the last message; 0 when there is none. */
export async function headOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ head: number }[]>`select coalesce(max(seq), 0)::float8 as head from bus.message`
  return row?.head ?? 0
}

/** Deletes messages older than 7 days that every consumer has passed. A consumer not seen for 30 days no longer counts. */
export async function pruneMessages(sql: Sql): Promise<void> {
  await sql`
    delete from bus.message where published_at < now() - interval '7 days'
    and seq <= coalesce((select min(seq) from bus.consumer_position where seen_at > now() - interval '30 days'), 0)`
}
