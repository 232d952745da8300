import { DepositMoved } from '@keyhold/contracts/payments/deposits'
import { ReceiptRecorded } from '@keyhold/contracts/payments/events'
import { type paymentMethods } from '@keyhold/contracts/payments/payments'
import type { Tx } from '@keyhold/kit/database/database'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import { depositMovement } from '../../schema/deposits.ts'
import { receipt } from '../../schema/receipts.ts'
import { accountForMoney } from '../bank-accounts/account-for-money.ts'
import { openCharges, type ChargeBalance } from '../ledger/charges.ts'
import { selectDeposits, type Deposit } from './deposit-query.ts'
import { bookDepositRefund, bookReceipt } from '../journal/book-receipts.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateToCharges } from '../ledger/allocations.ts'
import { readDays } from '../receipts/latest-day.ts'
import { availableOn, bookedDay } from '../journal/dating.ts'
import { readHeldMovements } from '../journal/deposits-held.ts'
import { dayText } from '../explain/format.ts'

/** A locked account and the user who moves its deposit. */
interface DepositContext {
  landlordId: string
  tenantId: string
  by: string
  now: string
}

/** Records a deposit refund. Requires the account's lock. @throws Refusal 409 if less is held, 400 for a future day */
export async function refund(
  tx: Tx,
  mover: DepositContext,
  {
    amount,
    method,
    paidOn,
    notes,
    bankAccountId: asked,
  }: {
    amount: number
    method: (typeof paymentMethods)[number]
    paidOn: string | null
    notes: string | null
    bankAccountId: string | null | undefined
  },
): Promise<void> {
  const { today } = await readDays(tx, mover)
  const on = paidOn ?? today
  if (on > today) {
    refuseField('paidOn', "A refund can't be dated after today")
  }
  await assertHeld(tx, mover, { amount, on })
  const bankAccountId = await accountForMoney(tx, mover.landlordId, asked)
  const movementId = await recordMovement(tx, mover, { kind: 'refunded', amount, on, method, notes, bankAccountId })
  await bookDepositRefund(
    tx,
    { movementId, tenantId: mover.tenantId, cents: toCents(amount), on, bankAccountId },
    mover,
  )
}

/**
 * Pays the charge `chargeId`, or else the charges that are due in the usual order, from the deposit. The money becomes a receipt of today that the
 * landlord confirmed, so it is revenue from today on. @throws Refusal 409 if less is held or less is owed, 404
 */
export async function apply(
  tx: Tx,
  mover: DepositContext,
  { amount, chargeId, reason }: { amount: number; chargeId: string | null; reason: string },
): Promise<void> {
  const { landlordId, tenantId, by, now } = mover
  const { today: on } = await readDays(tx, mover)
  await assertHeld(tx, mover, { amount, on })
  const charges = await chargesToPay(tx, mover, chargeId)
  const payable = charges.reduce((sum, { open }) => sum + toCents(open), 0)
  const [first] = charges
  if (!first || toCents(amount) > payable) refuse('conflict', exceedsMessage(payable, chargeId))

  const movementId = await recordMovement(tx, mover, { kind: 'applied', amount, on, method: null, notes: reason })
  const [made] = await tx
    .insert(receipt)
    .values({
      landlordId,
      tenantId,
      chargeId: first.id,
      amount,
      method: first.method,
      receivedOn: on,
      kind: 'deposit',
      depositMovementId: movementId,
      reportedBy: 'landlord',
      recordedBy: by,
      reportedAt: now,
      verifiedAt: now,
      verifiedBy: by,
      verificationMethod: 'manual',
      verificationNotes: reason,
    })
    .returning({ id: receipt.id })
  if (!made) throw new Error('the receipt was not written')
  await emit(tx, ReceiptRecorded, { receiptId: made.id, chargeId: first.id, landlordId, tenantId, amount })
  const booked = { receiptId: made.id, tenantId, kind: 'deposit' as const, cents: toCents(amount), on }
  await bookReceipt(tx, booked, mover)
  const chargeIds = await allocateToCharges(tx, { tenantId, receiptId: made.id, amount, isNew: true }, charges, mover)
  await reassessLateFees(tx, { landlordId, chargeIds, now })
}

/** The deposit of one account, as this transaction sees it. */
export async function readDeposit(
  tx: Tx,
  { landlordId, tenantId }: Pick<DepositContext, 'landlordId' | 'tenantId'>,
): Promise<Deposit> {
  const [found] = await tx.execute<Deposit & Record<string, unknown>>(
    selectDeposits(sql, sql`t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`),
  )
  return found ?? notFound('Tenant')
}

/** Nothing is given back before it was received. */
async function assertHeld(
  tx: Tx,
  { landlordId, tenantId }: DepositContext,
  { amount, on }: { amount: number; on: string },
): Promise<void> {
  const takenOn = await bookedDay(tx, { landlordId, on })
  const held = availableOn((await readHeldMovements(tx, landlordId, [tenantId])).get(tenantId) ?? [], takenOn)
  if (held <= 0) refuse('conflict', `No deposit is held for this tenancy on ${dayText(on)}.`)
  if (toCents(amount) > held)
    refuse('conflict', `Only ${moneyText(held)} of the deposit is held, so no more than that can be moved.`)
}

/** A deposit charge cannot be paid from the deposit. */
async function chargesToPay(
  tx: Tx,
  { landlordId, tenantId, now }: DepositContext,
  chargeId: string | null,
): Promise<ChargeBalance[]> {
  const payable = await tx.execute<{ id: string }>(
    sql`select c.id from charge c where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.type <> 'security_deposit' and c.cancelled_at is null`,
  )
  const ids = new Set(payable.map(({ id }) => id))
  const open = (await openCharges(tx, { landlordId, tenantId, now })).filter(({ id }) => ids.has(id))
  if (chargeId === null) return open.filter(({ dueDate, today }) => dueDate <= today)
  if (!ids.has(chargeId)) await refuseCharge(tx, { landlordId, tenantId, chargeId })
  return open.filter(({ id }) => id === chargeId)
}

async function refuseCharge(
  tx: Tx,
  { landlordId, tenantId, chargeId }: { landlordId: string; tenantId: string; chargeId: string },
): Promise<never> {
  const [own] = await tx.execute<{ isDeposit: boolean }>(
    sql`select c.type = 'security_deposit' as "isDeposit" from charge c where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.id = ${chargeId}`,
  )
  if (!own) return notFound('Payment')
  return refuse(
    'conflict',
    own.isDeposit
      ? "A deposit can't be paid from the deposit."
      : 'This charge was cancelled, so nothing is owed on it.',
  )
}

const exceedsMessage = (payable: number, chargeId: string | null) =>
  payable === 0
    ? chargeId === null
      ? 'Nothing is due that could be paid from the deposit.'
      : 'This charge is already paid.'
    : `Only ${moneyText(payable)} is ${chargeId === null ? 'due' : 'open on this charge'}, so no more than that can be paid from the deposit.`

async function recordMovement(
  tx: Tx,
  { landlordId, tenantId, by, now }: DepositContext,
  moved: Pick<typeof depositMovement.$inferInsert, 'kind' | 'amount' | 'on' | 'method' | 'notes' | 'bankAccountId'>,
): Promise<string> {
  const [made] = await tx
    .insert(depositMovement)
    .values({ landlordId, tenantId, by, createdAt: now, ...moved })
    .returning({ id: depositMovement.id })
  if (!made) throw new Error('the deposit movement was not written')
  await emit(tx, DepositMoved, { movementId: made.id, landlordId, tenantId, kind: moved.kind, amount: moved.amount })
  return made.id
}
