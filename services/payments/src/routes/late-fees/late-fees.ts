import { type LateFee, listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { resolveAccounts } from '../../domain/ledger/accounts.ts'
import { postFees, waiveFee } from '../../domain/late-fees/decisions.ts'
import { selectLateFees } from '../../domain/late-fees/late-fee-query.ts'

export const lateFeeRoutes: Route[] = [
  serve(listLateFees, async ({ actor, query: { limit, cursor, ...filter }, db }) => {
    const { landlordId } = actor
    const behind = readCursor(cursor)
    const { status, accounts } = await resolveAccounts(db, actor, landlordId, filter)
    const [rows, [counted]] = await db.read(actor, (sql) => {
      const matching = sql`f.landlord_id = ${landlordId} ${status ? sql`and f.status = ${status}` : sql``} ${accounts ? sql`and f.tenant_id = any(${accounts}::uuid[])` : sql``}`
      const beyond = behind
        ? sql`and (f.created_at, f.id) < ((select b.created_at from late_fee b where b.landlord_id = ${landlordId} and b.id = ${behind}), ${behind}::uuid)`
        : sql``
      const fees = sql`select f.* from late_fee f where ${matching} ${beyond} order by f.created_at desc, f.id desc limit ${whole(sql, limit + 1)}`
      return [
        sql<LateFee[]>`${selectLateFees(sql, { fees })}`,
        sql<{ total: number }[]>`select count(*) as total from late_fee f where ${matching}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(postLateFees, ({ actor, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    return db.transaction(actor, (tx) => postFees(tx, body.ids, { landlordId, by, now: clock.now().toISOString() }))
  }),

  serve(waiveLateFee, ({ actor, params, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    return db.transaction(actor, (tx) =>
      waiveFee(tx, params.id, { landlordId, by, reason: body.reason, now: clock.now().toISOString() }),
    )
  }),
]
