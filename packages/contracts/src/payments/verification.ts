import * as routes from './verification.routes.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDate, money, optional, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { Payment, verificationMethods } from './payments.ts'

export const VerificationForm = z.object({
  verificationMethod: z.enum(verificationMethods),
  verificationNotes: optional(prose(2000)),
  /**
   * What was received where the tenant reported nothing; absent, the whole remainder. A record that is verified already takes more money only with
   * it; 409 where nothing is open and nothing is left to confirm.
   */
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  /** The day it was received where the tenant reported nothing: today at the property unless given, and at the latest. */
  paidDate: optional(calendarDate),
  /** The sum of the reports that the landlord saw: 409 when another sum waits by now, and nothing is confirmed unseen. */
  expected: optional(money(0, 'Expected must be a valid amount')),
})

export const ReversalForm = z.object({ reason: prose(500, 'Say why') })

export const verifyPayment = endpoint(routes.verifyPayment, {
  body: VerificationForm,
  response: Payment,
  summary: 'Confirm that a payment was received',
})

export const reversePayment = endpoint(routes.reversePayment, {
  body: ReversalForm,
  response: Payment,
  summary: 'Take back what was received on it; nothing is deleted',
})
