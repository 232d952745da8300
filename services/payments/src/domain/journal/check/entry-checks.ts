import type { Check } from './check.ts'

/** Every entry is balanced, its postings repeat its day and account, and none was recorded into a period that was closed already. */
const unbalanced: Check = (sql, landlordId) => sql`
  select 'postings of an entry sum to zero' as what, e.id, '0' as expected, coalesce(sum(p.amount)::text, 'none') as found
  from journal_entry e left join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
  where e.landlord_id = ${landlordId} group by e.id having coalesce(sum(p.amount), 1) <> 0`

const otherThanEntry: Check = (sql, landlordId) => sql`
  select 'a posting has the day and the account of its entry' as what, e.id, concat_ws(' ', e.effective_on, e.tenant_id) as expected, concat_ws(' ', p.effective_on, p.tenant_id) as found
  from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
  where e.landlord_id = ${landlordId} and (p.effective_on, p.recorded_at, p.tenant_id) is distinct from (e.effective_on, e.recorded_at, e.tenant_id)`

const inClosedPeriod: Check = (sql, landlordId) => sql`
  select 'nothing is recorded into a closed period' as what, e.id, 'after ' || k.through as expected, e.effective_on::text as found
  from closed_period k join journal_entry e on e.landlord_id = k.landlord_id and e.recorded_at > k.closed_at and e.effective_on <= k.through
  where k.landlord_id = ${landlordId}`

const depositsHeld: Check = (sql, landlordId) => sql`
  select 'the deposits held are not negative' as what, p.tenant_id as id, '0 or more' as expected, (-sum(p.amount))::text as found
  from posting p where p.landlord_id = ${landlordId} and p.account = 'deposits_held' group by p.tenant_id having sum(p.amount) > 0`

export const entryChecks = [unbalanced, otherThanEntry, inClosedPeriod, depositsHeld]
