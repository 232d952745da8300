import type { CatchUp } from '@keyhold/contracts/payments/rent-changes'
import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { and, eq, sql } from 'drizzle-orm'
import { rule } from '../../schema/recurring-rules.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { hasOpenReport, paidAmount } from '../ledger/charge-balance.ts'
import { dayText } from '../explain/format.ts'
import { addCharge } from '../ledger/charges.ts'
import {
  catchUpBasis,
  catchUpFormula,
  type CatchUpLine,
  catchUpLines,
  catchUpRule,
  describeCatchUp,
  withStep,
} from './catch-up.ts'
import type { Rule } from './recurring-rules.ts'
import { adjustCharges, type Cause } from './sync-charges.ts'
import { termsOf } from './tenancies.ts'
import { readTodayAtProperties } from './today-at-properties.ts'

export interface RentChange {
  landlordId: string
  tenancyId: string
  from: string
  monthlyRent: number
  now: string
}

export interface PlannedCatchUp {
  rule: Rule
  lines: CatchUpLine[]
  today: string
}

type RentRow = {
  id: string
  period: string
  from: string
  to: string
  dueDate: string
  amount: number
  paid: number
  settled: number
  basis: Basis | null
  description: string | null
}

/** What a new rent changes about the rents that are charged already. @throws Refusal 404 where the tenancy has no rent */
export async function planCatchUp(tx: Tx, change: RentChange): Promise<PlannedCatchUp> {
  const { landlordId, tenancyId, from, monthlyRent, now } = change
  const [own] = await tx
    .select()
    .from(rule)
    .where(and(eq(rule.landlordId, landlordId), eq(rule.id, tenancyId), eq(rule.isRent, true)))
  if (!own) return notFound('Tenancy')
  const todayAt = await readTodayAtProperties(tx, { landlordId, propertyIds: [own.propertyId], now })
  const today = todayAt(own.propertyId)
  // Rents that are neither due nor paid follow the terms by themselves.
  const rows = await tx.execute<RentRow>(sql`
    select c.id, c.period, c.covers_from as "from", c.covers_to as "to", c.due_date as "dueDate", c.amount, s.paid, c.basis, c.description,
      (select coalesce(sum((u.basis -> 'inputs' ->> c.covers_from::text)::numeric), 0) from charge u
        where u.landlord_id = c.landlord_id and u.tenant_id = c.tenant_id and u.tenancy_id = ${tenancyId} and u.cancelled_at is null
          and u.basis ->> 'rule' = ${catchUpRule}) as "settled"
    from charge c cross join lateral (select ${paidAmount(sql)} as paid) s
    where c.landlord_id = ${landlordId} and c.rule_id = ${tenancyId} and c.tenant_id = ${own.tenantId} and c.cancelled_at is null
      and (c.due_date <= ${today}::date or s.paid > 0 or ${hasOpenReport(sql)})
    order by c.covers_from`)
  const rents = rows.map(({ amount, settled, basis, description, ...row }) => ({
    ...row,
    cents: toCents(amount),
    settled: toCents(settled),
    basis,
    isByHand: basis === null && description !== null,
  }))
  return { rule: own, lines: catchUpLines(rents, withStep(own.steps, { from, amount: monthlyRent }), from), today }
}

/** The answer of the API. */
export function catchUpOf({ lines, today }: PlannedCatchUp): CatchUp {
  const earliest = lines[0]?.rent.dueDate ?? today
  return {
    amount: toDollars(totalOf(lines)),
    formula: catchUpFormula(lines),
    dueDate: earliest > today ? earliest : today,
    lines: lines.map(({ rent, charged, owed, difference }) => ({
      paymentId: rent.id,
      from: rent.from,
      to: rent.to,
      dueDate: rent.dueDate,
      isPaidAhead: rent.dueDate > today,
      charged: toDollars(charged),
      owed: toDollars(owed),
      difference: toDollars(difference),
    })),
  }
}

export const totalOf = (lines: readonly CatchUpLine[]): number =>
  lines.reduce((sum, { difference }) => sum + difference, 0)

/** Charges what rents were too low and reduces those that were too high. Called under the account's lock. @returns the charges */
export async function applyCatchUp(
  tx: Tx,
  planned: PlannedCatchUp,
  change: RentChange & { by: string | null },
): Promise<string[]> {
  const { rule: own, lines, today } = planned
  const reason = `Rent changed to ${moneyText(toCents(change.monthlyRent))} from ${dayText(change.from)}.`
  const author = { landlordId: change.landlordId, by: change.by, now: change.now, reason }
  const [tooLow, tooHigh] = [lines.filter((one) => one.difference > 0), lines.filter((one) => one.difference < 0)]
  const reduced = await reduceRents(tx, { ...planned, lines: tooHigh }, { ...change, ...author })
  const made: string[] = []
  for (const isPaidAhead of [false, true]) {
    const part = tooLow.filter(({ rent }) => rent.dueDate > today === isPaidAhead)
    if (part.length > 0) made.push(await addCharge(tx, chargeOf({ ...planned, lines: part }, change), author))
  }
  await allocateCredit(tx, [own.tenantId, ...reduced], author)
  return made
}

function chargeOf({ rule: own, ...planned }: PlannedCatchUp, { landlordId, from, monthlyRent, now }: RentChange) {
  const { dueDate } = catchUpOf({ rule: own, ...planned })
  return {
    landlordId,
    tenantId: own.tenantId,
    propertyId: own.propertyId,
    unitId: own.unitId,
    tenancyId: own.tenancyId,
    type: 'rent' as const,
    method: 'check' as const,
    amount: toDollars(totalOf(planned.lines)),
    dueDate,
    source: 'manual' as const,
    description: describeCatchUp(planned.lines),
    basis: catchUpBasis(planned.lines, { from, monthlyRent, dueDate }),
    createdAt: now,
    updatedAt: now,
  }
}

/** Money on the reduced rents becomes credit of today. */
async function reduceRents(
  tx: Tx,
  { rule: own, lines, today }: PlannedCatchUp,
  { landlordId, now, monthlyRent, by, reason }: RentChange & Cause,
): Promise<string[]> {
  if (lines.length === 0) return []
  const terms = await termsOf(tx, own)
  const change = lines.map(({ rent, difference, owed }) => {
    const { id, from, to, dueDate, basis, paid } = rent
    const cents = rent.cents + difference
    if (cents <= 0) refuse('conflict', 'Cancel the earlier catch-up charge first: it is more than the new rent.')
    const less = rent.settled > 0 ? ` − ${moneyText(rent.settled)} charged separately = ${moneyText(cents)}` : ''
    const formula = `${moneyText(owed)} after the change of rent${less}`
    const charge = { id, period: '', coversFrom: from, coversTo: to, amount: toDollars(rent.cents), dueDate }
    return {
      charge: { ...charge, isCancelled: false, paid, isHeld: false },
      to: {
        period: { key: '', from, to, fullFrom: from, fullTo: to, dueOn: dueDate },
        cents,
        basis: { rule: basis?.rule ?? 'rent.full/1', formula, inputs: { ...basis?.inputs, full: monthlyRent } },
        isAtOnce: false,
      },
    }
  })
  const plan = {
    before: terms,
    after: terms,
    by,
    reason,
    cancel: [],
    change,
    post: [],
    nextPostOn: null,
    posted: [],
    today,
  }
  return adjustCharges(tx, [plan], { landlordId, now })
}
