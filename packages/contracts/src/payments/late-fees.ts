import * as routes from './late-fees.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, calendarDate, id, instant, pageQuery, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { Basis } from './explanations.ts'

/** `withdrawn`: its reason no longer exists, for example because the rent turned out to be paid in time. */
export const lateFeeStatuses = ['proposed', 'posted', 'waived', 'withdrawn'] as const

/** `returned_payment`: a payment was returned by the bank. */
export const lateFeeKinds = ['late', 'returned_payment'] as const

export const LateFee = z
  .object({
    id,
    landlordId: id,
    tenantId: id,
    tenantName: z.string(),
    propertyName: z.string().nullable(),
    kind: z.enum(lateFeeKinds),
    /** The rent that is late, or the payment record that the returned payment was for; null: that payment paid none. */
    paymentId: id.nullable(),
    rentDueDate: calendarDate.nullable(),
    /** Starts at 1. A daily fee has one occurrence per day. */
    occurrence: z.int(),
    assessedOn: calendarDate,
    amount,
    status: z.enum(lateFeeStatuses),
    /** Why it was waived or withdrawn. */
    reason: z.string().nullable(),
    /** The charge created when the fee was posted. */
    feePaymentId: id.nullable(),
    basis: Basis,
    createdAt: instant,
  })
  .meta({ id: 'LateFee' })

export type LateFee = z.output<typeof LateFee>

export const listLateFees = endpoint(routes.listLateFees, {
  query: pageQuery.extend({ status: z.enum(lateFeeStatuses).optional(), tenantId: id.optional() }),
  response: z.array(LateFee),
  paged: true,
  summary: 'Late fees with their status, newest first',
})

/** Fees that were already decided are left unchanged. */
export const postLateFees = endpoint(routes.postLateFees, {
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: z.array(LateFee),
  summary: 'Charge proposed late fees',
})

/** Also cancels the charge of a posted fee. 409 `has-receipts` if money was recorded or reported on that charge. */
export const waiveLateFee = endpoint(routes.waiveLateFee, {
  body: z.object({ reason: prose(500, 'Say why') }),
  response: LateFee,
  summary: 'Waive a late fee, with a reason',
})

export const LateFeeChanged = event({
  type: 'payments.late-fee.changed',
  version: 1,
  subject: 'lateFeeId',
  data: z.object({ lateFeeId: id, landlordId: id, tenantId: id, status: z.enum(lateFeeStatuses), amount }),
})
