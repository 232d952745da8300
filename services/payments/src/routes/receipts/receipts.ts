import {
  editReceipt,
  getReceipt,
  listReceipts,
  proposeAllocation,
  reallocateReceipt,
  type Receipt,
  recordReceipt,
  reverseReceipt,
} from '@keyhold/contracts/payments/receipts'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { accountForMoney } from '../../domain/bank-accounts/account-for-money.ts'
import { proposeReturnedPaymentFees } from '../../domain/late-fees/returned-payment.ts'
import { dayText } from '../../domain/explain/format.ts'
import { allocate } from '../../domain/ledger/allocate.ts'
import { accountIdsOf } from '../../domain/ledger/accounts.ts'
import { lockAccountOf, openCharges } from '../../domain/ledger/charges.ts'
import { correctReceipt, lockReceipt, moveAllocations } from '../../domain/receipts/correct.ts'
import { assertReceivedBy, readDays } from '../../domain/receipts/latest-day.ts'
import { assertPaysOwn, leftBy, payerOf } from '../../domain/receipts/payers.ts'
import { receive } from '../../domain/receipts/receive.ts'
import { readReceipt, selectReceipts } from '../../domain/receipts/receipt-query.ts'
import { lastUndoOf } from '../../domain/receipts/refunds.ts'
import { takeBack, takenBackOn } from '../../domain/receipts/take-back.ts'
import { syncAfterReport } from '../../domain/rents/sync-after-report.ts'
import { fetchMissingAccount, findTenant } from '../../projections/tenants.ts'

const receiptCursor = cursorCodec(calendarDate, id)

export const receiptRoutes: Route[] = [
  serve(listReceipts, async ({ actor, query, db }) => {
    const { landlordId } = actor
    const { tenantId, paymentId, from, to, limit, cursor } = query
    const accounts = tenantId ? await accountIdsOf(db, actor, { landlordId, tenantId }) : []
    const after = receiptCursor.decode(cursor)
    const [rows, [count]] = await db.read(actor, (sql) => {
      const where = sql`r.landlord_id = ${landlordId}
        ${tenantId ? sql`and r.tenant_id = any(${accounts}::uuid[])` : sql``}
        ${paymentId ? sql`and (r.charge_id = ${paymentId} or r.id in (select a.receipt_id from allocation a where a.landlord_id = ${landlordId} and a.charge_id = ${paymentId}))` : sql``}
        ${from ? sql`and r.received_on >= ${from}::date` : sql``} ${to ? sql`and r.received_on <= ${to}::date` : sql``}`
      const beyond = after ? sql`and (r.received_on, r.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``
      const page = sql`select r.* from receipt r where ${where} ${beyond} order by r.received_on desc, r.id desc limit ${whole(sql, limit + 1)}`
      return [
        sql<Receipt[]>`${selectReceipts(sql, page)}`,
        sql<{ total: number }[]>`select count(*)::int as total from receipt r where ${where}`,
      ] as const
    })
    const cursorOf = ({ receivedOn, id: last }: Receipt) => receiptCursor.encode(receivedOn, last)
    return pageBy(rows, { limit, total: count?.total ?? 0, cursorOf })
  }),

  serve(getReceipt, async ({ actor, params, db }) => {
    const { landlordId } = actor
    const [found] = await db.read(actor, (sql) => {
      const one = sql`select r.* from receipt r where r.landlord_id = ${landlordId} and r.id = ${params.id}`
      return sql<Receipt[]>`${selectReceipts(sql, one)}`
    })
    return found ?? notFound('Receipt')
  }),

  serve(recordReceipt, async ({ actor, body, db, call, clock }) => {
    const { landlordId, userId: by } = actor
    const tenant = await findTenant({ db, call, clock, actor }, body.tenantId)
    await fetchMissingAccount({ db, call, clock, actor }, tenant)
    const now = clock.now().toISOString()
    const payer = await payerOf(call, { landlordId, tenantId: body.tenantId, payerId: body.payerId })
    const left = await leftBy(call, tenant)
    return db.transaction(actor, async (tx) => {
      await lockAccountOf(tx, tenant)
      await assertPaysOwn(tx, tenant, left)
      const { today, latest } = await readDays(tx, { landlordId, tenantId: tenant.accountId, now })
      const receivedOn = body.receivedOn ?? today
      assertReceivedBy(receivedOn, latest)
      const { amount, paymentMethod: method, confirmationNumber = null, notes = null, allocations: shares } = body
      const bankAccountId = await accountForMoney(tx, landlordId, body.bankAccountId)
      const kind = 'money' as const
      const money = { kind, amount, method, receivedOn, confirmationNumber, notes, shares, bankAccountId }
      const payerId = body.payerId ?? tenant.tenantId
      const from = { payerId, payerAccounts: payer.accountIds }
      const made = await receive(tx, { ...money, ...from, tenantId: tenant.accountId }, { landlordId, by, now })
      return readReceipt(tx, { landlordId, id: made })
    })
  }),

  serve(proposeAllocation, async ({ actor, params, query, db, call, clock }) => {
    const { landlordId } = actor
    const { accountId: tenantId } = await findTenant({ db, call, clock, actor }, params.id)
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      const open = await openCharges(tx, { landlordId, tenantId, now })
      const dueCents = open.reduce((sum, one) => (one.dueDate <= one.today ? sum + toCents(one.open) : sum), 0)
      const { shares, remainder } = allocate(
        query.amount === undefined ? dueCents : toCents(query.amount),
        open.map((one) => ({ id: one.id, open: toCents(one.open) })),
      )
      const part = new Map(shares.map(({ chargeId, cents }) => [chargeId, cents]))
      const allocations = open.map(({ id: paymentId, paymentType, description, dueDate, open: left }) => {
        return { paymentId, paymentType, description, dueDate, open: left, amount: toDollars(part.get(paymentId) ?? 0) }
      })
      return { allocations, credit: toDollars(remainder) }
    })
  }),

  serve(editReceipt, async ({ actor, params, body, db, call, clock }) => {
    const { landlordId, userId: by } = actor
    const now = clock.now().toISOString()
    const { accountIds: payerAccounts } = await payerOf(call, { landlordId, payerId: body.payerId })
    return db.transaction(actor, async (tx) => {
      const old = await lockReceipt(tx, { landlordId, id: params.id })
      const made = await correctReceipt(tx, old, body, { landlordId, by, now, payerAccounts })
      return readReceipt(tx, { landlordId, id: made })
    })
  }),

  serve(reallocateReceipt, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      const receipt = await lockReceipt(tx, { landlordId, id: params.id })
      await moveAllocations(tx, receipt, body.allocations, { landlordId, by, now })
      return readReceipt(tx, { landlordId, id: receipt.id })
    })
  }),

  serve(reverseReceipt, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      const receipt = await lockReceipt(tx, { landlordId, id: params.id, orAwaiting: true })
      const { today, latest } = await readDays(tx, { landlordId, tenantId: receipt.tenantId, now })
      const isMistake = body.kind === 'mistake'
      const on = body.on ?? (isMistake ? await takenBackOn(tx, receipt, { landlordId, today }) : today)
      if (on > latest) refuseField('on', "A return can't be dated after today")
      if (on < receipt.receivedOn)
        refuseField('on', `It was received on ${dayText(receipt.receivedOn)}, so it can't be returned before that`)
      if (receipt.kind !== 'money' && !isMistake)
        refuse(
          'conflict',
          `${moneyText(toCents(receipt.amount))} was not received as money, so the bank can't return it. Reverse it as a mistake.`,
        )
      const undoneOn = await lastUndoOf(tx, landlordId, receipt.id)
      if (undoneOn !== null && on < undoneOn)
        refuseField('on', `A refund of its credit was undone on ${dayText(undoneOn)}. Choose that day or a later one`)
      const [paid] = (await readReceipt(tx, { landlordId, id: receipt.id })).allocations
      await takeBack(tx, [receipt], { kind: body.kind, on, reason: body.reason }, { landlordId, by, now })
      const chargeId = receipt.chargeId ?? paid?.paymentId ?? null
      if (!isMistake && !receipt.isAwaiting)
        await proposeReturnedPaymentFees(tx, { landlordId, chargeId, receiptIds: [receipt.id], now })
      if (receipt.isAwaiting && receipt.chargeId)
        await syncAfterReport(tx, { landlordId, id: receipt.chargeId, by, now })
      return readReceipt(tx, { landlordId, id: receipt.id })
    })
  }),
]
