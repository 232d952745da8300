import {
  giveCredit,
  listRefunds,
  paymentHistory,
  refundCredit,
  undoRefund,
  writeOff,
} from '@keyhold/contracts/payments/credits'
import { userName } from '@keyhold/contracts/identity/accounts'
import { refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { fullName } from '@keyhold/kit/lib/names'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { accountForMoney } from '../../domain/bank-accounts/account-for-money.ts'
import { accountIdsOf } from '../../domain/ledger/accounts.ts'
import { lockAccountOf, lockAccounts, lockCharge } from '../../domain/ledger/charges.ts'
import { readHistory } from '../../domain/journal/charge-history.ts'
import { assertReceivedBy, readDays } from '../../domain/receipts/latest-day.ts'
import { receive } from '../../domain/receipts/receive.ts'
import { payOutCredit, readRefund, selectRefunds, type RefundRow, undo } from '../../domain/receipts/refunds.ts'
import { readReceipt } from '../../domain/receipts/receipt-query.ts'
import { findTenant } from '../../projections/tenants.ts'

export const creditRoutes: Route[] = [
  serve(giveCredit, async ({ actor, params, body, db, call, clock }) => {
    const { landlordId, userId: by } = actor
    const tenant = await findTenant({ db, call, clock, actor }, params.id)
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      await lockAccountOf(tx, tenant)
      const { accountId: tenantId } = tenant
      const { today, latest } = await readDays(tx, { landlordId, tenantId, now })
      const receivedOn = body.on ?? today
      assertReceivedBy(receivedOn, latest, 'on', "A credit can't be dated after today")
      const { amount, reason: notes } = body
      const made = await receive(
        tx,
        { tenantId, kind: 'concession', amount, method: 'check', receivedOn, notes },
        { landlordId, by, now },
      )
      return readReceipt(tx, { landlordId, id: made })
    })
  }),

  serve(writeOff, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      const owed = await lockCharge(tx, { landlordId, id: params.id, now })
      const amount = body.amount ?? owed.open
      if (owed.paymentType === 'security_deposit')
        refuse(
          'conflict',
          'A deposit is not income, so it can’t be written off. Cancel the charge, or lower it to what was paid.',
        )
      if (owed.open === 0) refuse('conflict', 'Nothing is open on this charge, so there is nothing to write off.')
      if (toCents(amount) > toCents(owed.open))
        refuse(
          'conflict',
          `Only ${moneyText(toCents(owed.open))} is open on this charge, so no more than that can be written off.`,
        )
      const { tenantId, method, today: receivedOn } = owed
      const shares = [{ paymentId: owed.id, amount }]
      const made = { tenantId, kind: 'write_off' as const, amount, method, receivedOn, notes: body.reason, shares }
      return readReceipt(tx, { landlordId, id: await receive(tx, made, { landlordId, by, now }) })
    })
  }),

  serve(refundCredit, async ({ actor, params, body, db, call, clock }) => {
    const { landlordId, userId: by } = actor
    const tenant = await findTenant({ db, call, clock, actor }, params.id)
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      const { accountId: tenantId } = tenant
      await lockAccounts(tx, landlordId, [tenantId])
      const { today, latest } = await readDays(tx, { landlordId, tenantId, now })
      const on = body.paidOn ?? today
      assertReceivedBy(on, latest, 'paidOn', "Credit can't be paid out after today")
      const { amount, paymentMethod: method, notes = null } = body
      const bankAccountId = await accountForMoney(tx, landlordId, body.bankAccountId)
      const paid = { tenantId, amount, on, method, notes, bankAccountId }
      const made = await payOutCredit(tx, paid, { landlordId, by, now })
      return readRefund(tx, landlordId, made)
    })
  }),

  serve(listRefunds, async ({ actor, params, db, call, clock }) => {
    const { landlordId } = actor
    await findTenant({ db, call, clock, actor }, params.id)
    const accounts = await accountIdsOf(db, actor, { landlordId, tenantId: params.id })
    return db.read(
      actor,
      (sql) => sql<RefundRow[]>`${selectRefunds(sql, landlordId, sql`f.tenant_id = any(${accounts}::uuid[])`)}`,
    )
  }),

  serve(undoRefund, async ({ actor, params, body, db, clock }) => {
    const { landlordId, userId: by } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      await undo(tx, params.id, body.reason, { landlordId, by, now })
      return readRefund(tx, landlordId, params.id)
    })
  }),

  serve(paymentHistory, async ({ actor, params, db, call }) => {
    const { landlordId } = actor
    const events = await readHistory(db, actor, { landlordId, chargeId: params.id })
    const ids = [...new Set(events.flatMap(({ recordedBy }) => recordedBy ?? []))]
    const service = serviceActor('payments', landlordId)
    // A name that cannot be read is left out.
    const found = await Promise.allSettled(
      ids.map(async (id): Promise<[string, string]> => [
        id,
        fullName(await call(userName, service, { params: { id }, timeoutMs: 2000 })),
      ]),
    )
    const names = new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    return events.map((event) => ({ ...event, recordedByName: names.get(event.recordedBy ?? '') ?? null }))
  }),
]
