import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import { joinProperty, todayAtProperty } from './charge-balance.ts'
import type { Tag } from './sql.ts'

/** Keeps what charges say before they change, for the days before today on which they were owed. */
export async function keepTexts(
  tx: Tx,
  { landlordId, ids, now }: { landlordId: string; ids: readonly string[]; now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    insert into charge_text (landlord_id, tenant_id, charge_id, until, type, due_date, description, basis, created_at)
    select c.landlord_id, c.tenant_id, c.id, d.today, c.type, c.due_date, c.description, c.basis, ${now}::timestamptz
    from charge c ${joinProperty(sql)} cross join lateral (select ${todayAtProperty(sql, now)} as today) d
    where c.landlord_id = ${landlordId} and c.id = any(${sql.param([...ids])}::uuid[]) and c.booked_from < d.today`)
}

/** Selects what the charge `c` said on a day: `type`, `due_date`, `description` and `basis`. */
export const textOn = <F>(tag: Tag<F>, day: F): F => tag`
  select s.type, s.due_date, s.description, s.basis from (
    select 1 as rank, t.until, t.id, t.type, t.due_date, t.description, t.basis from charge_text t
    where t.landlord_id = c.landlord_id and t.charge_id = c.id and t.until > ${day}
    union all select 2, null, null, c.type, c.due_date, c.description, c.basis
  ) s order by s.rank, s.until, s.id limit 1`
