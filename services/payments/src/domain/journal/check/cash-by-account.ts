import type { Database } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { accountNameOf } from '../../bank-accounts/account-query.ts'

/** The cash in each bank account of a landlord by all postings, by name. */
export const readCashByAccount = (db: Database, landlordId: string): Promise<{ name: string; amount: number }[]> =>
  db.read(
    serviceActor('payments', landlordId),
    (sql) => sql<{ name: string; amount: number }[]>`
      select ${accountNameOf(sql, { landlord: sql`s.landlord_id`, account: sql`s.bank_account_id` })} as name, s.amount from (
        select p.landlord_id, p.bank_account_id, sum(p.amount) as amount from posting p where p.landlord_id = ${landlordId} and p.account = 'cash' group by 1, 2
      ) s order by name`,
  )
