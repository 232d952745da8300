import * as routes from './verification.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id, line, money, moneyDate, optional, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { Payment, paymentMethods, verificationMethods } from './payments.ts'

export const VerificationForm = z.object({
  verificationMethod: z.enum(verificationMethods),
  verificationNotes: optional(prose(2000)),
  /**
   * The amount received if the tenant reported nothing; by default the whole open balance. A payment that is already verified records more money
   * only if this is set. 409 if nothing is open and there is nothing to confirm.
   */
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  /**
   * The day it was received: by default the one that the tenant reported, else today at the property, which it can't be after. With a report, the day,
   * the method and the reference correct it; 409 if there are several reports.
   */
  paidDate: optional(moneyDate),
  /** Default: as reported, or as the charge says. */
  paymentMethod: z.enum(paymentMethods).optional(),
  /** Check number or other reference. */
  confirmationNumber: optional(line(100)),
  /** The account that the money was deposited into; default: the default account. */
  bankAccountId: optional(id),
  /** The sum of the unconfirmed reports that the landlord saw. 409 if it has changed since. */
  expected: optional(money(0, 'Expected must be a valid amount')),
})

export const ReversalForm = z.object({
  reason: prose(500, 'Say why'),
  /** The bank returned it: the policy's fee for a returned payment is proposed. */
  isReturned: z.boolean().optional(),
})

export const verifyPayment = endpoint(routes.verifyPayment, {
  body: VerificationForm,
  response: Payment,
  summary: 'Confirm that a payment was received',
})

export const reversePayment = endpoint(routes.reversePayment, {
  body: ReversalForm,
  response: Payment,
  summary: 'Reverse the money received on a payment; nothing is deleted',
})
