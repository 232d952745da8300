import { event } from '../event.ts'
import { ProposalOutcome } from '../messaging/assistant.ts'
import { Attachment } from '../messaging/attachments.ts'
import { amount, calendarDate, email, id } from '../scalars.ts'
import { z } from '../zod.ts'

const chargeSnapshot = z.object({
  chargeId: id,
  landlordId: id,
  tenantId: id,
  propertyId: id.nullable(),
  amount,
  dueDate: calendarDate,
})

/** A charge was created, edited or cancelled. */
export const ChargeChanged = event({
  type: 'payments.charge.changed',
  version: 1,
  subject: 'chargeId',
  data: chargeSnapshot,
})

export const ChargePaid = event({ type: 'payments.charge.paid', version: 1, subject: 'chargeId', data: chargeSnapshot })

/** The twelve monthly rents of a tenant were set up, once. */
export const RentsPlanned = event({
  type: 'payments.rents.planned',
  version: 1,
  subject: 'tenantId',
  data: z.object({ tenantId: id, landlordId: id, count: z.int() }),
})

/** `chargeId`: the charge it was recorded on; null if it was recorded on the tenant. */
const receiptSnapshot = z.object({ receiptId: id, chargeId: id.nullable(), landlordId: id, tenantId: id, amount })

export const ReceiptReported = event({
  type: 'payments.receipt.reported',
  version: 1,
  subject: 'receiptId',
  data: receiptSnapshot,
})

export const ReceiptRecorded = event({
  type: 'payments.receipt.recorded',
  version: 1,
  subject: 'receiptId',
  data: receiptSnapshot,
})

export const ReceiptReversed = event({
  type: 'payments.receipt.reversed',
  version: 1,
  subject: 'receiptId',
  data: receiptSnapshot.extend({ reason: z.string() }),
})

/** A recurring charge posted the charges that were due to be posted. */
export const ChargesPosted = event({
  type: 'payments.charges.posted',
  version: 1,
  subject: 'ruleId',
  data: z.object({ ruleId: id, landlordId: id, tenantId: id, count: z.int() }),
})

/** A receipt that a tenant asked the assistant for was sent again, or could not be. */
export const ReceiptProposalSettled = event({
  type: 'payments.proposal.settled',
  version: 1,
  subject: 'messageId',
  data: ProposalOutcome,
})

/** The landlord sends a receipt or a statement to a tenant: what the mail says, and the PDF, stored with messaging. Events of older versions have none. */
export const DocumentSent = event({
  type: 'payments.document.sent',
  version: 1,
  subject: 'tenantId',
  data: z.object({
    landlordId: id,
    tenantId: id,
    to: email,
    subject: z.string(),
    paragraphs: z.array(z.string()),
    attachment: Attachment.optional(),
  }),
})
