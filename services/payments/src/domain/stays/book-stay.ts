import type { JournalAccount } from '@keyhold/contracts/payments/journal'
import type { BookingMoney } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { accountForMoney } from '../bank-accounts/account-for-money.ts'
import { type Draft, type Line, recordEntries } from '../journal/record.ts'
import { amountsOf, differencesOf, effectiveDay, type StayAmount } from './stay-lines.ts'

/**
 * Brings the journal in line with the money of a short stay: income by the night stayed, taxes as a liability, platform fees as expenses. Only what
 * differs from what is booked is added. An older revision changes nothing.
 */
export async function bookStay(tx: Tx, money: BookingMoney, { now }: { now: string }): Promise<void> {
  const { landlordId, bookingId, propertyId, unitId, changedOn, revision } = money
  const isNewer = await claimRevision(tx, money)
  if (!isNewer) return
  const booked = await readBookedStay(tx, { landlordId, bookingId })
  const isFirst = booked.length === 0 && revision <= 1
  const bankAccountId = await accountForMoney(tx, landlordId, null)
  const entries = new Map<string, { draft: Omit<Draft, 'lines'>; amounts: StayAmount[] }>()
  for (const one of differencesOf(amountsOf(money), booked)) {
    const day = effectiveDay(one, { changedOn, isFirst })
    const key = `${one.kind} ${one.on} ${day}`
    const draft = { kind: one.kind, tenantId: landlordId, on: day, belongsOn: one.on, movementId: bookingId }
    entries.set(key, { draft, amounts: [...(entries.get(key)?.amounts ?? []), one] })
  }
  const lineOf = (account: JournalAccount, cents: number, dueOn: string): Line => ({
    account,
    cents,
    propertyId,
    unitId,
    dueOn,
    bankAccountId: account === 'cash' ? bankAccountId : null,
  })
  const drafts = [...entries.values()].map(({ draft, amounts }): Draft => {
    const owed = -amounts.reduce((sum, { cents }) => sum + cents, 0)
    return {
      ...draft,
      lines: [
        ...amounts.map(({ account, cents, on }) => lineOf(account, cents, on)),
        lineOf('guest_receivable', owed, draft.belongsOn ?? draft.on),
      ],
    }
  })
  await recordEntries(tx, drafts, { landlordId, by: null, now })
}

/** Holds the stay until the transaction ends. */
async function claimRevision(tx: Tx, { landlordId, bookingId, revision }: BookingMoney): Promise<boolean> {
  const rows = await tx.execute(sql`
    insert into booked_stay (landlord_id, booking_id, revision) values (${landlordId}, ${bookingId}, ${revision})
    on conflict (landlord_id, booking_id) do update set revision = excluded.revision where booked_stay.revision < excluded.revision
    returning booking_id`)
  return rows.length > 0
}

interface Row extends Omit<StayAmount, 'cents'> {
  amount: number
  [column: string]: unknown
}

async function readBookedStay(
  tx: Tx,
  { landlordId, bookingId }: { landlordId: string; bookingId: string },
): Promise<StayAmount[]> {
  const rows = await tx.execute<Row>(sql`
    select e.kind, p.account, p.due_on as "on", sum(p.amount) as amount
    from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
    where e.landlord_id = ${landlordId} and e.movement_id = ${bookingId} and p.account <> 'guest_receivable'
    group by e.kind, p.account, p.due_on having sum(p.amount) <> 0`)
  return rows.map(({ kind, account, on, amount }) => ({ kind, account, on, cents: toCents(amount) }))
}
