import * as routes from './deposits.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, flag, id, optional, pageQuery, positiveMoney, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { RefundForm } from './credits.ts'

export const DepositBalance = z
  .object({
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    /** Deposit charges, paid or not. */
    charged: amount,
    received: amount,
    refunded: amount,
    /** Used to pay charges. */
    applied: amount,
    /** Refunded or applied of money that the bank returned since; the tenant owes it again. */
    excess: amount,
    /** received − refunded − applied + excess: a liability until it is refunded or applied. */
    held: amount,
    isActive: z.boolean(),
  })
  .meta({ id: 'DepositBalance' })

export const listDeposits = endpoint(routes.listDeposits, {
  query: pageQuery.extend({ propertyId: id.optional(), tenantId: id.optional(), held: flag.optional() }),
  response: z.array(DepositBalance),
  paged: true,
  summary: 'Security deposits by tenancy',
})

export const DepositTotals = z.object({ held: amount, tenancies: z.int() })

export const depositTotals = endpoint(routes.depositTotals, {
  response: DepositTotals,
  summary: 'The total of deposits held, which is a liability',
})

export const refundDeposit = endpoint(routes.refundDeposit, {
  body: RefundForm,
  response: DepositBalance,
  summary: 'Record a deposit refund',
})

/** Pays the charges that are due, or only `paymentId`. The amount applied becomes revenue. */
export const applyDeposit = endpoint(routes.applyDeposit, {
  body: z.object({ amount: positiveMoney, paymentId: optional(id), reason: prose(500, 'Say why') }),
  response: DepositBalance,
  summary: 'Pay charges from the deposit held',
})

export const DepositMoved = event({
  type: 'payments.deposit.moved',
  version: 1,
  subject: 'movementId',
  data: z.object({ movementId: id, landlordId: id, tenantId: id, kind: z.enum(['refunded', 'applied']), amount }),
})
