import * as routes from './deposits.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, calendarDate, flag, id, money, optional, pageQuery, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { paymentMethods } from './payments.ts'

// Deposits: a liability until they are applied.
export const DepositBalance = z
  .object({
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    /** Charged as deposit, received on it, given back, applied to what was owed, and what is held: received − refunded − applied. */
    charged: amount,
    received: amount,
    refunded: amount,
    applied: amount,
    held: amount,
    isActive: z.boolean(),
  })
  .meta({ id: 'DepositStanding' })

export const listDeposits = endpoint(routes.listDeposits, {
  query: pageQuery.extend({ propertyId: id.optional(), tenantId: id.optional(), held: flag.optional() }),
  response: z.array(DepositBalance),
  paged: true,
  summary: 'Security deposits by tenancy',
})

export const DepositTotals = z.object({ held: amount, tenancies: z.int() })

export const depositTotals = endpoint(routes.depositTotals, {
  response: DepositTotals,
  summary: 'What is held in deposits, which is owed back',
})

export const refundDeposit = endpoint(routes.refundDeposit, {
  body: z.object({
    amount: money(0.01, 'Amount is required'),
    paymentMethod: z.enum(paymentMethods).default('check'),
    paidOn: optional(calendarDate),
    notes: optional(prose(500)),
  }),
  response: DepositBalance,
  summary: 'Note that held deposit was given back',
})

/** Pays the charges that are due, or the one named; what is applied becomes revenue. */
export const applyDeposit = endpoint(routes.applyDeposit, {
  body: z.object({ amount: money(0.01, 'Amount is required'), paymentId: optional(id), reason: prose(500, 'Say why') }),
  response: DepositBalance,
  summary: 'Pay what is owed from the held deposit',
})

export const DepositMoved = event({
  type: 'payments.deposit.moved',
  version: 1,
  subject: 'movementId',
  data: z.object({ movementId: id, landlordId: id, tenantId: id, kind: z.enum(['refunded', 'applied']), amount }),
})
