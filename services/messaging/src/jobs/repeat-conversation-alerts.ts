import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { and, eq } from 'drizzle-orm'
import { alertAboutConversation, repeatAlert } from '../domain/conversations/alert.ts'
import { conversation } from '../schema/conversations.ts'

/** Sounds the further rounds of alerts about conversations. Messages, next round and the end of the job commit together. */
export const repeatConversationAlerts = (publicUrl: string): JobHandler =>
  onJob(repeatAlert, async ({ data: { conversationId, ...said }, db, actor, clock, finish, landlordId }) =>
    db.transaction(actor, async (tx) => {
      await finish(tx)
      const [row] = await tx
        .select()
        .from(conversation)
        .where(and(eq(conversation.landlordId, landlordId!), eq(conversation.id, conversationId)))
        .for('update')
      // Answered, confirmed or closed.
      if (row?.needsAnswer !== 'emergency') return
      await alertAboutConversation(tx, row, said, { publicUrl, now: clock.now() })
    }),
  )
