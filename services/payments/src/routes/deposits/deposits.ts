import { applyDeposit, depositTotals, listDeposits, refundDeposit } from '@keyhold/contracts/payments/deposits'
import type { Tx } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import { resolveAccounts } from '../../domain/ledger/accounts.ts'
import { lockAccounts } from '../../domain/ledger/charges.ts'
import { apply, readDeposit, refund } from '../../domain/deposits/deposit-movements.ts'
import {
  type Deposit,
  depositAccountOf,
  selectDeposits,
  hasDepositActivity,
} from '../../domain/deposits/deposit-query.ts'
import { findTenant, type Lookup } from '../../projections/tenants.ts'

export const depositRoutes: Route[] = [
  serve(listDeposits, async ({ actor, query: { limit, cursor, ...filter }, db }) => {
    const { landlordId } = actor
    const behind = readCursor(cursor)
    const { propertyId, held, accounts } = await resolveAccounts(db, actor, landlordId, filter)
    const [rows, [counted]] = await db.read(actor, (read) => {
      const picked = read`${hasDepositActivity(read, read`${landlordId}::uuid`)} ${accounts ? read`and t.tenant_id = any(${accounts}::uuid[])` : read``}`
      const matching = read`${held === undefined ? read`true` : held ? read`held > 0` : read`held <= 0`} ${propertyId ? read`and "propertyId" = ${propertyId}` : read``}`
      const deposits = (where: typeof picked) => read`(${selectDeposits(read, where)}) d where ${matching}`
      const beyond = behind ? read`and t.tenant_id < ${behind}` : read``
      return [
        read<
          (Deposit & { id: string })[]
        >`select * from ${deposits(read`${picked} ${beyond}`)} order by d.id desc limit ${whole(read, limit + 1)}`,
        read<{ total: number }[]>`select count(*) as total from ${deposits(picked)}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(depositTotals, async ({ actor, db }) => {
    const { landlordId } = actor
    const [sums] = await db.read(
      actor,
      (read) => read<{ held: number; tenancies: number }[]>`
        select coalesce(sum(held), 0) as held, count(*) as tenancies from (${selectDeposits(read, hasDepositActivity(read, read`${landlordId}::uuid`))}) d where held > 0`,
    )
    return sums ?? { held: 0, tenancies: 0 }
  }),

  serve(refundDeposit, async ({ actor, params, body, db, call, clock }) => {
    const now = clock.now().toISOString()
    const { amount, paymentMethod: method, paidOn = null, notes = null, bankAccountId } = body
    return onAccount({ db, call, clock, actor }, params.id, async (tx, account) => {
      await refund(tx, { ...account, now }, { amount, method, paidOn, notes, bankAccountId })
      return readDeposit(tx, account)
    })
  }),

  serve(applyDeposit, async ({ actor, params, body, db, call, clock }) => {
    const now = clock.now().toISOString()
    const { amount, reason } = body
    return onAccount({ db, call, clock, actor }, params.id, async (tx, account) => {
      await apply(tx, { ...account, now }, { amount, chargeId: body.paymentId ?? null, reason })
      return readDeposit(tx, account)
    })
  }),
]

/** Runs `work` under the lock of the tenant's account, so that concurrent requests cannot spend the deposit twice. */
async function onAccount<T>(
  lookup: Lookup,
  tenantId: string,
  work: (tx: Tx, account: { landlordId: string; tenantId: string; by: string }) => Promise<T>,
): Promise<T> {
  const { db, actor } = lookup
  const { landlordId, userId: by } = actor
  await findTenant(lookup, tenantId)
  return db.transaction(actor, async (tx) => {
    const [stored] = await tx.execute<{ accountId: string }>(depositAccountOf(sql, { landlordId, tenantId }))
    const accountId = stored?.accountId ?? tenantId
    await lockAccounts(tx, landlordId, [accountId])
    return work(tx, { landlordId, tenantId: accountId, by })
  })
}
