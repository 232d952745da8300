import { systemClock } from '@keyhold/kit/runtime/clock'
import postgres from 'postgres'

export interface BulkSeed {
  landlords: number
  /** Total number; there is one tenant with a property for every twelve charges. */
  charges: number
  /** The id of a landlord to include. */
  including?: string
  /** Due dates range from six months before this day to five months after. */
  today?: string
}

const tables = ['tenant', 'tenancy', 'unit', 'property', 'charge', 'receipt', 'allocation', 'reversal']

/**
 * Fills a migrated payments schema. Of ten past charges, seven are paid, one is partly paid, one is reported and unconfirmed, one is open; one receipt
 * in a hundred is reversed. @returns the landlord ids, which are also their user ids
 */
export async function seedBulkPayments(
  ownerUrl: string,
  { landlords, charges, including, today = systemClock.now().toISOString().slice(0, 10) }: BulkSeed,
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
        from generate_series(0, ${Math.ceil(charges / 12) - 1}::int) s(n) join seed_landlord l on l.n = s.n % ${landlords}::int`
      await tx`insert into property (landlord_id, property_id, name, time_zone) select landlord_id, property_id, 'House ' || n, (array['America/New_York', 'America/Chicago', 'America/Los_Angeles'])[1 + n % 3] from seed_tenant`
      await tx`insert into unit (landlord_id, unit_id, property_id, name, is_deleted, as_of) select landlord_id, property_id, property_id, 'Unit 1', false, 'epoch' from seed_tenant`
      await tx`insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id, tenancy_id) select landlord_id, tenant_id, 'Tenant ' || n, property_id, true, tenant_id, tenant_id from seed_tenant`
      await tx`insert into tenancy (landlord_id, tenancy_id, tenant_id, tenant_ids, property_id, unit_id, start_date, end_date, term_kind, steps, is_void, as_of)
        select t.landlord_id, t.tenant_id, t.tenant_id, array[t.tenant_id], t.property_id, t.property_id, s.day, (s.day + interval '12 months' - interval '1 day')::date, 'rollover',
          jsonb_build_array(jsonb_build_object('startsOn', s.day, 'amount', 900 + (t.n % 40) * 25.50)), false, 'epoch'
        from seed_tenant t cross join lateral (select (date_trunc('month', ${today}::date) - interval '6 months' + (t.n % 28) * interval '1 day')::date as day) s`
      await tx`create temp table seed_charge on commit drop as
        select i, uuidv7() as id, uuidv7() as receipt_id, t.landlord_id, t.tenant_id, t.property_id, 900 + (t.n % 40) * 25.50 as amount,
          (date_trunc('month', ${today}::date) + (i % 12 - 6) * interval '1 month' + (t.n % 28) * interval '1 day')::date as due_date,
          case when i % 24 = 0 then 'security_deposit' when i % 30 = 0 then 'late_fee' else 'rent' end as type
        from generate_series(0, ${charges - 1}::int) i join seed_tenant t on t.n = i / 12`
      await tx`insert into charge (id, landlord_id, tenant_id, property_id, unit_id, tenancy_id, type, method, amount, due_date, source, created_at, updated_at)
        select id, landlord_id, tenant_id, property_id, property_id, tenant_id, type, 'check', amount, due_date, 'manual', ${today}::date, ${today}::date from seed_charge`
      // Of ten past charges: 0–6 paid, 7 partly paid, 8 reported, 9 open.
      await tx`insert into receipt (id, landlord_id, tenant_id, charge_id, amount, method, received_on, confirmation_number, reported_by, recorded_by, reported_at, verified_at, verified_by, verification_method)
        select receipt_id, landlord_id, tenant_id, id, case i % 10 when 7 then amount - 100 else amount end, 'bank_transfer', due_date, 'KH-SEED-' || i,
          case when i % 10 = 8 or i % 3 = 0 then 'tenant' else 'landlord' end, landlord_id, due_date,
          case when i % 10 <> 8 and i % 3 <> 1 then due_date end, case when i % 10 <> 8 and i % 3 <> 1 then landlord_id end, case when i % 10 <> 8 and i % 3 <> 1 then 'manual' end
        from seed_charge where due_date < ${today}::date and i % 10 < 9`
      await tx`insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
        select landlord_id, tenant_id, id, charge_id, amount, reported_at from receipt where confirmation_number like 'KH-SEED-%' and (reported_by = 'landlord' or verified_at is not null)
          and not exists (select from allocation a where a.landlord_id = receipt.landlord_id and a.receipt_id = receipt.id)`
      await tx`insert into reversal select landlord_id, tenant_id, receipt_id, 'Returned by the bank', due_date, landlord_id from seed_charge where due_date < ${today}::date and i % 100 = 1`
      await tx`insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
        select a.landlord_id, a.tenant_id, a.receipt_id, a.charge_id, -a.amount, a.created_at from allocation a join seed_charge s on s.receipt_id = a.receipt_id join reversal v on v.receipt_id = a.receipt_id`
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
