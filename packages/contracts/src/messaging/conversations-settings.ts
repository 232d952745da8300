import * as routes from './conversations-settings.routes.ts'
import { endpoint } from '../endpoint.ts'
import { changesOf, flag, id, line, pageQuery, prose, search } from '../scalars.ts'
import { z } from '../zod.ts'

export const ConversationSettings = z
  .object({
    /** The assistant answers tenants' messages at any hour. */
    assistantAnswersTenants: flag,
  })
  .meta({ id: 'ConversationSettings' })

export const getConversationSettings = endpoint(routes.getConversationSettings, {
  response: ConversationSettings,
  summary: 'Whether the assistant answers tenants by itself',
})

export const saveConversationSettings = endpoint(routes.saveConversationSettings, {
  body: ConversationSettings,
  response: ConversationSettings,
  summary: 'Let the assistant answer tenants by itself, or not',
})

export const CannedReplyForm = z.object({
  title: line(80, 'Give the reply a name'),
  text: prose(5000, 'Write the reply'),
})
export const CannedReply = z.object({ id, title: z.string(), text: z.string() }).meta({ id: 'CannedReply' })
export type CannedReply = z.output<typeof CannedReply>

export const listCannedReplies = endpoint(routes.listCannedReplies, {
  query: pageQuery.extend({ q: search }),
  response: z.array(CannedReply),
  paged: true,
  summary: "The landlord's own replies, by name",
})
export const createCannedReply = endpoint(routes.createCannedReply, {
  status: 201,
  body: CannedReplyForm,
  response: CannedReply,
  summary: 'Store a reply to use again',
})
export const updateCannedReply = endpoint(routes.updateCannedReply, {
  body: changesOf(CannedReplyForm),
  response: CannedReply,
  summary: 'Change a stored reply',
})
export const deleteCannedReply = endpoint(routes.deleteCannedReply, { summary: 'Remove a stored reply' })
