import {
  createCannedReply,
  deleteCannedReply,
  getConversationSettings,
  listCannedReplies,
  saveConversationSettings,
  updateCannedReply,
} from '@keyhold/contracts/messaging/conversations-settings'
import { cursorCodec, cursorText } from '@keyhold/kit/http/cursor'
import { containing, pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { id } from '@keyhold/contracts/scalars'
import { and, eq } from 'drizzle-orm'
import { answersTenants } from '../../domain/conversations/settings.ts'
import { cannedReply, conversationSetting } from '../../schema/conversations.ts'

const titleCursor = cursorCodec(cursorText, id)

interface Reply {
  id: string
  title: string
  text: string
}

export const conversationSettingRoutes = [
  serve(getConversationSettings, async ({ actor, db }) => ({
    assistantAnswersTenants: await answersTenants(db, actor.landlordId),
  })),

  serve(saveConversationSettings, async ({ actor, body, db, clock }) => {
    const row = { ...body, updatedAt: clock.now().toISOString() }
    await db.transaction(actor, (tx) =>
      tx
        .insert(conversationSetting)
        .values({ landlordId: actor.landlordId, ...row })
        .onConflictDoUpdate({ target: conversationSetting.landlordId, set: row }),
    )
    return body
  }),

  serve(listCannedReplies, async ({ actor, query: { limit, q, cursor }, db }) => {
    const behind = titleCursor.decode(cursor)
    const pattern = q ? containing(q) : undefined
    const [rows, [counted]] = await db.read(actor, (sql) => {
      const matching = sql`landlord_id = ${actor.landlordId} ${pattern ? sql`and (title ilike ${pattern} or text ilike ${pattern})` : sql``}`
      return [
        sql<Reply[]>`select id, title, text from canned_reply where ${matching}
          ${behind ? sql`and (title, id) > (${behind[0]}, ${behind[1]}::uuid)` : sql``} order by title, id limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*) as total from canned_reply where ${matching}`,
      ]
    })
    return pageBy(rows, {
      limit,
      total: counted?.total ?? 0,
      cursorOf: (last) => titleCursor.encode(last.title, last.id),
    })
  }),

  serve(createCannedReply, async ({ actor, body, db, clock }) => {
    const at = clock.now().toISOString()
    const [made] = await db.transaction(actor, (tx) =>
      tx
        .insert(cannedReply)
        .values({ ...body, landlordId: actor.landlordId, createdAt: at, updatedAt: at })
        .returning(),
    )
    return made!
  }),

  serve(updateCannedReply, async ({ actor, params, body, db, clock }) => {
    const [changed] = await db.transaction(actor, (tx) =>
      tx
        .update(cannedReply)
        .set({ ...body, updatedAt: clock.now().toISOString() })
        .where(and(eq(cannedReply.landlordId, actor.landlordId), eq(cannedReply.id, params.id)))
        .returning(),
    )
    return changed ?? notFound('Reply')
  }),

  serve(deleteCannedReply, async ({ actor, params, db }) => {
    const deleted = await db.transaction(actor, (tx) =>
      tx
        .delete(cannedReply)
        .where(and(eq(cannedReply.landlordId, actor.landlordId), eq(cannedReply.id, params.id)))
        .returning({ id: cannedReply.id }),
    )
    if (deleted.length === 0) notFound('Reply')
  }),
]
