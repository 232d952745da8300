/** Tables that the house keeps in every service's schema. They belong to no landlord: whose event it is stands inside the envelope. */
export const kitTableNames = ['outbox', 'inbox', 'parked', 'schedule_run', 'idempotency'] as const

/** Idempotent SQL that makes the house tables of one schema. */
export function kitTables(schema: string): string {
  const s = `"${schema}"`
  return `
create schema if not exists ${s};

-- Facts that commit with the change they tell of; the relay publishes them in this order.
create table if not exists ${s}.outbox (
  seq bigint generated always as identity primary key,
  envelope jsonb not null,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index if not exists outbox_waiting on ${s}.outbox (seq) where published_at is null;
create index if not exists outbox_published on ${s}.outbox (published_at) where published_at is not null;

-- What was handled, by which handler: commits with the handler's effect.
create table if not exists ${s}.inbox (
  consumer text not null,
  event_id uuid not null,
  done_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index if not exists inbox_done on ${s}.inbox (done_at);

-- Events that failed, those that wait behind them, and dead letters. The instants are the service's clock's.
create table if not exists ${s}.parked (
  id bigint generated always as identity primary key,
  consumer text not null,
  subject text not null,
  event_id uuid not null,
  event jsonb not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  error text,
  parked_at timestamptz not null,
  dead_at timestamptz,
  unique (consumer, event_id)
);
create index if not exists parked_waiting on ${s}.parked (consumer, subject, id) where dead_at is null;
create index if not exists parked_dead on ${s}.parked (dead_at) where dead_at is not null;

-- Occurrences of schedules. Slots are the service's clock's, leases the database's.
create table if not exists ${s}.schedule_run (
  name text not null,
  slot timestamptz not null,
  attempts integer not null default 0,
  holder uuid,
  lease_until timestamptz,
  error text,
  done_at timestamptz,
  failed_at timestamptz,
  primary key (name, slot)
);
create index if not exists schedule_run_open on ${s}.schedule_run (name, slot) where done_at is null and failed_at is null;

create table if not exists ${s}.idempotency (
  caller text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index if not exists idempotency_created on ${s}.idempotency (created_at);
`
}
