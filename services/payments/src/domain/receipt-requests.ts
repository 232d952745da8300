import { id } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { job } from '@keyhold/kit/jobs/queue'

/** A tenant lets the assistant send a receipt again. */
export const resendReceipt = job({
  name: 'resend-receipt',
  data: z.object({ tenantId: id, userId: id, receiptId: id, conversationId: id, messageId: id }),
})
