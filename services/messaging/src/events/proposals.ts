import { MaintenanceProposalSettled } from '@keyhold/contracts/maintenance/proposals'
import { ReceiptProposalSettled } from '@keyhold/contracts/payments/events'
import { on } from '@keyhold/kit/messaging/handlers'
import { and, eq } from 'drizzle-orm'
import { postMessage } from '../domain/conversations/posting.ts'
import { conversation } from '../schema/conversations.ts'

/** The conversation says what became of what the tenant confirmed; where it could not be done, the landlord is asked. */
export const proposalEvents = [MaintenanceProposalSettled, ReceiptProposalSettled].map((contract) =>
  on(contract, async ({ event, data: { landlordId, conversationId, isDone, message }, tx, clock }) => {
    const isIt = and(eq(conversation.landlordId, landlordId), eq(conversation.id, conversationId))
    const [row] = await tx.select().from(conversation).where(isIt).for('update')
    if (!row) return
    const outcome = isDone ? ('answered' as const) : ('handed_over' as const)
    await postMessage(tx, row, { sender: 'ai', message, outcome, clientId: `proposal:${event.id}` }, clock.now())
    if (!isDone)
      await tx
        .update(conversation)
        .set({ needsAnswerReason: 'What the tenant confirmed could not be done.' })
        .where(isIt)
  }),
)
