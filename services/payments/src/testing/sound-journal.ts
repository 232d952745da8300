import type { Sql } from 'postgres'

/** What must never be so on any day of any books. Each statement lists its exceptions. */
const faults = {
  'an entry does not sum to zero': `
    select entry_id::text as what from posting where landlord_id = $1 group by entry_id having sum(amount) <> 0`,
  'an entry without lines': `
    select id::text as what from journal_entry e where landlord_id = $1 and not exists (select from posting p where p.landlord_id = e.landlord_id and p.entry_id = e.id)`,
  'a line on another day than its entry': `
    select e.id::text as what from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id where e.landlord_id = $1 and (p.effective_on, p.recorded_at, p.tenant_id) <> (e.effective_on, e.recorded_at, e.tenant_id)`,
  'a charge is owed less than nothing': running('receivable', 'charge_id', '< 0'),
  'a receipt is spent twice': running('tenant_credit', 'receipt_id', '> 0'),
  'a concession or a write-off is spent twice': running('allowance', 'receipt_id', '> 0'),
  'prepaid money of a receipt is used twice': running('prepaid', 'receipt_id, charge_id', '> 0'),
  'a deposit held is below zero': running('deposits_held', 'tenant_id', '> 0'),
  // What was given back of a deposit that is not due yet, and whose payment was returned later, counts from its due day on.
  'more of the deposits was received than was due': running(
    'deposits_due',
    'tenant_id',
    '> 0',
    'greatest(effective_on, due_on)',
  ),
  // Held is what was received, less what was refunded and applied, and what was given back without being there is owed.
  'a deposit is held while as much of one that was given back is owed': `
    select distinct on (tenant_id) concat_ws(' ', tenant_id, day, held, owed) as what from (
      select k.tenant_id, k.day,
        (select -sum(p.amount) from posting p where p.landlord_id = $1 and p.tenant_id = k.tenant_id and p.account = 'deposits_held' and p.effective_on <= k.day) as held,
        (select sum(s.amount) from (
          select sum(p.amount) as amount from posting p
          where p.landlord_id = $1 and p.tenant_id = k.tenant_id and p.charge_type = 'security_deposit' and p.account in ('receivable', 'deposits_due') and p.effective_on <= k.day
          group by p.charge_id having sum(p.amount) > 0) s) as owed
      from (select distinct tenant_id, effective_on as day from posting where landlord_id = $1 and charge_type = 'security_deposit') k
    ) d where held > 0 and owed > 0 order by tenant_id, day`,
  'an entry in a closed period, recorded after it was closed': `
    select e.id::text || ' ' || e.kind || ' ' || e.effective_on as what from journal_entry e join closed_period k on k.landlord_id = e.landlord_id and e.effective_on <= k.through and e.recorded_at > k.closed_at where e.landlord_id = $1`,
  'the open amount of a charge is not its receivable': `
    select c.id::text as what from charge c where c.landlord_id = $1 and c.open <> (select coalesce(sum(p.amount), 0) from posting p where p.landlord_id = c.landlord_id and p.charge_id = c.id and p.account = 'receivable')`,
  'the credit of a receipt is not its postings': `
    select r.id::text as what from receipt r where r.landlord_id = $1 and r.unallocated <> (select -coalesce(sum(p.amount), 0) from posting p where p.landlord_id = r.landlord_id and p.receipt_id = r.id and p.account in ('tenant_credit', 'allowance'))`,
  'a charge is paid otherwise than its allocations say': `
    select c.id::text as what from charge c where c.landlord_id = $1 and c.cancelled_at is null and c.amount - c.open <> (select coalesce(sum(a.amount), 0) from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id)`,
} as const

function running(account: string, keys: string, wrong: string, day = 'effective_on'): string {
  return `
    select distinct on (${keys}) concat_ws(' ', ${keys}, day, balance) as what from (
      select ${keys}, ${day} as day, sum(sum(amount)) over (partition by ${keys} order by ${day}) as balance
      from posting where landlord_id = $1 and account = '${account}' group by ${keys}, ${day}
    ) d where balance ${wrong}`
}

/** The faults of a landlord's journal, and how many rules were checked. */
export async function findJournalFaults(owner: Sql, landlordId: string): Promise<{ rules: number; found: string[] }> {
  const found: string[] = []
  for (const [name, statement] of Object.entries(faults))
    for (const { what } of await owner.unsafe(statement, [landlordId])) found.push(`${name}: ${what}`)
  return { rules: Object.keys(faults).length, found }
}
