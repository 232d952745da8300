import type { Ledger, LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { maxLedgerYears } from '../../limits.ts'
import { namesOn } from './accounts.ts'
import type { Order } from './allocation-order.ts'
import { isNotReversed, chargeBalances } from './charge-balance.ts'
import { type Account, entriesOf } from './ledger-entries.ts'

export type Entry = z.output<typeof LedgerEntry>

export interface LedgerQuery {
  landlordId: string
  /** Any tenant who shares the account. */
  tenantId: string
  /** The account itself, if the tenant may have left it for another one. */
  accountId?: string | undefined
  /** Both days are included. Default: the twelve months up to today at the property. */
  from?: string | undefined
  to?: string | undefined
  /** Only what was recorded by this moment counts. */
  knownAt?: string | undefined
  now: string
}

interface Head {
  accountId: string
  names: string
  propertyName: string | null
  unitName: string | null
  today: string
  allocationOrder: Order
}

/**
 * The ledger of a tenant and everyone who shares the tenancy, as shown on screen and in the statement. Null if the tenant is unknown.
 * For a tenant, pass the actor from `accountActorOf`. @throws Refusal 400 if the days are out of order or too far apart
 */
export async function readLedger(db: Database, actor: Actor, asked: LedgerQuery): Promise<Ledger | null> {
  const { landlordId, now } = asked
  const [head] = await db.read(actor, (sql) => sql<Head[]>`${headOf(sql, asked)}`)
  if (!head) return null
  const { from, to } = rangeOf(asked, head)
  const account = { landlordId, tenantId: head.accountId, knownAt: asked.knownAt }
  const [[opening], lines, [figures]] = await db.read(
    actor,
    (sql) =>
      [
        sql<
          { sum: number }[]
        >`select coalesce(sum(e.amount), 0) as sum from (${entriesOf(sql, account)}) e where e.on < ${from}::date`,
        sql<Omit<Entry, 'balance'>[]>`
          select e.id, e.kind, e.on, e.description, e.payment_id, e.amount, e.aside, e.basis from (${entriesOf(sql, account)}) e
          where e.on between ${from}::date and ${to}::date order by e.on, e.rank, e.id`,
        sql<
          Pick<Ledger, 'due' | 'open' | 'prepaid' | 'credit' | 'awaiting' | 'depositHeld'>[]
        >`${account.knownAt === undefined ? figuresOf(sql, account, now) : knownFiguresOf(sql, account, head.today)}`,
      ] as const,
  )
  const openingBalance = opening?.sum ?? 0
  const entries = withBalance(lines, openingBalance)
  return {
    tenantId: head.accountId,
    names: head.names,
    propertyName: head.propertyName,
    unitName: head.unitName,
    allocationOrder: head.allocationOrder,
    from,
    to,
    openingBalance,
    entries,
    closingBalance: entries.at(-1)?.balance ?? openingBalance,
    ...(figures ?? { due: 0, open: 0, prepaid: 0, credit: 0, awaiting: 0, depositHeld: 0 }),
  }
}

/** Adds the running balance to each line, in whole cents. */
export function withBalance(lines: Omit<Entry, 'balance'>[], opening: number): Entry[] {
  let cents = toCents(opening)
  return lines.map((line) => ({ ...line, balance: toDollars((cents += toCents(line.amount))) }))
}

function rangeOf({ from, to }: LedgerQuery, { today }: Head): { from: string; to: string } {
  const until = to ?? (from !== undefined && from > today ? from : today)
  const start = from ?? addDays(addMonths(to !== undefined && to < today ? to : today, -12), 1)
  if (start > until) refuse('invalid-input', 'The first day must not be after the last one.')
  const end = addDays(addMonths(start, maxLedgerYears * 12), -1)
  if (to !== undefined && to > end) refuse('invalid-input', `At most ${maxLedgerYears} years at a time.`)
  return { from: start, to: until > end ? end : until }
}

/** The account, its home and today at its property. */
const headOf = (sql: ReadSql, { landlordId, tenantId, accountId, to, now }: LedgerQuery) => sql`
  select a.tenant_id as account_id, ${namesOn(sql, { landlord: sql`a.landlord_id`, account: sql`a.tenant_id`, day: sql`least(${to ?? null}::date, (${now}::timestamptz at time zone z.name)::date)` })} as names, p.name as property_name,
    (select u.name from unit u where u.landlord_id = y.landlord_id and u.unit_id = y.unit_id
      and exists (select from unit o where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id <> u.unit_id and not o.is_deleted)) as unit_name,
    (${now}::timestamptz at time zone z.name)::date as today,
    o.allocation_order
  from tenant t
  join tenant a on a.landlord_id = t.landlord_id and a.tenant_id = coalesce(${accountId ?? null}::uuid, t.account_id)
  left join lateral (
    select y.landlord_id, y.unit_id, y.property_id from tenancy y where y.landlord_id = a.landlord_id and y.tenant_id = a.tenant_id and not y.is_void
    order by y.start_date desc nulls last, y.tenancy_id desc limit 1) y on true
  left join property p on p.landlord_id = a.landlord_id and p.property_id = coalesce(y.property_id, a.property_id)
  cross join lateral (select coalesce(p.time_zone, ${defaultTimeZone}::text) as name) z
  cross join lateral (select coalesce((
    select o.order from allocation_order o where o.landlord_id = a.landlord_id and o.tenant_id = a.tenant_id order by o.id desc limit 1), 'oldest_first') as allocation_order) o
  where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`

/** The balances as of today. */
function figuresOf(sql: ReadSql, { landlordId, tenantId }: Account, now: string) {
  const charges = chargeBalances(sql, { where: sql`c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId}`, now })
  return sql`
    select o.due, o.open, o.prepaid, r.credit, r.awaiting, d.deposit_held
    from (select coalesce(sum(c.open) filter (where c.due_date <= c.today), 0) as due, coalesce(sum(c.open), 0) as open,
      coalesce(sum(c.paid) filter (where c.due_date > c.today and c.type <> 'security_deposit'), 0) as prepaid from (${charges}) c) o
    cross join (
      select coalesce(sum(r.amount) filter (where r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}), 0) as awaiting, coalesce(sum(r.unallocated), 0) as credit
      from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId}) r
    cross join (
      select coalesce(-sum(p.amount), 0) as deposit_held from posting p where p.landlord_id = ${landlordId} and p.tenant_id = ${tenantId} and p.account = 'deposits_held') d`
}

/** The balances as of today, from the entries that were recorded by a moment. */
const knownFiguresOf = (sql: ReadSql, account: Account, today: string) => sql`
  select p.due, p.open, p.prepaid, p.credit, r.awaiting, p.deposit_held
  from (select coalesce(sum(p.amount) filter (where p.account = 'receivable' and p.effective_on <= ${today}::date), 0) as due, coalesce(sum(p.amount) filter (where p.account = 'receivable'), 0) as open,
    coalesce(-sum(p.amount) filter (where p.account = 'prepaid' and p.effective_on <= ${today}::date), 0) as prepaid, coalesce(-sum(p.amount) filter (where p.account in ('tenant_credit', 'allowance') and p.effective_on <= ${today}::date), 0) as credit,
    coalesce(-sum(p.amount) filter (where p.account = 'deposits_held' and p.effective_on <= ${today}::date), 0) as deposit_held
    from posting p where p.landlord_id = ${account.landlordId} and p.tenant_id = ${account.tenantId} and p.recorded_at <= ${account.knownAt ?? null}::timestamptz) p
  cross join (select coalesce(sum(e.aside), 0) as awaiting from (${entriesOf(sql, account)}) e where e.kind = 'awaiting') r`
