import type { Ledger, LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import type { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { maxLedgerYears } from '../../limits.ts'
import { replacesFrom } from '../reports/report-charges.ts'
import { namesOf } from './accounts.ts'
import { isCounted, isNotReversed, chargeBalances } from './charge-balance.ts'

export type Entry = z.output<typeof LedgerEntry>

export interface LedgerQuery {
  landlordId: string
  /** Any tenant who shares the account. */
  tenantId: string
  /** Both days are included. Default: the last twelve months and all later entries. */
  from?: string | undefined
  to?: string | undefined
  now: string
}

interface Head {
  accountId: string
  names: string
  propertyName: string | null
  unitName: string | null
  timeZone: string
  today: string
  last: string
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
  const account = { landlordId, tenantId: head.accountId, timeZone: head.timeZone }
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
        sql<Pick<Ledger, 'due' | 'open' | 'credit' | 'awaiting' | 'depositHeld'>[]>`${figuresOf(sql, account, now)}`,
      ] as const,
  )
  const openingBalance = opening?.sum ?? 0
  const entries = withBalance(lines, openingBalance)
  return {
    tenantId: head.accountId,
    names: head.names,
    propertyName: head.propertyName,
    unitName: head.unitName,
    from,
    to,
    openingBalance,
    entries,
    closingBalance: entries.at(-1)?.balance ?? openingBalance,
    ...(figures ?? { due: 0, open: 0, credit: 0, awaiting: 0, depositHeld: 0 }),
  }
}

/** Adds the running balance to each line, in whole cents. */
export function withBalance(lines: Omit<Entry, 'balance'>[], opening: number): Entry[] {
  let cents = toCents(opening)
  return lines.map((line) => ({ ...line, balance: toDollars((cents += toCents(line.amount))) }))
}

function rangeOf({ from, to }: LedgerQuery, { today, last }: Head): { from: string; to: string } {
  const until = to ?? [today, last, from ?? today].toSorted().at(-1) ?? today
  const start = from ?? addDays(addMonths(to !== undefined && to < today ? to : today, -12), 1)
  if (start > until) refuse('invalid-input', 'The first day must not be after the last one.')
  // Charges posted years ahead must not make the default range exceed the limit.
  const end = addDays(addMonths(start, maxLedgerYears * 12), -1)
  if (to !== undefined && to > end) refuse('invalid-input', `At most ${maxLedgerYears} years at a time.`)
  return { from: start, to: until > end ? end : until }
}

/** The account, its home and today at its property. */
const headOf = (sql: ReadSql, { landlordId, tenantId, now }: LedgerQuery) => sql`
  select a.tenant_id as account_id, ${namesOf(sql, { landlord: sql`a.landlord_id`, account: sql`a.tenant_id` })} as names, p.name as property_name,
    (select u.name from unit u where u.landlord_id = y.landlord_id and u.unit_id = y.unit_id
      and exists (select from unit o where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id <> u.unit_id and not o.is_deleted)) as unit_name,
    z.name as time_zone, (${now}::timestamptz at time zone z.name)::date as today,
    coalesce((select max(c.due_date) from charge c where c.landlord_id = a.landlord_id and c.tenant_id = a.tenant_id and c.cancelled_at is null), (${now}::timestamptz at time zone z.name)::date) as last
  from tenant t
  join tenant a on a.landlord_id = t.landlord_id and a.tenant_id = t.account_id
  left join lateral (
    select y.landlord_id, y.unit_id, y.property_id from tenancy y where y.landlord_id = a.landlord_id and y.tenant_id = a.tenant_id and not y.is_void
    order by y.start_date desc nulls last, y.tenancy_id desc limit 1) y on true
  left join property p on p.landlord_id = a.landlord_id and p.property_id = coalesce(y.property_id, a.property_id)
  cross join lateral (select coalesce(p.time_zone, ${defaultTimeZone}::text) as name) z
  where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`

interface Account {
  landlordId: string
  tenantId: string
  timeZone: string
}

// As JSON, so that the SQL can look up the names.
const typeNames = JSON.stringify({
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance',
  other: 'Charge',
} satisfies Record<(typeof paymentTypes)[number], string>)
const methodNames = JSON.stringify({
  cash: 'cash',
  check: 'check',
  credit_card: 'credit card',
  ach: 'ACH',
  online: 'online payment',
  bank_transfer: 'bank transfer',
  money_order: 'money order',
} satisfies Record<(typeof paymentMethods)[number], string>)

/**
 * Every entry of an account. A charge cancelled by its due date was never owed and has no entry; one cancelled later is owed until then, and its
 * replacement from then on. Deposit movements and unconfirmed reports do not change the balance; their amount is in `aside`.
 */
function entriesOf(sql: ReadSql, { landlordId, tenantId, timeZone }: Account) {
  const day = (instant: ReturnType<ReadSql>) => sql`(${instant} at time zone ${timeZone}::text)::date`
  // The description of a late fee or another charge already says what it is.
  const wording = sql`case when c.type in ('late_fee', 'other') and c.description is not null then c.description
    else (${typeNames}::jsonb ->> c.type) || coalesce(': ' || c.description, '') end`
  const chargedOn = sql`greatest(c.due_date, ${replacesFrom(sql, sql`${timeZone}::text`)})`
  const method = sql`(${methodNames}::jsonb ->> r.method) || coalesce(', ' || r.confirmation_number, '')`
  return sql`
    select c.id, 'charge' as kind, ${chargedOn} as on, 1 as rank, ${wording} as description, c.id as payment_id, c.amount, null::numeric as aside, c.basis
    from charge c where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.cancelled_at is null
    union all
    select c.id, k.kind, k.on, k.rank, k.words, c.id, k.amount, null, c.basis
    from charge c cross join lateral (values
      ('charge', ${chargedOn}, 1, ${wording}, c.amount),
      ('cancellation', ${day(sql`c.cancelled_at`)}, 2, 'Cancelled: ' || c.cancellation_reason, -c.amount)) k (kind, "on", rank, words, amount)
    where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.cancelled_at is not null and ${day(sql`c.cancelled_at`)} > c.due_date
    union all
    select r.id, 'receipt', r.received_on, 3, case when r.deposit_movement_id is null then 'Payment by ' || ${method} else 'Paid from the security deposit' end, r.charge_id, -r.amount, null, null
    from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and (r.reported_by <> 'tenant' or r.verified_at is not null)
    union all
    select r.id, 'reversal', greatest(${day(sql`v.reversed_at`)}, r.received_on), 4, 'Payment reversed: ' || v.reason, r.charge_id, r.amount, null, null
    from receipt r join reversal v on v.landlord_id = r.landlord_id and v.receipt_id = r.id where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and (r.reported_by <> 'tenant' or r.verified_at is not null)
    union all
    select r.id, 'awaiting', r.received_on, 5, 'Reported, awaiting confirmation: ' || ${method}, r.charge_id, 0, r.amount, null
    from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}
    union all
    select d.id, case d.kind when 'refunded' then 'deposit_refund' else 'deposit_applied' end, d.on, 6,
      case d.kind when 'refunded' then 'Security deposit refunded' else 'Security deposit applied' end, null, 0, d.amount, null
    from deposit_movement d where d.landlord_id = ${landlordId} and d.tenant_id = ${tenantId}`
}

/** The balances as of today. */
function figuresOf(sql: ReadSql, { landlordId, tenantId }: Account, now: string) {
  const charges = chargeBalances(sql, { where: sql`c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId}`, now })
  return sql`
    select o.due, o.open, r.credit, r.awaiting, o.deposits - m.gone as deposit_held
    from (select coalesce(sum(c.open) filter (where c.due_date <= c.today), 0) as due, coalesce(sum(c.open), 0) as open,
      coalesce(sum(c.paid) filter (where c.type = 'security_deposit'), 0) as deposits from (${charges}) c) o
    cross join (
      select coalesce(sum(r.amount) filter (where r.reported_by = 'tenant' and r.verified_at is null), 0) as awaiting,
        coalesce(sum(r.amount - s.allocated) filter (where ${isCounted(sql)}), 0) as credit
      from receipt r
      cross join lateral (select coalesce(sum(a.amount), 0) as allocated from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id) s
      where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and ${isNotReversed(sql)}) r
    cross join (
      select coalesce(sum(d.amount), 0) as gone from deposit_movement d where d.landlord_id = ${landlordId} and d.tenant_id = ${tenantId}
        and (d.kind = 'refunded' or exists (select from receipt r where r.landlord_id = d.landlord_id and r.tenant_id = d.tenant_id and r.deposit_movement_id = d.id and ${isNotReversed(sql)}))) m`
}
