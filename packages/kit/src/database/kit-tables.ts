/**
 * The tables of kit in every service's schema. A job belongs to a landlord; the others to none: an event names its landlord in the envelope.
 */
export const kitTableNames = ['outbox', 'inbox', 'event_retry', 'schedule_run', 'idempotency', 'job'] as const

/** The landlord of a job that belongs to none. */
export const noLandlord = '00000000-0000-0000-0000-000000000000'

/** Idempotent SQL that creates these tables in one schema, or brings those of an older version up to date. */
export function kitTables(schema: string): string {
  const s = `"${schema}"`
  return `
create schema if not exists ${s};

-- Events, written in the transaction of the change; the relay publishes them in this order.
create table if not exists ${s}.outbox (
  seq bigint generated always as identity primary key,
  envelope jsonb not null,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
-- Empty for an event without a landlord. The relay publishes the landlords' events in turns.
alter table ${s}.outbox add column if not exists landlord text not null
  generated always as (coalesce(envelope ->> 'landlordid', '')) stored;
create index if not exists outbox_waiting_of_landlord on ${s}.outbox (landlord, seq) where published_at is null;
drop index if exists ${s}.outbox_waiting;
create index if not exists outbox_published on ${s}.outbox (published_at) where published_at is not null;

-- Which handler has processed which event; written in the transaction of the handler's effect.
create table if not exists ${s}.inbox (
  consumer text not null,
  event_id uuid not null,
  done_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index if not exists inbox_done on ${s}.inbox (done_at);

-- Before version 0.2 the retry queue had another name.
do $$ begin
  if to_regclass('${s}.parked') is not null and to_regclass('${s}.event_retry') is null then
    alter table ${s}.parked rename to event_retry;
    alter table ${s}.event_retry rename column parked_at to queued_at;
    alter index if exists ${s}.parked_waiting rename to event_retry_waiting;
    alter index if exists ${s}.parked_dead rename to event_retry_dead;
  end if;
end $$;

-- The retry queue and, with dead_at, the dead-letter queue. The instants are the service clock's.
create table if not exists ${s}.event_retry (
  id bigint generated always as identity primary key,
  consumer text not null,
  subject text not null,
  event_id uuid not null,
  event jsonb not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  error text,
  queued_at timestamptz not null,
  dead_at timestamptz,
  unique (consumer, event_id)
);
create index if not exists event_retry_waiting on ${s}.event_retry (consumer, subject, id) where dead_at is null;
create index if not exists event_retry_dead on ${s}.event_retry (dead_at) where dead_at is not null;

-- Occurrences of schedules. Slots come from the service's clock, leases from the database's.
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

${jobTable(s)}
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

const jobTable = (s: string) => `
-- Work that follows a change. Due times and ends are the service's clock's, leases and claims the database's. A job of no landlord has the nil UUID.
create table if not exists ${s}.job (
  id uuid primary key default uuidv7(),
  name text not null,
  landlord_id uuid not null default '${noLandlord}',
  key text,
  data jsonb not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  postponed integer not null default 0,
  holder uuid,
  claimed_at timestamptz,
  lease_until timestamptz,
  error text,
  request_id text,
  done_at timestamptz,
  dead_at timestamptz
);
create index if not exists job_open on ${s}.job (name, landlord_id, run_at, id) where done_at is null and dead_at is null;
create unique index if not exists job_waiting_once on ${s}.job (name, landlord_id, key) where key is not null and holder is null and done_at is null and dead_at is null;
create index if not exists job_of_key on ${s}.job (name, landlord_id, key, lease_until) where key is not null;
create index if not exists job_served on ${s}.job (landlord_id, name, claimed_at);
create index if not exists job_done on ${s}.job (done_at) where done_at is not null;
create index if not exists job_dead on ${s}.job (dead_at) where dead_at is not null;
`
