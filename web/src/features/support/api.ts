import {
  closeTicket,
  getTicket,
  listTickets,
  openTicket,
  replyToTicket,
} from '@keyhold/contracts/identity/support-tickets'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const changed = { invalidatesTags: ['Ticket'] } as const

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.infiniteQuery({ ...queryPages(listTickets), providesTags: ['Ticket'] }),
    getTicket: build.query({ ...query(getTicket), providesTags: ['Ticket'] }),
    openTicket: build.mutation({ ...query(openTicket), ...changed }),
    replyToTicket: build.mutation({ ...query(replyToTicket), ...changed }),
    closeTicket: build.mutation({ ...query(closeTicket), ...changed }),
  }),
})

export const {
  useListTicketsInfiniteQuery,
  useGetTicketQuery,
  useOpenTicketMutation,
  useReplyToTicketMutation,
  useCloseTicketMutation,
} = supportApi
