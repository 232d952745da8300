import type { TrialBalance } from '@keyhold/contracts/payments/books'
import { type JournalAccount, journalAccounts } from '@keyhold/contracts/payments/journal'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { accountNameOf } from '../bank-accounts/account-query.ts'
import { accounts } from './accounts.ts'
import { nameOf } from './formats/text.ts'
import type { BookReading } from './read-books.ts'

interface SumRow {
  account: JournalAccount
  amount: number
  bankAccountId: string | null
  bankAccountName: string | null
}

function rowOf({ account, amount, bankAccountId, bankAccountName: name }: SumRow): TrialBalance['rows'][number] {
  const cents = toCents(amount)
  const bankAccount = bankAccountId === null || name === null ? null : { id: bankAccountId, name }
  return {
    account,
    bankAccountId,
    name: nameOf({ account, bankAccount }),
    kind: accounts[account].kind,
    debit: toDollars(Math.max(cents, 0)),
    credit: toDollars(Math.max(-cents, 0)),
  }
}

/** The balance of each account that was ever used, of cash by bank account, of postings up to a day that were recorded by a moment. */
export async function readTrialBalance(
  { db, actor }: BookReading,
  { asOf, knownAt, now }: { asOf: string; knownAt: string; now: string },
): Promise<TrialBalance> {
  const sums = await db.read(
    actor,
    (sql) => sql<SumRow[]>`
      select s.account, s.amount, case when s.account = 'cash' then coalesce(s.bank_account_id, s.landlord_id) end as bank_account_id,
        case when s.account = 'cash' then ${accountNameOf(sql, { landlord: sql`s.landlord_id`, account: sql`s.bank_account_id` })} end as bank_account_name
      from (select p.landlord_id, p.account, p.bank_account_id, sum(p.amount) as amount from posting p
      where p.landlord_id = ${actor.landlordId} and p.effective_on <= ${asOf}::date and p.recorded_at <= ${knownAt}::timestamptz group by 1, 2, 3) s
      order by bank_account_name, bank_account_id`,
  )
  const sumsOf = Map.groupBy(sums, ({ account }) => account)
  const rows = journalAccounts.flatMap((account) => (sumsOf.get(account) ?? []).map(rowOf))
  const total = (side: 'debit' | 'credit') => toDollars(rows.reduce((sum, row) => sum + toCents(row[side]), 0))
  return {
    asOf,
    knownAt,
    basis: 'accrual',
    rows,
    totals: { debit: total('debit'), credit: total('credit') },
    generatedAt: now,
  }
}
