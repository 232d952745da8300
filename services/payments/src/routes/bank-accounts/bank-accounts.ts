import {
  archiveBankAccount,
  type BankAccount,
  createBankAccount,
  listBankAccounts,
  restoreBankAccount,
  updateBankAccount,
} from '@keyhold/contracts/payments/bank-accounts'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { readAccount, selectAccounts } from '../../domain/bank-accounts/account-query.ts'
import { addAccount, archiveAccount, changeAccount, restoreAccount } from '../../domain/bank-accounts/save-account.ts'

export const bankAccountRoutes: Route[] = [
  serve(listBankAccounts, async ({ actor, db }) =>
    db.read(
      actor,
      (sql) =>
        sql<
          BankAccount[]
        >`select * from (${selectAccounts(sql, actor.landlordId)}) b order by b."archivedAt" is not null, b."isDefault" desc, lower(b.name)`,
    ),
  ),

  serve(createBankAccount, async ({ actor, body, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) =>
      readAccount(tx, landlordId, await addAccount(tx, body, { landlordId, now })),
    )
  }),

  serve(updateBankAccount, async ({ actor, params, body, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      await changeAccount(tx, params.id, body, { landlordId, now })
      return readAccount(tx, landlordId, params.id)
    })
  }),

  serve(archiveBankAccount, async ({ actor, params, body, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      await archiveAccount(tx, params.id, body, { landlordId, now })
      return readAccount(tx, landlordId, params.id)
    })
  }),

  serve(restoreBankAccount, async ({ actor, params, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      await restoreAccount(tx, params.id, { landlordId, now })
      return readAccount(tx, landlordId, params.id)
    })
  }),
]
