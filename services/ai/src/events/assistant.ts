import { AssistantAsked } from '@keyhold/contracts/messaging/assistant'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { answerMessage } from '../domain/assistant/exchanges.ts'

export const assistantEvents: EventHandler[] = [
  on(AssistantAsked, async ({ tx, data: { conversationId, messageId, tenantId, askedBy } }) => {
    await enqueue(tx, answerMessage, { conversationId, messageId, tenantId, askedBy }, { key: messageId })
  }),
]
