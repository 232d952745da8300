import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { depositLines } from './book-receipts.ts'
import { availableOn, balanceOn, bookedDay, type Movement } from './dating.ts'
import { type Held, readHeld, readHeldMovements } from './deposits-held.ts'
import { type Author, type ChargeRef, type Draft, type Line, recordEntries } from './record.ts'

/** They change what is held or owed as a deposit; what is owed may be owed because the deposit was given back. */
export const isOfDeposit = (lines: readonly Line[]): boolean =>
  lines.some(({ account, charge }) => account === 'deposits_held' || charge?.type === 'security_deposit')

/** What the tenant owes because their deposit was given back or used before its money was returned, by day; of a cancelled charge, the loss. */
interface Shortage {
  tenantId: string
  charge: ChargeRef
  account: 'deposits_due' | 'bad_debt'
  movements: Movement[]
}

/**
 * What is held makes up for what was given back without being there, from the day `from` on: a deposit is not held as long as as much of it is owed.
 * It makes up until the shortage ends, also if the payment that ends it is booked already.
 * `regained` is what an undone refund or use brought back; it also makes up for a loss. Requires the account's lock.
 */
export async function makeUpDeposits(
  tx: Tx,
  { tenantIds, from, regained = 0 }: { tenantIds: readonly string[]; from: string; regained?: number },
  author: Author,
): Promise<void> {
  const { landlordId } = author
  const shortages = await readShortages(tx, landlordId, tenantIds)
  if (shortages.length === 0) return
  const first = await bookedDay(tx, { landlordId, on: from })
  const movements = await readHeldMovements(tx, landlordId, tenantIds)
  const held = await readHeld(tx, landlordId, tenantIds)
  for (const [tenantId, list] of Map.groupBy(shortages, (one) => one.tenantId)) {
    const made = madeUp(list, { held: movements.get(tenantId) ?? [], from: first, regained })
    let there = held.filter((one) => one.tenantId === tenantId)
    const used = new Map<string, Line[]>()
    const drafts = made.map(({ on, cents, charge, account }): Draft => {
      const before = used.get(charge.id) ?? []
      const lines = cents > 0 ? linesFrom(there, cents, charge) : linesBack(before, -cents)
      there = without(there, lines)
      used.set(charge.id, [...before, ...lines])
      const settled = { account, cents: -cents, charge }
      return { kind: 'changed', tenantId, on, chargeId: charge.id, lines: [...lines, settled] }
    })
    await recordEntries(tx, drafts, author)
  }
}

/** Takes an amount from the deposits held; what none of them has any more in the end was held for the charge. */
const linesFrom = (held: readonly Held[], cents: number, { tenancyId, propertyId }: ChargeRef): Line[] =>
  depositLines(held, cents).map((line) => ({ tenancyId, propertyId, ...line }))

/** Gives back an amount of what was taken and not given back yet (lines below 0), the latest first. */
export function linesBack(lines: readonly Line[], cents: number): Line[] {
  let [left, back] = [cents, 0]
  return lines.toReversed().flatMap((line): Line[] => {
    if (line.cents < 0) {
      back -= line.cents
      return []
    }
    const open = Math.max(0, line.cents - back)
    back = Math.max(0, back - line.cents)
    const part = Math.min(left, open)
    left -= part
    return part > 0 ? [{ ...line, cents: -part }] : []
  })
}

const without = (held: readonly Held[], lines: readonly Line[]): Held[] =>
  held.map((one) => {
    const own = lines.filter((line) => line.tenancyId === one.tenancyId && line.propertyId === one.propertyId)
    return { ...one, cents: own.reduce((left, { cents }) => left - cents, one.cents) }
  })

/** Above 0: what is held makes up for that much more from that day on; below 0: for that much less. */
type MadeUp = Movement & Pick<Shortage, 'charge' | 'account'>

/** What of shortages is covered by what is held on each day; of a loss, what is held on all later days too. */
function madeUp(
  shortages: readonly Shortage[],
  { held: known, from, regained }: { held: readonly Movement[]; from: string; regained: number },
): MadeUp[] {
  const held = [...known]
  const all = [held, ...shortages.map(({ movements }) => movements)].flat()
  const days = [...new Set([from, ...all.map(({ on }) => on)])].filter((on) => on >= from).toSorted()
  let back = regained
  return shortages.flatMap(({ charge, account, movements }) => {
    const coveredOn = (on: string) =>
      account === 'bad_debt'
        ? Math.min(availableOn(held, on), availableOn(movements, on), back)
        : Math.max(0, Math.min(balanceOn(held, on), balanceOn(movements, on)))
    const covered = days.map(coveredOn)
    const made = days.flatMap((on, n): MadeUp[] => {
      const cents = (covered[n] ?? 0) - (covered[n - 1] ?? 0)
      return cents === 0 ? [] : [{ on, cents, charge, account }]
    })
    held.push(...made.map(({ on, cents }) => ({ on, cents: -cents })))
    if (account === 'bad_debt') back -= covered.at(-1) ?? 0
    return made
  })
}

/** The shortages of accounts, also those that have ended, what is owed before what is lost. */
async function readShortages(tx: Tx, landlordId: string, tenantIds: readonly string[]): Promise<Shortage[]> {
  interface Row extends Omit<ChargeRef, 'type'> {
    tenantId: string
    account: Shortage['account']
    movements: { on: string; amount: number }[]
    [column: string]: unknown
  }
  const rows = await tx.execute<Row>(sql`
    select s.tenant_id as "tenantId", s.account, c.id, c.due_date as "dueOn", c.tenancy_id as "tenancyId", c.property_id as "propertyId", c.unit_id as "unitId", s.movements
    from (
      select d.tenant_id, d.charge_id, d.account, json_agg(json_build_object('on', d.effective_on, 'amount', d.amount)) as movements
      from (
        select p.tenant_id, p.charge_id, case p.account when 'bad_debt' then 'bad_debt' else 'deposits_due' end as account, p.effective_on, sum(p.amount) as amount
        from posting p where p.landlord_id = ${landlordId} and p.tenant_id = any(${sql.param([...new Set(tenantIds)])}::uuid[])
          and p.charge_type = 'security_deposit' and p.account in ('receivable', 'deposits_due', 'bad_debt')
        group by 1, 2, 3, 4 having sum(p.amount) <> 0
      ) d group by 1, 2, 3
    ) s join charge c on c.landlord_id = ${landlordId} and c.id = s.charge_id
    order by s.account desc, c.due_date, c.id`)
  return rows.map(({ tenantId, account, movements, id, dueOn, tenancyId, propertyId, unitId }) => ({
    tenantId,
    account,
    charge: { id, type: 'security_deposit', dueOn, tenancyId, propertyId, unitId },
    movements: movements.map(({ on, amount }) => ({ on, cents: toCents(amount) })),
  }))
}
