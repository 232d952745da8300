import { event } from '../event.ts'
import { amount, calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'

const chargeFacts = z.object({
  chargeId: id,
  landlordId: id,
  tenantId: id,
  propertyId: id.nullable(),
  amount,
  dueDate: calendarDate,
})

/** A charge was made, edited or cancelled. */
export const ChargeChanged = event({
  type: 'payments.charge.changed',
  version: 1,
  subject: 'chargeId',
  data: chargeFacts,
})

export const ChargePaid = event({ type: 'payments.charge.paid', version: 1, subject: 'chargeId', data: chargeFacts })

/** The twelve monthly rents of a tenant were set up, once. */
export const RentsPlanned = event({
  type: 'payments.rents.planned',
  version: 1,
  subject: 'tenantId',
  data: z.object({ tenantId: id, landlordId: id, count: z.int() }),
})

const receiptFacts = z.object({ receiptId: id, chargeId: id, landlordId: id, tenantId: id, amount })

export const ReceiptReported = event({
  type: 'payments.receipt.reported',
  version: 1,
  subject: 'receiptId',
  data: receiptFacts,
})

export const ReceiptRecorded = event({
  type: 'payments.receipt.recorded',
  version: 1,
  subject: 'receiptId',
  data: receiptFacts,
})

export const ReceiptReversed = event({
  type: 'payments.receipt.reversed',
  version: 1,
  subject: 'receiptId',
  data: receiptFacts.extend({ reason: z.string() }),
})

/** A recurring charge posted what was due to be posted. */
export const ChargesPosted = event({
  type: 'payments.charges.posted',
  version: 1,
  subject: 'ruleId',
  data: z.object({ ruleId: id, landlordId: id, tenantId: id, count: z.int() }),
})
