import type * as conversations from '@keyhold/contracts/messaging/conversations'
import * as conversationRoutes from '@keyhold/contracts/messaging/conversations.routes'
import type * as files from '@keyhold/contracts/messaging/conversations-files'
import * as fileRoutes from '@keyhold/contracts/messaging/conversations-files.routes'
import type * as messages from '@keyhold/contracts/messaging/conversations-messages'
import * as messageRoutes from '@keyhold/contracts/messaging/conversations-messages.routes'
import type * as settings from '@keyhold/contracts/messaging/conversations-settings'
import * as settingRoutes from '@keyhold/contracts/messaging/conversations-settings.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf, type PageOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const ofConversations = callsOf<typeof conversations>(conversationRoutes)
const ofMessages = callsOf<typeof messages>(messageRoutes)
const ofFiles = callsOf<typeof files>(fileRoutes)
const ofSettings = callsOf<typeof settings>(settingRoutes)

const listed = { providesTags: ['Conversation'] } as const
const changed = { invalidatesTags: ['Conversation'] } as const
const repliesChanged = { invalidatesTags: ['CannedReply'] } as const

/** One page of messages, by hand: a thread keeps what it has and adds what is new. */
interface PageAsked {
  id: string
  limit?: number
  cursor?: string | null
}
function pageOf(name: 'listChatMessages' | 'listPortalMessages' | 'listTenantMessages') {
  const { query, transformResponse } = ofMessages.pages(name)
  return {
    query: ({ cursor = null, ...queryArg }: PageAsked): Call => query({ queryArg, pageParam: cursor }),
    transformResponse,
    // What was fetched once is in the thread.
    keepUnusedDataFor: 0,
  }
}
type MessagePage = PageOf<messages.Message>

interface NewFile {
  file: File
  onProgress: OnProgress
}

export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChatConversations: build.infiniteQuery({ ...ofConversations.pages('listChatConversations'), ...listed }),
    listPortalConversations: build.infiniteQuery({ ...ofConversations.pages('listPortalConversations'), ...listed }),
    listTenantConversations: build.infiniteQuery({ ...ofConversations.pages('listTenantConversations'), ...listed }),
    getConversation: build.query({ ...ofConversations.query('getConversation'), ...listed }),
    countUnread: build.query({ ...ofConversations.query('countUnread'), ...listed }),
    createChatConversation: build.mutation({ ...ofConversations.query('createChatConversation'), ...changed }),
    createPortalConversation: build.mutation({ ...ofConversations.query('createPortalConversation'), ...changed }),
    changeConversation: build.mutation({ ...ofConversations.query('changeConversation'), ...changed }),
    // The stream says what these change.
    readConversation: build.mutation(ofConversations.query('readConversation')),
    typeInConversation: build.mutation(ofConversations.query('typeInConversation')),

    chatMessages: build.query<MessagePage, PageAsked>(pageOf('listChatMessages')),
    portalMessages: build.query<MessagePage, PageAsked>(pageOf('listPortalMessages')),
    tenantMessages: build.query<MessagePage, PageAsked>(pageOf('listTenantMessages')),
    sendChatMessage: build.mutation({ ...ofMessages.query('sendChatMessage'), ...changed }),
    sendPortalMessage: build.mutation({ ...ofMessages.query('sendPortalMessage'), ...changed }),
    sendTenantMessage: build.mutation({ ...ofMessages.query('sendTenantMessage'), ...changed }),
    tenantChat: build.mutation({ ...ofMessages.query('tenantChat'), ...changed }),
    decideProposal: build.mutation({ ...ofMessages.query('decideProposal'), ...changed }),

    addConversationFile: build.mutation<files.ConversationFile, NewFile>({
      query: ({ file, onProgress }): Call => {
        const { method, url } = ofFiles.call('addConversationFile', {})
        return { method, url: `${url}?name=${encodeURIComponent(file.name || 'photo.jpg')}`, body: file, onProgress }
      },
    }),

    getConversationSettings: build.query({
      ...ofSettings.query('getConversationSettings'),
      providesTags: ['ConversationSettings'],
    }),
    saveConversationSettings: build.mutation({
      ...ofSettings.query('saveConversationSettings'),
      invalidatesTags: ['ConversationSettings'],
    }),
    listCannedReplies: build.infiniteQuery({ ...ofSettings.pages('listCannedReplies'), providesTags: ['CannedReply'] }),
    createCannedReply: build.mutation({ ...ofSettings.query('createCannedReply'), ...repliesChanged }),
    updateCannedReply: build.mutation({ ...ofSettings.query('updateCannedReply'), ...repliesChanged }),
    deleteCannedReply: build.mutation({ ...ofSettings.query('deleteCannedReply'), ...repliesChanged }),
  }),
})

export const {
  useListChatConversationsInfiniteQuery,
  useListPortalConversationsInfiniteQuery,
  useListTenantConversationsInfiniteQuery,
  useGetConversationQuery,
  useCountUnreadQuery,
  useCreateChatConversationMutation,
  useCreatePortalConversationMutation,
  useChangeConversationMutation,
  useReadConversationMutation,
  useTypeInConversationMutation,
  useTenantChatMutation,
  useDecideProposalMutation,
  useAddConversationFileMutation,
  useGetConversationSettingsQuery,
  useSaveConversationSettingsMutation,
  useListCannedRepliesInfiniteQuery,
  useCreateCannedReplyMutation,
  useUpdateCannedReplyMutation,
  useDeleteCannedReplyMutation,
} = conversationsApi
