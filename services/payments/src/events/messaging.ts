import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { resendReceipt } from '../domain/receipt-requests.ts'

export const messagingEvents: EventHandler[] = [
  on(ProposalConfirmed, async ({ tx, data: { tenantId, userId = tenantId, conversationId, messageId, proposal } }) => {
    if (proposal.kind !== 'resend_receipt') return
    const { receiptId } = proposal
    await enqueue(tx, resendReceipt, { tenantId, userId, receiptId, conversationId, messageId }, { key: messageId })
  }),
]
