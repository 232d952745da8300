import { toCents } from '@keyhold/kit/lib/money'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { accountNameOf } from '../bank-accounts/account-query.ts'
import { isBalanceSheet } from './accounts.ts'
import { textOn } from '../ledger/charge-texts.ts'
import { narrate, type Narrated } from './narrate.ts'
import type { BookEntry, BookLine, BookRange } from './types.ts'

/** Entries in memory at a time. */
const pageEntries = 500
/** Opening entries in memory at a time. */
const pageTenants = 200

export interface BookReading {
  db: Database
  actor: LandlordActor
}

type Line = Omit<BookLine, 'cents' | 'bankAccount'> & {
  amount: number
  bankAccountId: string | null
  bankAccountName: string | null
}

const lineOf = ({ amount, bankAccountId: id, bankAccountName: name, ...line }: Line): BookLine => ({
  ...line,
  cents: toCents(amount),
  bankAccount: id === null || name === null ? null : { id, name },
})

/** The account that the cash of a posting `p` is in; null for what is not cash. */
const bankColumns = (sql: ReadSql) => sql`
  case when p.account = 'cash' then coalesce(p.bank_account_id, p.landlord_id) end as bank_account_id,
  case when p.account = 'cash' then ${accountNameOf(sql, { landlord: sql`p.landlord_id`, account: sql`p.bank_account_id` })} end as bank_account_name`

/** For each tenant with an account that is not at zero before `from`, an entry with these balances, page by page. */
export async function* openingPages({ db, actor }: BookReading, { from, now }: BookRange): AsyncGenerator<BookEntry[]> {
  const { landlordId } = actor
  let after: string | null = null
  for (;;) {
    const rows: OpeningRow[] = await db.read(
      actor,
      (sql) => sql<OpeningRow[]>`
        with page as (
          select distinct p.tenant_id from posting p
          where p.landlord_id = ${landlordId} and p.effective_on < ${from}::date and p.tenant_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
          order by p.tenant_id limit ${pageTenants}
        )
        select g.tenant_id, g.tenant_id <> ${landlordId}::uuid as is_tenant, t.name, coalesce(s.lines, '[]') as lines
        from page g left join tenant t on t.landlord_id = ${landlordId} and t.tenant_id = g.tenant_id
        left join lateral (
          select json_agg(json_build_object('account', s.account, 'amount', s.amount, 'property', y.name, 'unit', null, 'tenancyId', s.tenancy_id, 'dueOn', null,
            'bankAccountId', s.bank_account_id, 'bankAccountName', s.bank_account_name) order by s.account, s.tenancy_id, s.bank_account_id) as lines
          from (
            select p.account, p.tenancy_id, p.property_id, p.amount, ${bankColumns(sql)} from (
              select p.landlord_id, p.account, p.tenancy_id, p.property_id, p.bank_account_id, sum(p.amount) as amount from posting p
            where p.landlord_id = ${landlordId} and p.tenant_id = g.tenant_id and p.effective_on < ${from}::date and p.recorded_at <= ${now}::timestamptz
            group by 1, 2, 3, 4, 5 having sum(p.amount) <> 0) p
          ) s left join property y on y.landlord_id = ${landlordId} and y.property_id = s.property_id
        ) s on true
        order by g.tenant_id`,
    )
    yield rows.map((row) => openingEntry(row, from)).filter(({ lines }) => lines.length > 0)
    after = rows.at(-1)?.tenantId ?? null
    if (rows.length < pageTenants) return
  }
}

interface OpeningRow {
  tenantId: string
  isTenant: boolean
  name: string | null
  lines: Line[]
}

function openingEntry({ tenantId, isTenant, name, lines: read }: OpeningRow, from: string): BookEntry {
  const lines = read.filter(({ account }) => account !== 'opening' && isBalanceSheet(account)).map(lineOf)
  const rest = -lines.reduce((sum, { cents }) => sum + cents, 0)
  const place = { property: null, unit: null, tenancyId: null, dueOn: null, bankAccount: null }
  return {
    id: `opening-${tenantId}`,
    kind: 'opening',
    on: from,
    tenant: isTenant ? { id: tenantId, name: name ?? '' } : null,
    narration: 'Opening balance',
    chargeId: null,
    receiptId: null,
    recordedAt: null,
    recordedBy: null,
    belongsOn: null,
    lines: rest === 0 ? lines : [...lines, { account: 'opening', cents: rest, ...place }],
  }
}

interface EntryRow extends Narrated {
  id: string
  tenantId: string
  isTenant: boolean
  tenantName: string | null
  recordedAt: string
  recordedBy: string | null
  chargeId: string | null
  receiptId: string | null
  lines: Line[]
}

/** The entries of the range by day, page by page. */
export async function* entryPages({ db, actor }: BookReading, range: BookRange): AsyncGenerator<BookEntry[]> {
  const { landlordId } = actor
  const { from, to, now } = range
  let after = { on: from, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows: EntryRow[] = await db.read(
      actor,
      (sql) => sql<EntryRow[]>`
        select e.id, e.kind, e.effective_on as on, e.belongs_on, e.reason, e.recorded_at, e.recorded_by, e.charge_id, e.receipt_id, e.tenant_id, t.name as tenant_name,
          said.type as charge_type, said.description, coalesce(c.source = 'recurring', false) as is_recurring, said.due_date, c.cancellation_reason,
          r.kind as receipt_kind, r.method, r.confirmation_number as reference, r.replaces_id is not null as is_correction,
          exists (select from closed_period k where k.landlord_id = e.landlord_id and k.through >= e.belongs_on and k.closed_at <= e.recorded_at) as is_closed, w.name as payer, v.kind as reversal_kind, v.reason as reversal_reason, m.method as movement_method,
          case when x.id is not null then ${accountNameOf(sql, { landlord: sql`e.landlord_id`, account: sql`x.from_id` })} end as transfer_from,
          case when x.id is not null then ${accountNameOf(sql, { landlord: sql`e.landlord_id`, account: sql`x.to_id` })} end as transfer_to, xu.reason as transfer_undone,
          e.tenant_id <> e.landlord_id as is_tenant, l.lines
        from (
          select * from journal_entry e where e.landlord_id = ${landlordId} and e.effective_on <= ${to}::date and (e.effective_on, e.id) > (${after.on}::date, ${after.id}::uuid)
            and e.recorded_at <= ${now}::timestamptz
          order by e.effective_on, e.id limit ${pageEntries}
        ) e
        left join tenant t on t.landlord_id = e.landlord_id and t.tenant_id = e.tenant_id
        left join charge c on c.landlord_id = e.landlord_id and c.id = e.charge_id
        left join lateral (${textOn(sql, sql`e.effective_on`)}) said on c.id is not null
        left join receipt r on r.landlord_id = e.landlord_id and r.id = e.receipt_id
        left join tenant w on w.landlord_id = r.landlord_id and w.tenant_id = r.payer_id
        left join reversal v on v.landlord_id = e.landlord_id and v.receipt_id = e.receipt_id
        left join deposit_movement m on m.landlord_id = e.landlord_id and m.id = e.movement_id
        left join bank_transfer x on x.landlord_id = e.landlord_id and x.id = e.movement_id
        left join bank_transfer_undo xu on xu.landlord_id = x.landlord_id and xu.transfer_id = x.id and e.kind = 'transfer_undone'
        cross join lateral (
          select json_agg(json_build_object('account', p.account, 'amount', p.amount, 'property', y.name, 'unit', u.name, 'tenancyId', p.tenancy_id, 'dueOn', p.due_on,
            'bankAccountId', p.bank_account_id, 'bankAccountName', p.bank_account_name) order by p.line) as lines
          from (select p.landlord_id, p.entry_id, p.line, p.account, p.amount, p.tenancy_id, p.due_on, p.property_id, p.unit_id, ${bankColumns(sql)} from posting p
            where p.landlord_id = e.landlord_id and p.entry_id = e.id) p left join property y on y.landlord_id = p.landlord_id and y.property_id = p.property_id
          left join unit u on u.landlord_id = p.landlord_id and u.unit_id = p.unit_id
        ) l
        order by e.effective_on, e.id`,
    )
    yield rows.map(entryOf)
    const last = rows.at(-1)
    if (!last || rows.length < pageEntries) return
    after = { on: last.on, id: last.id }
  }
}

function entryOf(row: EntryRow): BookEntry {
  const { id, kind, on, chargeId, receiptId, recordedAt, recordedBy, belongsOn } = row
  return {
    id,
    kind,
    on,
    tenant: row.isTenant ? { id: row.tenantId, name: row.tenantName ?? '' } : null,
    narration: narrate(row),
    chargeId,
    receiptId,
    recordedAt,
    recordedBy,
    belongsOn,
    lines: row.lines.map(lineOf),
  }
}
