import {
  decideProposal,
  listChatMessages,
  listPortalMessages,
  listTenantMessages,
  ProposalConfirmed,
  sendChatMessage,
  sendPortalMessage,
  sendTenantMessage,
  tenantChat,
} from '@keyhold/contracts/messaging/conversations-messages'
import { ConversationChanged } from '@keyhold/contracts/messaging/conversations'
import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { Page } from '@keyhold/contracts/endpoint'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { z } from '@keyhold/contracts/zod'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { alsoSend } from '../../domain/conversations/channels.ts'
import { findConversation, type Participant, readerOf } from '../../domain/conversations/conversation-rows.ts'
import { attachFiles } from '../../domain/conversations/files.ts'
import { findMessage, messageRows } from '../../domain/conversations/message-rows.ts'
import { latestOrNew, openConversation } from '../../domain/conversations/open.ts'
import { lockConversation, postMessage } from '../../domain/conversations/posting.ts'
import { answersTenants } from '../../domain/conversations/settings.ts'
import { knowLandlord } from '../../projections/directory.ts'
import type { Attachments } from '../../providers/attachments.ts'
import type { Channels } from '../../providers/channels.ts'
import { message } from '../../schema/conversations.ts'
import { tenant } from '../../schema/directory.ts'

const numberCursor = cursorCodec(z.int32())

interface Asked extends Tools {
  actor: Participant
  params: { id: string }
  query: { limit: number; cursor?: string | undefined }
}

async function list({ actor, params, query, db }: Asked): Promise<Page<Message>> {
  const { messageCount } = await findConversation(db, actor, params.id)
  const [before] = numberCursor.decode(query.cursor) ?? []
  const rows = await db.read(
    actor,
    (sql) =>
      sql<
        Message[]
      >`${messageRows(sql, readerOf(actor))} where m.landlord_id = ${actor.landlordId}::uuid and m.conversation_id = ${params.id}
        ${before === undefined ? sql`` : sql`and m.number < ${before}`} order by m.number desc limit ${whole(sql, query.limit + 1)}`,
  )
  const page = pageBy(rows, {
    limit: query.limit,
    total: messageCount,
    cursorOf: ({ number }) => numberCursor.encode(number),
  })
  return { ...page, items: page.items.toReversed() }
}

interface Kit {
  files: Attachments
  channels: Channels
}

/** A message of the landlord. `isChat`: without a tenant, the assistant answers in any case. */
async function sendAsLandlord(
  actor: LandlordActor,
  body: BodyOf<typeof sendPortalMessage>,
  { files, channels }: Kit,
  { db, ...tools }: Tools,
) {
  const { landlordId, userId } = actor
  const { conversationId, generateAIResponse, alsoText, alsoMail, fileIds, ...written } = body
  await knowLandlord(landlordId, { db, ...tools })
  const now = tools.clock.now()
  const { id } = await db.transaction(actor, async (tx) => {
    const row = await lockConversation(tx, landlordId, conversationId)
    const asksAssistant = generateAIResponse || row.tenantId === null
    const posted = await postMessage(tx, row, { ...written, sender: 'landlord', asksAssistant }, now)
    if (!posted.isNew) return posted
    await attachFiles(tx, files, { landlordId, tenantId: row.tenantId, userId, messageId: posted.id, fileIds })
    const also = { messageId: posted.id, message: written.message, alsoText, alsoMail }
    await alsoSend(tx, row, also, channels, now)
    return posted
  })
  return findMessage(db, actor, id)
}

async function sendAsTenant(
  actor: TenantActor,
  body: BodyOf<typeof sendTenantMessage>,
  { files }: Kit,
  { db, clock }: Tools,
) {
  const { landlordId, tenantId, userId } = actor
  if (!landlordId || !tenantId)
    return refuse('not-linked', 'Your account is not linked to a landlord yet, so there is nobody to write to.')
  const asksAssistant = await answersTenants(db, landlordId)
  const { conversationId, subject, fileIds, ...written } = body
  const now = clock.now()
  const { id } = await db.transaction(actor, async (tx) => {
    const [known] = await tx
      .select({ propertyId: tenant.propertyId })
      .from(tenant)
      .where(and(eq(tenant.landlordId, landlordId), eq(tenant.tenantId, tenantId)))
    const started = { landlordId, tenantId, propertyId: known?.propertyId ?? null }
    const row = conversationId ? await lockConversation(tx, landlordId, conversationId) : await rowFor(subject ?? null)
    const posted = await postMessage(tx, row, { ...written, sender: 'tenant', asksAssistant }, now)
    if (posted.isNew) await attachFiles(tx, files, { landlordId, tenantId, userId, messageId: posted.id, fileIds })
    return posted

    // With a subject of its own it is something new.
    async function rowFor(about: string | null) {
      const [again] = written.clientId
        ? await tx
            .select({ conversationId: message.conversationId })
            .from(message)
            .where(and(eq(message.landlordId, landlordId!), eq(message.clientId, written.clientId)))
        : []
      if (again) return lockConversation(tx, landlordId!, again.conversationId)
      return about === null
        ? latestOrNew(tx, { ...started, subject: 'Messages' }, now)
        : openConversation(tx, { ...started, subject: about }, now)
    }
  })
  return findMessage(db, actor, id)
}

const toolsOf = ({ db, call, clock, log }: Tools): Tools => ({ db, call, clock, log })

const decide = serve(decideProposal, async ({ actor, params, body, db }) => {
  const { landlordId, tenantId, userId } = actor
  if (!landlordId || !tenantId) return notFound('Message')
  await db.transaction(actor, async (tx) => {
    const [row] = await tx
      .select()
      .from(message)
      .where(and(eq(message.landlordId, landlordId), eq(message.id, params.id)))
      .for('update')
    if (!row?.proposal) return notFound('Message')
    if (row.proposalDecision === body.decision) return
    if (row.proposalDecision !== null) return refuse('conflict', 'You have already decided this.')
    await tx.update(message).set({ proposalDecision: body.decision }).where(eq(message.id, row.id))
    const { propertyId } = await lockConversation(tx, landlordId, row.conversationId)
    const which = { landlordId, tenantId, conversationId: row.conversationId }
    await emit(tx, ConversationChanged, which)
    if (body.decision === 'confirmed')
      await emit(tx, ProposalConfirmed, { ...which, messageId: row.id, propertyId, userId, proposal: row.proposal })
  })
  return findMessage(db, actor, params.id)
})

export const messageRoutes = (kit: Kit) => [
  serve(listChatMessages, list),
  serve(listPortalMessages, list),
  serve(listTenantMessages, list),
  serve(sendChatMessage, ({ actor, body: { sender: _, ...body }, ...given }) =>
    sendAsLandlord(actor, body, kit, toolsOf(given)),
  ),
  serve(sendPortalMessage, ({ actor, body, ...given }) => sendAsLandlord(actor, body, kit, toolsOf(given))),
  serve(sendTenantMessage, ({ actor, body, ...given }) => sendAsTenant(actor, body, kit, toolsOf(given))),
  serve(tenantChat, ({ actor, body, ...given }) => sendAsTenant(actor, body, kit, toolsOf(given))),
  decide,
]
