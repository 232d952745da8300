import {
  createRecurring,
  endRecurring,
  listRecurring,
  type RecurringCharge,
} from '@keyhold/contracts/payments/recurring-charges'
import { addDays } from '@keyhold/kit/lib/dates'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { accountIdsOf, namesOf } from '../../domain/ledger/accounts.ts'
import { lockAccountOf, lockAccounts } from '../../domain/ledger/charges.ts'
import { dayText } from '../../domain/explain/format.ts'
import { periodsOf } from '../../domain/rents/periods.ts'
import { amountOn, plannedCharges, type Rule } from '../../domain/rents/recurring-rules.ts'
import { syncAndAllocate } from '../../domain/rents/sync-charges.ts'
import { termsOf } from '../../domain/rents/tenancies.ts'
import { maxPastCharges } from '../../limits.ts'
import { fetchMissingAccount, findTenant } from '../../projections/tenants.ts'
import { tenancy } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'

type Row = Rule & { tenantName: string; propertyName: string | null; today: string }

export const recurringRoutes: Route[] = [
  serve(listRecurring, async ({ actor, query: { tenantId, limit, cursor }, db, clock }) => {
    const { landlordId } = actor
    const accounts = tenantId ? await accountIdsOf(db, actor, { landlordId, tenantId }) : []
    const after = readCursor(cursor)
    const now = clock.now().toISOString()
    const [rows, [count]] = await db.read(actor, (sql) => {
      // Leaves out rules without any period, such as rents of void tenancies.
      const where = sql`r.landlord_id = ${landlordId} and (r.ends_on is null or r.ends_on >= r.starts_on)
        ${tenantId ? sql`and r.tenant_id = any(${accounts}::uuid[])` : sql``}`
      const beyond = after
        ? sql`and (r.created_at, r.id) < (select o.created_at, o.id from rule o where o.landlord_id = ${landlordId} and o.id = ${after})`
        : sql``
      return [
        sql<
          Row[]
        >`${rowsOf(sql, sql`select r.* from rule r where ${where} ${beyond} order by r.created_at desc, r.id desc limit ${whole(sql, limit + 1)}`, now)}`,
        sql<{ total: number }[]>`select count(*)::int as total from rule r where ${where}`,
      ] as const
    })
    const page = pageOf(rows, limit, count?.total ?? 0)
    return { ...page, items: page.items.map(recordOf) }
  }),

  serve(createRecurring, async ({ actor, body, db, call, clock }) => {
    const { landlordId, userId } = actor
    const { paymentType, startsOn, endsOn = null, dueDay = null, proration, postingDays } = body
    if (paymentType === 'rent') refuseField('paymentType', 'The rent is set in the tenancy terms. Change it there')
    if (endsOn !== null && endsOn < startsOn) refuseField('endsOn', 'The last day must not be before the first')
    const tenant = await findTenant({ db, call, clock, actor }, body.tenantId)
    await fetchMissingAccount({ db, call, clock, actor }, tenant)
    const { accountId, tenancyId, propertyId } = tenant
    const now = clock.now().toISOString()
    refuseTooManyPastCharges({ startsOn, endsOn, dueDay }, now)

    const id = await db.transaction(actor, async (tx) => {
      await lockAccountOf(tx, tenant)
      const home = await homeOf(tx, { landlordId, tenancyId })
      const [made] = await tx
        .insert(rule)
        .values({
          landlordId,
          tenantId: accountId,
          tenancyId,
          propertyId: home ? home.propertyId : propertyId,
          unitId: home?.unitId ?? null,
          type: paymentType,
          description: body.description,
          steps: [{ startsOn, amount: body.amount }],
          startsOn,
          endsOn,
          dueDay,
          proration,
          postingDays,
          isRent: false,
          createdAt: now,
          updatedAt: now,
        })
        .returning()
      if (!made) throw new Error('the recurring charge was not written')
      const after = await termsOf(tx, made)
      if (plannedCharges(after).next().done) refuse('conflict', 'This tenancy ends before the charge would start.')
      await syncAndAllocate(tx, [{ before: null, after, by: userId, reason: 'Added as a recurring charge.' }], {
        landlordId,
        now,
      })
      return made.id
    })
    return readRule(db, actor, { id, now })
  }),

  serve(endRecurring, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId } = actor
    const now = clock.now().toISOString()
    const mine = and(eq(rule.landlordId, landlordId), eq(rule.id, params.id))

    await db.transaction(actor, async (tx) => {
      const [found] = await tx.select().from(rule).where(mine)
      if (!found) return notFound('Recurring charge')
      if (found.isRent)
        refuse('conflict', 'The rent ends with the tenancy. Record the move-out or change the terms there.')
      await lockAccounts(tx, landlordId, [found.tenantId])
      const [stored = found] = await tx.select().from(rule).where(mine)
      const before = await termsOf(tx, stored)
      const lastEmpty = addDays(stored.startsOn, -1)
      const endsOn = body.endsOn < stored.startsOn ? lastEmpty : body.endsOn
      await tx.update(rule).set({ endsOn, updatedAt: now }).where(mine)
      const after = await termsOf(tx, { ...stored, endsOn })
      const reason = `The recurring charge ends on ${dayText(body.endsOn)}.`
      await syncAndAllocate(tx, [{ before, after, by: userId, reason, cancellation: ended }], { landlordId, now })
    })
    return readRule(db, actor, { id: params.id, now })
  }),
]

const ended = 'The recurring charge ended before it fell due.'

function refuseTooManyPastCharges(
  { startsOn, endsOn, dueDay }: Pick<Rule, 'startsOn' | 'endsOn' | 'dueDay'>,
  now: string,
): void {
  const today = now.slice(0, 10)
  let past = 0
  for (const { dueOn } of periodsOf({ startsOn, endsOn, dueDay, periods: maxPastCharges + 1 }))
    if (dueOn <= today) past++
  if (past > maxPastCharges)
    refuseField(
      'startsOn',
      `This would charge more than ${maxPastCharges} months at once. Start at most five years ago`,
    )
}

async function homeOf(tx: Tx, { landlordId, tenancyId }: { landlordId: string; tenancyId: string | null }) {
  if (tenancyId === null) return null
  const [row] = await tx
    .select({ propertyId: tenancy.propertyId, unitId: tenancy.unitId })
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.tenancyId, tenancyId)))
  return row ?? null
}

const rowsOf = (sql: ReadSql, rules: ReturnType<ReadSql>, now: string) => sql`
  with r as materialized (${rules})
  select r.*, p.name as property_name, (${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date as today,
    ${namesOf(sql, { landlord: sql`r.landlord_id`, account: sql`r.tenant_id` })} as tenant_name
  from r left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
  order by r.created_at desc, r.id desc`

async function readRule(
  db: Database,
  actor: LandlordActor,
  { id, now }: { id: string; now: string },
): Promise<RecurringCharge> {
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<
        Row[]
      >`${rowsOf(sql, sql`select r.* from rule r where r.landlord_id = ${actor.landlordId} and r.id = ${id}`, now)}`,
  )
  return row ? recordOf(row) : notFound('Recurring charge')
}

/** The amount in force today; before the start, the first amount. */
function recordOf({ type, steps, nextPostOn, today, ...row }: Row): RecurringCharge {
  return {
    ...row,
    paymentType: type as RecurringCharge['paymentType'],
    description: row.description ?? 'Rent',
    amount: amountOn(steps, today),
    nextDueDate: nextPostOn && addDays(nextPostOn, row.postingDays ?? 0),
  }
}
