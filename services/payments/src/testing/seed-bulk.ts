import { systemClock } from '@keyhold/kit/runtime/clock'
import postgres from 'postgres'
import { sumsOfPostings } from '../domain/sums/day-sums.ts'

export interface BulkSeed {
  landlords: number
  /** Total number. */
  charges: number
  /** Charges of each tenant, one a month; each tenant has a property. Twelve unless given. */
  perTenant?: number
  /** Almost all is paid: three of a hundred past charges of the last year are not, and none that is older. Otherwise three of ten. */
  isMostlyPaid?: boolean
  /** The id of a landlord to include. */
  including?: string
  /** The last due dates are five months after this day; those of a landlord who is mostly paid are in its month. */
  today?: string
}

const tables = [
  'tenant',
  'tenancy',
  'unit',
  'property',
  'charge',
  'receipt',
  'allocation',
  'reversal',
  'journal_entry',
  'posting',
  'day_sum',
  'month_sum',
]

/**
 * Fills a migrated payments schema. Of ten past charges, seven are paid, one is partly paid, one is reported and unconfirmed, one is open; one receipt
 * in a hundred is reversed. @returns the landlord ids, which are also their user ids
 */
export async function seedBulkPayments(
  ownerUrl: string,
  {
    landlords,
    charges,
    perTenant = 12,
    isMostlyPaid = false,
    including,
    today = systemClock.now().toISOString().slice(0, 10),
  }: BulkSeed,
): Promise<{ landlordIds: string[] }> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments, public' } })
  try {
    const landlordIds = await sql.begin(async (tx) => {
      // Vacuum can mark rows all-visible only after their commit is flushed.
      await tx`set local synchronous_commit = on`
      // Triggers are disabled because running them per row would take minutes. The rows satisfy their rules.
      for (const table of tables)
        await tx.unsafe(`alter table ${table} disable trigger user, no force row level security`)
      await tx`create temp table seed_landlord on commit drop as select n, case when n = 0 then coalesce(${including ?? null}::uuid, uuidv7()) else uuidv7() end as id from generate_series(0, ${landlords - 1}::int) n`
      await tx`create temp table seed_tenant on commit drop as
        select s.n, l.id as landlord_id, uuidv7() as tenant_id, uuidv7() as property_id
        from generate_series(0, ${Math.ceil(charges / perTenant) - 1}::int) s(n) join seed_landlord l on l.n = s.n % ${landlords}::int`
      await tx`insert into property (landlord_id, property_id, name, time_zone) select landlord_id, property_id, 'House ' || n, (array['America/New_York', 'America/Chicago', 'America/Los_Angeles'])[1 + n % 3] from seed_tenant`
      await tx`insert into unit (landlord_id, unit_id, property_id, name, is_deleted, as_of) select landlord_id, property_id, property_id, 'Unit 1', false, 'epoch' from seed_tenant`
      await tx`insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id, tenancy_id) select landlord_id, tenant_id, 'Tenant ' || n, property_id, true, tenant_id, tenant_id from seed_tenant`
      await tx`insert into tenancy (landlord_id, tenancy_id, tenant_id, tenant_ids, property_id, unit_id, start_date, end_date, term_kind, steps, is_void, as_of)
        select t.landlord_id, t.tenant_id, t.tenant_id, array[t.tenant_id], t.property_id, t.property_id, s.day, (s.day + interval '12 months' - interval '1 day')::date, 'rollover',
          jsonb_build_array(jsonb_build_object('startsOn', s.day, 'amount', 900 + (t.n % 40) * 25.50)), false, 'epoch'
        from seed_tenant t cross join lateral (select (date_trunc('month', ${today}::date) - ${isMostlyPaid ? perTenant - 1 : 6}::int * interval '1 month' + (t.n % 28) * interval '1 day')::date as day) s`
      // Of ten past charges, or of a hundred where almost all is paid: 7 partly paid, 8 reported, 9 open, the others paid, one in a hundred of those returned.
      await tx`create temp table seed_charge on commit drop as
        select s.*, case when due_date < ${today}::date - ${isMostlyPaid ? 365 : 100_000}::int then 0 else i % ${isMostlyPaid ? 100 : 10}::int end as kind,
          i % 100 = 1 and due_date >= ${today}::date - ${isMostlyPaid ? 365 : 100_000}::int as is_returned
        from (
          select i, uuidv7() as id, uuidv7() as receipt_id, t.landlord_id, t.tenant_id, t.property_id, 900 + (t.n % 40) * 25.50 as amount,
            (date_trunc('month', ${today}::date) + (i % ${perTenant}::int - ${isMostlyPaid ? perTenant - 1 : 6}::int) * interval '1 month' + (t.n % 28) * interval '1 day')::date as due_date,
            case when i % 24 = 0 then 'security_deposit' when i % 30 = 0 then 'late_fee' else 'rent' end as type
          from generate_series(0, ${charges - 1}::int) i join seed_tenant t on t.n = i / ${perTenant}::int
        ) s`
      await tx`insert into charge (id, landlord_id, tenant_id, property_id, unit_id, tenancy_id, type, method, amount, open, due_date, booked_from, booked_to, source, created_at, updated_at)
        select id, landlord_id, tenant_id, property_id, property_id, tenant_id, type, 'check', amount, amount, due_date, due_date, due_date, 'manual', ${today}::date, ${today}::date from seed_charge`
      await tx`insert into receipt (id, landlord_id, tenant_id, charge_id, amount, method, received_on, confirmation_number, reported_by, recorded_by, reported_at, verified_at, verified_by, verification_method)
        select receipt_id, landlord_id, tenant_id, id, case kind when 7 then amount - 100 else amount end, 'bank_transfer', due_date, 'KH-SEED-' || i,
          case when kind = 8 or i % 3 = 0 then 'tenant' else 'landlord' end, landlord_id, due_date,
          case when kind <> 8 and i % 3 <> 1 then due_date end, case when kind <> 8 and i % 3 <> 1 then landlord_id end, case when kind <> 8 and i % 3 <> 1 then 'manual' end
        from seed_charge where due_date < ${today}::date and kind <> 9`
      await tx`insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
        select landlord_id, tenant_id, id, charge_id, amount, reported_at from receipt where confirmation_number like 'KH-SEED-%' and (reported_by = 'landlord' or verified_at is not null)
          and not exists (select from allocation a where a.landlord_id = receipt.landlord_id and a.receipt_id = receipt.id)`
      await tx`insert into reversal (landlord_id, tenant_id, receipt_id, kind, reason, "on", reversed_at, reversed_by) select landlord_id, tenant_id, receipt_id, 'returned', 'Returned by the bank', due_date, due_date, landlord_id from seed_charge where due_date < ${today}::date and is_returned and kind <> 9 and kind <> 8`
      await tx`insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
        select a.landlord_id, a.tenant_id, a.receipt_id, a.charge_id, -a.amount, a.created_at from allocation a join seed_charge s on s.receipt_id = a.receipt_id join reversal v on v.receipt_id = a.receipt_id`
      await bookSeed(tx)
      for (const table of tables) await tx.unsafe(`alter table ${table} enable trigger user, force row level security`)
      return (await tx<{ id: string }[]>`select id from seed_landlord order by n`).map(({ id }) => id)
    })
    // Index-only scans need the visibility map, and the planner needs statistics.
    for (const table of tables) await sql.unsafe(`vacuum analyze ${table}`)
    return { landlordIds }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The journal of what was inserted: every charge on its due day, its receipt and what it paid on the same day, and returns. */
async function bookSeed(tx: postgres.TransactionSql): Promise<void> {
  const credit = tx`case c.type when 'rent' then 'rent_income' when 'security_deposit' then 'deposits_due' when 'late_fee' then 'late_fee_income' else 'other_income' end`
  await tx`create temp table seed_entry on commit drop as
    select uuidv7() as id, e.*, c.property_id, c.tenancy_id, c.unit_id, c.type, ${credit} as credit from (
      select 'charged' as kind, c.id as charge_id, null::uuid as receipt_id, c.due_date as day, c.amount from charge c join seed_charge s on s.id = c.id
      union all select 'received', r.charge_id, r.id, r.received_on, r.amount from receipt r join seed_charge s on s.receipt_id = r.id where r.reported_by = 'landlord' or r.verified_at is not null
      union all select case when a.amount > 0 then 'allocated' else 'deallocated' end, a.charge_id, a.receipt_id, s.due_date, a.amount from allocation a join seed_charge s on s.receipt_id = a.receipt_id
      union all select 'returned', s.id, s.receipt_id, s.due_date, -r.amount from reversal v join seed_charge s on s.receipt_id = v.receipt_id join receipt r on r.id = s.receipt_id
    ) e join charge c on c.id = e.charge_id`
  await tx`insert into journal_entry (landlord_id, id, tenant_id, kind, effective_on, recorded_at, charge_id, receipt_id)
    select c.landlord_id, e.id, c.tenant_id, e.kind, e.day, e.day, case when e.kind in ('received', 'returned') then null else e.charge_id end, e.receipt_id from seed_entry e join charge c on c.id = e.charge_id`
  await tx`insert into posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id, tenancy_id, property_id, unit_id, charge_id, charge_type, due_on, receipt_id)
    select c.landlord_id, e.id, l.line, l.account, l.sign * e.amount, e.day, e.day, c.tenant_id, c.tenancy_id, c.property_id, c.unit_id,
      case when l.is_charge then c.id end, case when l.is_charge then c.type end, case when l.is_charge then c.due_date end, e.receipt_id
    from seed_entry e join charge c on c.id = e.charge_id cross join lateral (values
      ('charged', 1, 'receivable', 1, true), ('charged', 2, e.credit, -1, true), ('received', 1, 'cash', 1, false), ('received', 2, 'tenant_credit', -1, false),
      ('returned', 1, 'cash', 1, false), ('returned', 2, 'tenant_credit', -1, false),
      ('allocated', 1, 'tenant_credit', 1, true), ('allocated', 2, 'receivable', -1, true), ('deallocated', 1, 'tenant_credit', 1, true), ('deallocated', 2, 'receivable', -1, true),
      ('allocated', 3, case e.credit when 'deposits_due' then 'deposits_due' end, 1, true), ('allocated', 4, case e.credit when 'deposits_due' then 'deposits_held' end, -1, true),
      ('deallocated', 3, case e.credit when 'deposits_due' then 'deposits_due' end, 1, true), ('deallocated', 4, case e.credit when 'deposits_due' then 'deposits_held' end, -1, true)
    ) l (kind, line, account, sign, is_charge) where l.kind = e.kind and l.account is not null`
  await tx`update charge c set open = s.open, booked_to = s.last, settled_on = case when s.open = 0 then s.last end from (
    select landlord_id, charge_id, sum(amount) as open, max(effective_on) as last from posting where account = 'receivable' group by landlord_id, charge_id
  ) s where s.landlord_id = c.landlord_id and s.charge_id = c.id and (c.open, c.booked_to) <> (s.open, s.last)`
  // Without statistics each landlord would read all rows.
  await tx`analyze charge`
  await tx`analyze posting`
  for (const { id } of await tx<{ id: string }[]>`select id from seed_landlord`)
    await tx`insert into day_sum (landlord_id, kind, "on", is_deposit, count, amount)
      select ${id}::uuid, s.kind, s.on, s.is_deposit, s.count, s.amount from (${sumsOfPostings<postgres.PendingQuery<postgres.Row[]>>(tx as never, id)}) s where s.count <> 0 or s.amount <> 0`
  await tx`insert into month_sum (landlord_id, kind, month, is_deposit, count, amount)
    select s.landlord_id, s.kind, date_trunc('month', s.on), s.is_deposit, sum(s.count), sum(s.amount) from day_sum s join seed_landlord l on l.id = s.landlord_id group by 1, 2, 3, 4`
}
