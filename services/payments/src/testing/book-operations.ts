import { giveCredit, listRefunds, refundCredit, undoRefund, writeOff } from '@keyhold/contracts/payments/credits'
import { applyDeposit, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { cancelPayment, createPayment, updatePayment } from '@keyhold/contracts/payments/payments'
import { editReceipt, reallocateReceipt, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import * as fc from 'fast-check'
import type { Sql } from 'postgres'
import type { PaymentsApp } from './test-app.ts'

const cents = fc.oneof(fc.constantFrom(1, 10, 3333, 100_000, 150_000), fc.integer({ min: 1, max: 200_000 }))

/** What happens in the life of a tenancy; what is named twice happens twice as often. */
export const operationKinds = [
  ...(['charge', 'charge', 'receive', 'receive', 'receive', 'return', 'mistake', 'edit', 'move', 'cancel'] as const),
  ...(['reprice', 'credit', 'payout', 'undo', 'write-off', 'deposit', 'apply', 'refund', 'leave', 'step'] as const),
  ...(['join', 'close'] as const),
]

/** An operation of random money on a random tenancy. */
export const bookOperation = fc.record({
  what: fc.constantFrom(...operationKinds),
  who: fc.nat({ max: 1_000 }),
  which: fc.nat({ max: 1_000 }),
  cents,
  /** Chooses the day. */
  day: fc.nat({ max: 100_000 }),
})

export type BookOperation = typeof bookOperation extends fc.Arbitrary<infer T> ? T : never

/** When operations happen: all are dated later than `after`, which is before today. */
export interface Moment {
  today: string
  after: string
}

/** A day after `after`, up to today. */
export const pastDay = ({ day }: BookOperation, { today, after }: Moment): string =>
  addDays(after, 1 + (day % daysBetween(after, today)))

/** A day after `after`, up to 60 days ahead. */
export const nearDay = ({ day }: BookOperation, { today, after }: Moment): string =>
  addDays(after, 1 + (day % (daysBetween(after, today) + 60)))

/** Where an operation happens. */
export interface Scene {
  app: PaymentsApp
  owner: Sql
  landlord: LandlordActor
  /** The account. */
  tenantId: string
  moment: Moment
}

/** Null if there is nothing to do it on. */
type Answer = Promise<{ status: number } | null>
type Act = (scene: Scene, operation: BookOperation) => Answer

const reason = 'Agreed by telephone'

const addCharge: Act = ({ app, landlord, tenantId, moment }, one) => {
  const types = ['rent', 'late_fee', 'other', 'maintenance'] as const
  const paymentType = one.what === 'deposit' ? 'security_deposit' : types[one.which % types.length]
  const body = {
    tenantId,
    amount: toDollars(one.cents),
    paymentType,
    dueDate: nearDay(one, moment),
    isAdditional: true,
  }
  return app.send(createPayment, landlord, { body })
}

const changeCharge: Act = async (scene, one) => {
  const { app, landlord, moment } = scene
  const found = await pickCharge(scene, one)
  if (!found) return null
  const params = { id: found.id }
  if (one.what === 'cancel') return app.send(cancelPayment, landlord, { params, body: { reason } })
  if (one.what === 'write-off') return app.send(writeOff, landlord, { params, body: { reason } })
  const body = { amount: toDollars(one.cents), dueDate: nearDay(one, moment) }
  return app.send(updatePayment, landlord, { params, body })
}

const takeBack: Act = async (scene, one) => {
  const found = await pickReceipt(scene, one)
  const kind = one.what === 'return' ? ('returned' as const) : ('mistake' as const)
  const on = one.which % 2 === 0 ? {} : { on: pastDay(one, scene.moment) }
  const body = { kind, reason, ...on }
  return found && scene.app.send(reverseReceipt, scene.landlord, { params: { id: found.id }, body })
}

/** What operations do that change money, through the HTTP surface. */
export const acts: Record<Exclude<BookOperation['what'], 'leave' | 'step' | 'join' | 'close'>, Act> = {
  charge: addCharge,
  deposit: addCharge,
  cancel: changeCharge,
  reprice: changeCharge,
  'write-off': changeCharge,
  return: takeBack,
  mistake: takeBack,

  receive: ({ app, landlord, tenantId, moment }, one) =>
    app.send(recordReceipt, landlord, {
      body: { tenantId, amount: toDollars(one.cents), receivedOn: pastDay(one, moment) },
    }),

  edit: async (scene, one) => {
    const found = await pickReceipt(scene, one)
    const body = { amount: toDollars(one.cents), receivedOn: pastDay(one, scene.moment) }
    return found && scene.app.send(editReceipt, scene.landlord, { params: { id: found.id }, body })
  },

  move: async (scene, one) => {
    const [found, to] = [await pickReceipt(scene, one), await pickCharge(scene, one)]
    const amount = Math.min(toDollars(one.cents), to?.open ?? 0, found?.amount ?? 0)
    const body = { allocations: to && amount > 0 ? [{ paymentId: to.id, amount }] : [] }
    return found && scene.app.send(reallocateReceipt, scene.landlord, { params: { id: found.id }, body })
  },

  credit: ({ app, landlord, tenantId, moment }, one) =>
    app.send(giveCredit, landlord, {
      params: { id: tenantId },
      body: { amount: Math.min(toDollars(one.cents), 50), on: pastDay(one, moment), reason },
    }),

  payout: ({ app, landlord, tenantId, moment }, one) =>
    app.send(refundCredit, landlord, {
      params: { id: tenantId },
      body: { amount: Math.min(toDollars(one.cents), 100), paidOn: pastDay(one, moment) },
    }),

  undo: async (scene, { which }) => {
    const { app, landlord, tenantId } = scene
    const closed = await closedThrough(scene)
    const { body } = await app.send(listRefunds, landlord, { params: { id: tenantId } })
    const open = body.filter(({ on }) => on > closed)
    const found = open[which % Math.max(1, open.length)]
    return found ? app.send(undoRefund, landlord, { params: { id: found.id }, body: { reason } }) : null
  },

  apply: ({ app, landlord, tenantId }, one) =>
    app.send(applyDeposit, landlord, { params: { id: tenantId }, body: { amount: toDollars(one.cents), reason } }),

  refund: ({ app, landlord, tenantId, moment }, one) =>
    app.send(refundDeposit, landlord, {
      params: { id: tenantId },
      body: { amount: Math.min(toDollars(one.cents), 300), paidOn: pastDay(one, moment) },
    }),
}

// Read with SQL: a list of hundreds before each operation would take longer than the operation.
async function pickCharge({ owner, tenantId }: Scene, { which }: BookOperation) {
  const rows = await owner<{ id: string; open: number }[]>`
    select id, open::float from charge where tenant_id = ${tenantId} and cancelled_at is null order by due_date, type, amount, id`
  return rows[which % Math.max(1, rows.length)] ?? null
}

/** The last day whose corrections would be dated on a first open day that is not later than `after`. */
async function closedThrough({ owner, landlord, moment }: Scene): Promise<string> {
  const [closed] = await owner<{ through: string }[]>`
    select coalesce(max(through), '-infinity')::text as through from closed_period where landlord_id = ${landlord.landlordId} having max(through) < ${moment.after}::date`
  return closed?.through ?? '1900-01-01'
}

async function pickReceipt(scene: Scene, { which }: BookOperation) {
  const { owner, tenantId } = scene
  const rows = await owner<{ id: string; amount: number }[]>`
    select r.id, r.amount::float from receipt r where r.tenant_id = ${tenantId} and r.received_on > ${await closedThrough(scene)}::date
      and not exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id) order by r.received_on, r.amount, r.id`
  return rows[which % Math.max(1, rows.length)] ?? null
}
