import { addDays } from '@keyhold/kit/lib/dates'
import { joinProperty, paidAmount, todayAtProperty } from '../ledger/charge-balance.ts'
import type { Tag } from '../ledger/sql.ts'
import { todayAnywhere } from '../sums/revenue-of-months.ts'

/**
 * The day of a report. A past day is read from the journal: only entries that take effect by that day count. Today and later days are read from the
 * projections of the journal, with today in each property's time zone.
 */
export interface AsOf {
  landlordId: string
  day: string
  /** Today for this landlord. */
  today: string
  now: string
  /** Only what was recorded by this moment counts. */
  knownAt?: string | undefined
}

/** The day is read from the journal. */
export const isPast = ({ day, today, knownAt }: AsOf): boolean => day < today || knownAt !== undefined

/** The postings `e` that count on the day. */
export const isPostedBy = <F>(sql: Tag<F>, { day, knownAt }: AsOf): F =>
  sql`e.effective_on <= ${day}::date ${knownAt === undefined ? sql`` : sql`and e.recorded_at <= ${knownAt}::timestamptz`}`

/** The last day that counts for a row of the property `p`: for today, today in its time zone. */
export const lastDayAt = <F>(sql: Tag<F>, asOf: AsOf): F =>
  asOf.day === asOf.today ? todayAtProperty(sql, asOf.now) : sql`${asOf.day}::date`

export interface ChargesAsked<F> {
  /** Only charges of one property. */
  propertyId?: string | null
  /** Only charges that are due from this day on. */
  from?: string
  /** Besides what was open, also what was settled and is due from this day on. */
  settledFrom?: string
  /** Also charges that are due after the day, up to this one. Of a past day they are not known. */
  to?: F
  /** The numbers of days past the due date that the reader compares with; without, what is due today, late or to come is told apart. */
  edges?: readonly number[]
}

/**
 * Selects charges as of the day, each with `amount`, `paid`, `open`, `due_date` and `day`; what is due after `day` is not due yet. Of a past day those
 * that changed since come from the journal; the others are as they were.
 */
export function chargesOn<F>(sql: Tag<F>, asOf: AsOf, asked: ChargesAsked<F> = {}): F {
  const { landlordId, day, knownAt } = asOf
  const { propertyId = null, from, settledFrom } = asked
  const here = sql`${propertyId === null ? sql`` : sql`and c.property_id = ${propertyId}`} ${from === undefined ? sql`` : sql`and c.due_date >= ${from}::date`}`
  const settled = (until: F) => sql`
    union all
    select c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, c.amount as paid, 0::numeric as open, ${day}::date as day from charge c
    where c.landlord_id = ${landlordId} and c.due_date >= ${settledFrom ?? day}::date and ${until} and c.cancelled_at is null ${here}`
  if (!isPast(asOf)) {
    const { to = sql`${day}::date`, edges } = asked
    const open = openNow(sql, asOf, { where: sql`c.due_date <= ${to} ${here}`, edges })
    return settledFrom === undefined
      ? open
      : sql`${open} ${settled(sql`c.settled_on is not null and c.due_date <= ${to}`)}`
  }
  const fromJournal = sql`
    select c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, c.paid, c.open, ${day}::date as day from (${journalled(sql, asOf)}) c
    where c.amount > 0 and (c.open > 0 ${settledFrom === undefined ? sql`` : sql`or c.due_date >= ${settledFrom}::date`}) ${here}`
  if (knownAt !== undefined) return fromJournal
  return sql`
    select ${columnsOf(sql)}, ${day}::date as day from charge c
    where c.landlord_id = ${landlordId} and ${isUnsettled(sql)} and c.due_date <= ${day}::date and c.booked_to <= ${day}::date ${here}
    ${settledFrom === undefined ? sql`` : settled(sql`c.settled_on <= ${day}::date`)}
    union all ${fromJournal}`
}

const columnsOf = <F>(sql: Tag<F>): F =>
  sql`c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, ${paidAmount(sql)} as paid, c.open`

/** As the index of open charges has it, word for word. */
const isUnsettled = <F>(sql: Tag<F>): F => sql`c.settled_on is null and c.cancelled_at is null`

/** Open charges today or on a later day. Only near the days on which something changes it matters where the property is. */
function openNow<F>(
  sql: Tag<F>,
  { landlordId, day, today, now }: AsOf,
  { where, edges }: { where: F; edges?: readonly number[] | undefined },
): F {
  const open = sql`c.landlord_id = ${landlordId} and ${isUnsettled(sql)} and ${where}`
  if (day !== today) return sql`select ${columnsOf(sql)}, ${day}::date as day from charge c where ${open}`
  const { earliest, latest } = todayAnywhere(now)
  const windows = edges?.map((edge) => ({ from: addDays(earliest, 1 - edge), to: addDays(latest, -edge) })) ?? [
    { from: earliest, to: latest },
  ]
  const near = windows.reduce(
    (any, { from, to }) => sql`${any} or c.due_date between ${from}::date and ${to}::date`,
    sql`false`,
  )
  return sql`
    select ${columnsOf(sql)}, ${day}::date as day from charge c where ${open} and not (${near})
    union all
    select ${columnsOf(sql)}, ${todayAtProperty(sql, now)} as day from charge c ${joinProperty(sql)} where ${open} and (${near})`
}

/** Selects what the journal says on a past day about charges that were booked by then and changed since, or about all if they are asked for as they were known. */
function journalled<F>(sql: Tag<F>, asOf: AsOf): F {
  const { landlordId, day, knownAt } = asOf
  const those = (where: F) =>
    sql`select c.id, c.tenant_id from charge c where c.landlord_id = ${landlordId} and ${where}`
  // As the indexes have them; the second are those whose due day was moved, few, found by the day on which they were booked (hence the sum).
  const charges =
    knownAt === undefined
      ? sql`${those(sql`${isUnsettled(sql)} and c.due_date <= ${day}::date and (c.booked_to is null or c.booked_to > ${day}::date)`)}
        union all ${those(sql`${isUnsettled(sql)} and c.booked_from < c.due_date and c.due_date + 0 > ${day}::date and c.booked_from <= ${day}::date`)}
        union all ${those(sql`c.settled_on > ${day}::date and c.booked_from <= ${day}::date`)}`
      : those(sql`c.booked_from <= ${day}::date`)
  return sql`
    select c.id, c.tenant_id, s.type, s.open, s.amount, s.amount - s.open as paid, s.due_date, s.property_id, s.tenancy_id from (${charges}) c cross join lateral (
      select sum(e.amount) as open, sum(e.amount) filter (where e.receipt_id is null) as amount, ${lastOf(sql, sql`e.charge_type`)} as type,
        ${lastOf(sql, sql`e.due_on`)} as due_date, ${lastOf(sql, sql`e.property_id`)} as property_id, ${lastOf(sql, sql`e.tenancy_id`)} as tenancy_id
      from posting e where e.landlord_id = ${landlordId} and e.charge_id = c.id and e.account = 'receivable' and ${isPostedBy(sql, asOf)}
    ) s`
}

/** What the posting that charged something last says, of those not taken back since. */
const lastOf = <F>(sql: Tag<F>, column: F): F =>
  sql`(array_agg(${column} order by e.entry_id desc) filter (where e.receipt_id is null and e.amount > 0))[1]`

/** What was charged, cancelled and paid in a period. */
export interface MovementRow {
  n: number
  isDeposit: boolean
  charged: number
  cancelled: number
  paid: number
}

/**
 * What was charged, cancelled and paid in each period `n`, by whether it is a deposit. What happens to a charge on one day counts as one: what was never
 * owed is neither charged nor cancelled. charged − cancelled − paid is the change of what is open.
 */
export function movementsOf<F>(
  sql: Tag<F>,
  asOf: AsOf,
  { starts, from, propertyId }: { starts: F; from: string; propertyId: string | null },
): F {
  const { landlordId, day, today, now } = asOf
  const latest = day === today ? todayAnywhere(now).latest : day
  return sql`
    select n, charge_type = 'security_deposit' as is_deposit, coalesce(sum(asked) filter (where asked > 0), 0) as charged, coalesce(-sum(asked) filter (where asked < 0), 0) as cancelled, coalesce(-sum(paid), 0) as paid
    from (
      select width_bucket(e.effective_on, ${starts}) as n, e.charge_type, coalesce(sum(e.amount) filter (where e.receipt_id is null), 0) as asked, coalesce(sum(e.amount) filter (where e.receipt_id is not null), 0) as paid
      from posting e left join property p on p.landlord_id = e.landlord_id and p.property_id = e.property_id
      where e.landlord_id = ${landlordId} and e.account = 'receivable' and e.effective_on between ${from}::date and ${latest}::date and e.effective_on <= ${lastDayAt(sql, asOf)}
        ${asOf.knownAt === undefined ? sql`` : sql`and e.recorded_at <= ${asOf.knownAt}::timestamptz`} ${propertyId === null ? sql`` : sql`and e.property_id = ${propertyId}`}
      group by e.charge_id, e.effective_on, e.charge_type
    ) days group by 1, 2`
}
