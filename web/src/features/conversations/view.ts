import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import type { ApiDispatch } from '~/api/client/api.ts'
import type { PageOf } from '~/api/client/calls-of.ts'
import { conversationsApi } from '~/api/conversations.ts'
import { paths } from '~/lib/paths.ts'

/** The screens on conversations: the same store, with paths of their own. */
export type View = 'chat' | 'portal' | 'tenant'

export const viewPath = { chat: paths.chat, portal: paths.tenantPortal, tenant: paths.tenantMessages } as const

const { chatMessages, portalMessages, tenantMessages, sendChatMessage, sendPortalMessage, sendTenantMessage } =
  conversationsApi.endpoints

const pageQueries = { chat: chatMessages, portal: portalMessages, tenant: tenantMessages }

/** Fetches a page of messages: the latest, or those before the cursor. @throws ApiError */
export const fetchMessages = async (
  dispatch: ApiDispatch,
  view: View,
  asked: { id: string; limit?: number; cursor?: string | null },
): Promise<PageOf<Message>> => {
  const fetch = (): Promise<PageOf<Message> | undefined> =>
    dispatch(pageQueries[view].initiate(asked, { subscribe: false, forceRefetch: true })).unwrap()
  // Two at a time share an answer, of which the second finds nothing where it was dropped meanwhile.
  const page = (await fetch()) ?? (await fetch())
  if (!page) throw new Error('The messages could not be read. Please try again.')
  return page
}

/** What a page sends; `clientId` lets the server recognize a repeat. */
export interface Outgoing {
  clientId: string
  conversationId: string | null
  message: string
  /** Of a new conversation of a tenant's. */
  subject?: string
  quotedId?: string | undefined
  fileIds: string[]
  generateAIResponse?: boolean
  alsoText?: boolean
  alsoMail?: boolean
}

/** @throws ApiError */
export function sendMessage(dispatch: ApiDispatch, view: View, outgoing: Outgoing): Promise<Message> {
  const { conversationId, ...sent } = outgoing
  if (view === 'tenant') {
    const { generateAIResponse: _, alsoText: __, alsoMail: ___, ...own } = sent
    return dispatch(
      sendTenantMessage.initiate({ ...own, messageType: 'text', ...(conversationId ? { conversationId } : {}) }),
    ).unwrap()
  }
  if (conversationId === null) throw new Error('a landlord writes in a conversation')
  const body = { ...sent, conversationId }
  return view === 'chat'
    ? dispatch(sendChatMessage.initiate({ ...body, sender: 'landlord' })).unwrap()
    : dispatch(sendPortalMessage.initiate({ ...body, messageType: 'text', category: 'general' })).unwrap()
}
