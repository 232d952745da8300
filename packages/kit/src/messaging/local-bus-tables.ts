import postgres, { type Sql } from 'postgres'

const tables = `
create schema if not exists bus;
create table if not exists bus.message (
  seq bigint generated always as identity primary key,
  event_id uuid not null unique,
  type text not null,
  envelope jsonb not null,
  published_at timestamptz not null default now()
);
create index if not exists message_published_at on bus.message (published_at);
create table if not exists bus.position (
  consumer text primary key,
  seq bigint not null default 0,
  seen_at timestamptz not null default now()
);`

/** Creates the bus's tables as their owner, idempotently. `role`, if given, may use them and nothing else. */
export async function prepareLocalBus(ownerUrl: string, role?: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const [row] = await sql`select to_regclass('bus.position') is not null as exists`
    if (row?.exists && role === undefined) return
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('keyhold bus tables', 0))`
      await tx.unsafe(tables)
      if (role === undefined) return
      await tx`grant usage on schema bus to ${tx(role)}`
      await tx`grant select, insert, update, delete on all tables in schema bus to ${tx(role)}`
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
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
    and seq <= coalesce((select min(seq) from bus.position where seen_at > now() - interval '30 days'), 0)`
}
