import type * as contracts from '@keyhold/contracts/identity/support-tickets'
import * as routes from '@keyhold/contracts/identity/support-tickets.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Ticket'] } as const
const changedByAdmin = { invalidatesTags: ['Ticket', 'AdminActivity'] } as const

const supportTicketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.infiniteQuery({ ...pages('listTickets'), providesTags: ['Ticket'] }),
    getTicket: build.query({ ...query('getTicket'), providesTags: ['Ticket'] }),
    openTicket: build.mutation({ ...query('openTicket'), ...changed }),
    replyToTicket: build.mutation({ ...query('replyToTicket'), ...changed }),
    closeTicket: build.mutation({ ...query('closeTicket'), ...changed }),
    listAllTickets: build.infiniteQuery({ ...pages('listAllTickets'), providesTags: ['Ticket'] }),
    getAnyTicket: build.query({ ...query('getAnyTicket'), providesTags: ['Ticket'] }),
    answerTicket: build.mutation({ ...query('answerTicket'), ...changedByAdmin }),
    closeAnyTicket: build.mutation({ ...query('closeAnyTicket'), ...changedByAdmin }),
  }),
})

export const {
  useListTicketsInfiniteQuery,
  useGetTicketQuery,
  useOpenTicketMutation,
  useReplyToTicketMutation,
  useCloseTicketMutation,
  useListAllTicketsInfiniteQuery,
  useGetAnyTicketQuery,
  useAnswerTicketMutation,
  useCloseAnyTicketMutation,
} = supportTicketsApi
