import {
  type BankTransfer,
  listTransfers,
  recordTransfer,
  undoTransfer as undoTransferCall,
} from '@keyhold/contracts/payments/bank-accounts'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { readTransfer, selectTransfers, transfer, undoTransfer } from '../../domain/bank-accounts/transfers.ts'
import { reportScope } from '../../domain/reports/report-day.ts'

const transferCursor = cursorCodec(calendarDate, id)

export const transferRoutes: Route[] = [
  serve(listTransfers, async ({ actor, query: { limit, cursor }, db }) => {
    const { landlordId } = actor
    const after = transferCursor.decode(cursor)
    const [rows, [count]] = await db.read(actor, (sql) => {
      const beyond = after ? sql`and (t.on, t.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``
      const page = sql`
        select t.* from bank_transfer t where t.landlord_id = ${landlordId} ${beyond} order by t.on desc, t.id desc limit ${whole(sql, limit + 1)}`
      return [
        sql<BankTransfer[]>`${selectTransfers(sql, page)}`,
        sql<
          { total: number }[]
        >`select count(*)::int as total from bank_transfer t where t.landlord_id = ${landlordId}`,
      ] as const
    })
    const cursorOf = ({ on, id: last }: BankTransfer) => transferCursor.encode(on, last)
    return pageBy(rows, { limit, total: count?.total ?? 0, cursorOf })
  }),

  serve(recordTransfer, async (handled) => {
    const { actor, body, db } = handled
    const { landlordId, userId: by } = actor
    const { today, now } = await reportScope(handled, {})
    return db.transaction(actor, async (tx) =>
      readTransfer(tx, landlordId, await transfer(tx, body, today, { landlordId, by, now })),
    )
  }),

  serve(undoTransferCall, async (handled) => {
    const { actor, params, body, db } = handled
    const { landlordId, userId: by } = actor
    const { today, now } = await reportScope(handled, {})
    return db.transaction(actor, async (tx) => {
      await undoTransfer(tx, { id: params.id, reason: body.reason, today }, { landlordId, by, now })
      return readTransfer(tx, landlordId, params.id)
    })
  }),
]
