import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { confirmedReport } from '../domain/confirmed-report.ts'

/** A tenant confirmed what the assistant proposed to report. Other proposals are about records of other services. */
export const assistantEvents: EventHandler[] = [
  on(ProposalConfirmed, async ({ tx, data: { messageId, tenantId, userId, proposal } }) => {
    if (proposal.kind !== 'maintenance_request') return
    const { kind: _, ...wanted } = proposal
    await enqueue(tx, confirmedReport, { tenantId, userId: userId ?? null, ...wanted }, { key: messageId })
  }),
]
